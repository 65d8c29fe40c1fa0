/* A shop that counts what it sells. */
#include <stdio.h>
#include "shop/stock.h"

#define SHOP_LIMIT 64
#define HALF(x) \
    ((x) / 2)

/* What is on a shelf. */
typedef struct {
    int count, spare;
    char label[16];
    int (*price)(int day);
} shelf_t;

typedef struct basket {
    struct basket *next;
    union { int grams; float litres; } amount;
} basket, *basket_list;

union cell { int number; char *text; };
enum colour { RED, GREEN = 2 };
typedef enum { OPEN, CLOSED } state_t;
typedef int (*sorter)(const void *, const void *);
typedef void (visitor)(shelf_t *);
typedef unsigned long tick;

extern int total;
static const char *names[] = {"bread", "salt"};
const int MAXIMUM = 3, minimum = 1;
int (*hook)(int) = 0;
struct day { int number; } today;

int stock_count(const shelf_t *shelf);
static char *stock_label(shelf_t *shelf);

/* Sums two numbers, in the old style. */
int
sum(a, b)
    int a;
    int b;
{
    return a + b;
}

static char **copy_names(int n)
{
    struct pair { int left; };
    int local = HALF(n);
    printf("%d", sum(local, n));
    return shelf.price(n) ? make()->names(n) : 0;
}

#ifdef SHOP_DEBUG
int (*pick(int day))(int) { return hook; }
#endif
