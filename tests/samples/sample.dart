library shop.core;

import 'dart:async';
import 'package:shop/model.dart' as model show Item hide Slot;
import 'src/store.dart' show Shelf, Store;
import 'src/stub.dart' if (dart.library.io) 'src/io.dart';
export 'src/rules.dart' show Rule;
part 'basket.g.dart';

typedef Sorter<T> = int Function(T a, T b);
typedef int Rating(int a);
const List<int> limits = [8];
final first = 1, second = make();
late String? owner;

int get total => sum();
set total(int value) {
  store(value);
}
external int native(int a);

/// Holds what is bought.
/// And by whom.
@immutable
@Entity('basket')
abstract class Basket<T extends Item> extends Store<T> with Priced, model.Tax implements Named, shop.Open<T> {
  static const int limit = 8, spare = 2;
  static final Map<String, int> cache = {};
  @JsonKey()
  final int size;
  late final String? owner, other = 'x';
  final double = (int n) => n * 2;

  Basket(this.size, {required this.owner, int hint = 0}) : _room = size, super(hint) {
    open();
  }
  const Basket.empty() : size = 0;
  Basket._(int size) : this(size, owner: null);
  factory Basket.of(List<T> items) => Basket(items.length, owner: null);
  const factory Basket.redirect(int size) = Other.named;

  int get half => size ~/ 2;
  set half(int value) {
    final local = value * 2;
    resize(local);
  }

  T operator [](int index) => find(index);
  bool operator ==(Object other);

  // How much it is.
  @override
  @Deprecated('old')
  Future<Map<String, int>?> price<R>(Day day, [R? rate]) async {
    final local = Item(1);
    int twice(int n) => n * 2;
    final once = (int n) {
      return n;
    };
    await this.find<int>(twice(day.number))?.value();
    items.map((item) => item.name()).toList();
    items
      ..add(once(1))
      ..remove(2);
    new Item(2);
    const model.Item.empty();
    List<int>.filled(1, 2);
    model.Item.make(1);
    rate!.apply(names[0].length);
    return super.price(day);
  }

  void check();
  external void nativeCheck();
  static Basket make() => Basket.of(<Item>[]);
  Stream<int> count() async* {
    yield next();
  }
}

class Alias = Base<int> with Mixin implements Named;

mixin Priced<T> on Store<T>, Base implements Named {
  int cost() => 1;
}

extension Filling on Basket {
  void fill() => put();
  bool get full => true;
}

extension on List<Item> {
  int sum() => 0;
}

extension type Id(int value) implements int {
  int twice() => value * 2;
}

enum Colour with Shown implements Named {
  @deprecated
  red(1),
  green.named(2);

  const Colour(this.code);
  const Colour.named(this.code);
  final int code;
  String label() => 'r';
}

void main() {
  run(() {
    start();
  });
}

sealed class Shape<T extends Object> {}

final class Circle extends Shape<int> {
  Circle(this.size, {required this.owner});
  Circle.unit() : this(1, owner: const .new());
  final double size;
  final shop.Owner owner;
  abstract final int weight;
  double Function(int)? scale;

  Rating get rating => owner.rate();
  static (int, {String name}) measure((int, int) pair) {
    final (width, height) = pair;
    String label({int? by}) => switch (shapes[by]) {
      Circle(:final size) => show(size),
      _ => other.text(),
    };
    owner
      ..open()
      ..close(by: .of(1));
    rating.apply();
    return (width, name: label(by: height));
  }
}

abstract interface class Drawn {
  void draw(Canvas canvas, covariant Shape shape);
}

base mixin class Tools {}

typedef Pair = (int, String);
typedef void Callback(int code);
final handler = (int code) {
  store(code);
};
