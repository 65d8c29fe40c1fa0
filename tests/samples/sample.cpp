#include <vector>
#include "shop.hpp"

#define LIMIT 8

namespace shop::core {

enum class Colour : int { Red, Green = 2 };
using Names = std::vector<std::string>;
template <typename T> using List = std::vector<T>;
typedef std::vector<int> Counts;

/// Holds things.
template <typename T>
class Basket : public Store<T>, private detail::Locked {
  public:
    explicit Basket(int size);
    Basket(const Basket& other) : size_(other.size_) {}
    virtual ~Basket();
    // How many there are.
    int size() const { return size_; }
    virtual const T& at(int index) = 0;
    bool operator==(const Basket& other) const;
    explicit operator bool() const { return size_ > 0; }
    template <class U>
    void add(U&& item) { items_.push_back(std::forward<U>(item)); }
    friend void swap(Basket& a, Basket& b) { a.swap(b); }
    struct Slot { T* item; };
    static constexpr int kLimit = LIMIT;

  private:
    int size_, spare_{0};
    T* items_[4];
};

template <>
struct Hash<Basket<int>> {
    int operator()(int seed) { return seed; }
};

union Cell { int number; };
struct Day { int number; } today;
namespace { int hidden = 1; }

class Shelf {
    Shelf();
    ~Shelf();
    static int count_;
    class Board;
};

Shelf::Shelf() : Shelf(1) { open<int>(2); }
Shelf::~Shelf() { delete this; }
int Shelf::count_ = 0;
class Shelf::Board { int width; };
template <typename T>
int& Basket<T>::Slot::take(T& item) { return item; }

Basket<int>* make(int n) {
    auto local = [](int a) { return a; };
    std::string text(n);
    Shelf shelf(local);
    new Basket<int>(n);
    util::text::trim(text);
    this->go(), ::exit(1), Basket<int>::limit();
    return new core::Shelf{};
}

}  // namespace shop::core

extern "C" int shop_open(void);
