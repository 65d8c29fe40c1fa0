#import "Shelf.h"
#import <Foundation/Foundation.h>
@import UIKit;
#define LIMIT 3

/// Holds what is sold.
@interface Shelf : Furniture <Priced, Sorted>
@property (nonatomic, strong) Store *store;
/// Makes one with a name.
- (instancetype)initWithName:(NSString *)name age:(int)age;
+ (Shelf *)make;
@end

@interface Shelf (Extra) <Named>
- (void)empty;
@end

@protocol Priced <NSObject>
@required
- (int)priceOf:(Item *)item;
@end

@implementation Shelf {
  int _count;
}
- (instancetype)initWithName:(NSString *)name age:(int)age {
  self = [super init];
  Item *item = [[Item alloc] initWithPrice:1];
  [self.store find:item at:2];
  [item pay];
  help(1);
  return self;
}
+ (Shelf *)make { return [Shelf new]; }
- (void)fill { void (^block)(int) = ^(int x) { [self fill]; }; }
@end

@implementation Shelf (Extra)
- (void)empty {}
@end

static int help(int x) { return x; }
enum Colour { Red, Green };
struct Point { int x; };
