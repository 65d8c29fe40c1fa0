from __future__ import annotations

import pytest

from index_artifacts.build.extraction import extract
from index_artifacts.build.variables import written_type

CASES = {
    "python": (
        """class Shop:
    store: Store
    def __init__(self, cart: "Cart", *, log: Optional[Log] = None, bell: Bell | None = None):
        self.cart = cart
        self.till = pay.Till(1)
        self.names = sorted(cart)
        log.add(); bell.ring()
    def buy(self, cart):
        self.store.get(); self.cart.fill(); self.till.open(); self.names.sort(); cart.fill()
        with Lock() as lock:
            lock.hold()
        clock = Clock()
        clock.tick()
        table = LIMIT()
        table.grow()
        (await open(cart)).read()
        self.store.find(1).pay().flip()
        self.store.log.add()
""",
        {
            ("log", "add"): "Log",
            ("bell", "ring"): "Bell",
            ("self.store", "get"): "Store",
            ("self.cart", "fill"): "Cart",
            ("self.till", "open"): "pay.Till",
            ("lock", "hold"): "Lock",
            ("clock", "tick"): "Clock",
            ("self.names", "sort"): "sorted()",
            ("self.store", "find"): "Store",
            ("table", "grow"): "LIMIT()",
            ("?", "read"): "open()",
            ("?", "pay"): "Store:find()",
            ("?", "flip"): "Store:find():pay()",
            ("self.store.log", "add"): "Store:log",
        },
    ),
    "java": (
        """class Shop {
    private final Store<Item> store;
    List<Item> all;
    void buy(Cart cart, T other, Object any) {
        store.get(); this.store.put(); cart.fill(); all.size(); other.x(); any.y();
        var till = new Till(); till.open();
        for (Item item : all) { item.pay(); }
        try (Lock lock = hold()) { lock.free(); } catch (ShopError error) { error.tell(); }
        if (any instanceof Coin coin) { coin.flip(); }
        pay.Purse purse = none(); purse.shut();
        Runnable run = () -> { cart.empty(); };
        var bell = cart.bell(); bell.ring();
        find(all).pay().flip();
    }
    void other() { cart.lost(); }
}
""",
        {
            ("store", "get"): "Store",
            ("this.store", "put"): "Store",
            ("cart", "fill"): "Cart",
            ("all", "size"): "List",
            ("till", "open"): "Till",
            ("item", "pay"): "Item",
            ("lock", "free"): "Lock",
            ("error", "tell"): "ShopError",
            ("coin", "flip"): "Coin",
            ("purse", "shut"): "pay.Purse",
            ("cart", "empty"): "Cart",
            ("cart", "bell"): "Cart",
            ("bell", "ring"): "Cart:bell()",
            ("?", "pay"): "find()",
            ("?", "flip"): "find():pay()",
        },
    ),
    "kotlin": (
        """class Shop(private val store: Store, cart: Cart?) {
    lateinit var till: Till
    fun buy(item: Item) {
        store.get(); till.open(); item.pay()
        val lock = Lock(1); lock.free()
        val other = hold(); other.free()
    }
}
""",
        {("store", "get"): "Store", ("till", "open"): "Till", ("item", "pay"): "Item", ("lock", "free"): "Lock"},
    ),
    "dart": (
        """class Shop {
  final Store<Item> store;
  late final Till? till;
  var coin = Coin(1);
  static final log = pay.Log();
  Shop(this.store, this.till);
  Bell get bell => find();
  void buy(pay.Purse purse, {required Cart? cart, int n = 1}) {
    store.get(); this.till.open(); till!.shut(); coin.flip(); log.add(); bell.ring(); purse.empty(); cart?.fill();
    final Lock lock = hold();
    lock.free();
    var door = Door(2), made = make(), sign = pay.Sign();
    final hall = new Hall.of(3);
    door.open(); hall.walk(); made.none(); sign.read();
    for (final Item item in cart) { item.pay(); }
    try {} on ShopError catch (error) { error.tell(); }
    switch (x) { case Box box: box.lift(); }
    purse..snap()..give(1);
  }
}
final Table table = make();
void use() { table.lay(); }
""",
        {
            ("store", "get"): "Store",
            ("this.till", "open"): "Till",
            ("till!", "shut"): "Till",
            ("coin", "flip"): "Coin",
            ("log", "add"): "pay.Log",
            ("bell", "ring"): "Bell",
            ("purse", "empty"): "pay.Purse",
            ("cart", "fill"): "Cart",
            ("lock", "free"): "Lock",
            ("door", "open"): "Door",
            ("hall", "walk"): "Hall",
            ("sign", "read"): "pay.Sign",
            ("item", "pay"): "Item",
            ("error", "tell"): "ShopError",
            ("box", "lift"): "Box",
            ("purse", "snap"): "pay.Purse",
            ("purse", "give"): "pay.Purse",
            ("table", "lay"): "Table",
        },
    ),
    "csharp": (
        """class Shop {
    private readonly Store<Item> store;
    public Till Till { get; set; }
    void Buy(Cart? cart) {
        store.Get(); Till.Open(); cart.Fill();
        var coin = new Coin(); coin.Flip();
        foreach (Item item in cart) { item.Pay(); }
    }
}
""",
        {
            ("store", "Get"): "Store",
            ("Till", "Open"): "Till",
            ("cart", "Fill"): "Cart",
            ("coin", "Flip"): "Coin",
            ("item", "Pay"): "Item",
        },
    ),
    "go": (
        """package shop
type Shop struct { store *Store; log pkg.Log }
func (s *Shop) Buy(cart *Cart, a, b Item) {
    s.open(); s.store.Get(); s.log.Add(); cart.Fill(); a.Pay(); b.Pay()
    till := &Till{}
    till.Open()
    var coin Coin
    coin.Flip()
    bell, err := NewBell(1)
    bell.Ring()
    pkg.Open().Log().Add()
}
""",
        {
            ("s", "open"): "Shop",
            ("s.store", "Get"): "Store",
            ("s.log", "Add"): "pkg.Log",
            ("cart", "Fill"): "Cart",
            ("a", "Pay"): "Item",
            ("b", "Pay"): "Item",
            ("till", "Open"): "Till",
            ("coin", "Flip"): "Coin",
            ("bell", "Ring"): "NewBell()",
            ("?", "Log"): "pkg.Open()",
            ("?", "Add"): "pkg.Open():Log()",
        },
    ),
    "rust": (
        """struct Shop { store: Arc<Store> }
impl Shop {
    fn buy(&self, cart: &mut Cart) {
        self.store.get(); cart.fill();
        let till = Till::new(); till.open();
        let coin: Box<dyn Coin> = toss(); coin.flip();
        let item = Item { price: 1 }; item.pay();
        let bell = cart.bell(); bell.ring();
    }
}
""",
        {
            ("self.store", "get"): "Store",
            ("cart", "fill"): "Cart",
            ("till", "open"): "Till",
            ("coin", "flip"): "Coin",
            ("item", "pay"): "Item",
            ("cart", "bell"): "Cart",
            ("bell", "ring"): "Cart:bell()",
        },
    ),
    "cpp": (
        """class Shop {
    std::unique_ptr<Store> store;
    void buy(const Cart& cart, Item* item) {
        store->get(); cart.fill(); item->pay();
        auto till = new Till(); till->open();
        Coin coin; coin.flip();
        pay::Purse purse(1); purse.shut();
    }
};
""",
        {
            ("store", "get"): "Store",
            ("cart", "fill"): "Cart",
            ("item", "pay"): "Item",
            ("till", "open"): "Till",
            ("coin", "flip"): "Coin",
            ("purse", "shut"): "pay.Purse",
        },
    ),
    "typescript": (
        """class Shop {
  private store: Store;
  bell = new Bell();
  constructor(private cart: Cart, log: Log | null, till) {
    this.log = log; this.till = till; this.clock = new Clock(); cart.open();
  }
  buy(item?: Item) {
    this.store.get(); this.bell.ring(); this.cart.fill(); this.log.add(); this.till.open(); this.clock.tick(); item.pay();
    const lock: Lock = hold(); lock.free();
    const coin = new Coin(); coin.flip();
    const purse = await lock.open(); purse.shut(); find().pay().tell(); this.cart.keys.turn();
  }
}
""",
        {
            ("cart", "open"): "Cart",
            ("this.store", "get"): "Store",
            ("this.bell", "ring"): "Bell",
            ("this.cart", "fill"): "Cart",
            ("this.log", "add"): "Log",
            ("this.clock", "tick"): "Clock",
            ("item", "pay"): "Item",
            ("lock", "free"): "Lock",
            ("coin", "flip"): "Coin",
            ("lock", "open"): "Lock",
            ("purse", "shut"): "Lock:open()",
            ("?", "pay"): "find()",
            ("?", "tell"): "find():pay()",
            ("this.cart.keys", "turn"): "Cart:keys",
        },
    ),
    "javascript": (
        "class Shop { bell = new Bell(); open() { this.bell.ring(); const till = new Till(); till.open(); } }\n",
        {("this.bell", "ring"): "Bell", ("till", "open"): "Till"},
    ),
    "php": (
        """<?php
class Shop {
    private Store $store;
    function __construct(private Cart $cart, ?Log $log) { $this->log = $log; $this->till = new Till(); }
    function buy(Item $item) {
        $this->store->get(); $this->cart->fill(); $this->log->add(); $this->till->open(); $item->pay();
        $coin = new \\Pay\\Coin(); $coin->flip();
    }
}
""",
        {
            ("$this->store", "get"): "Store",
            ("$this->cart", "fill"): "Cart",
            ("$this->log", "add"): "Log",
            ("$this->till", "open"): "Till",
            ("$item", "pay"): "Item",
            ("$coin", "flip"): "Pay.Coin",
        },
    ),
    "ruby": (
        "class Shop\n  def open\n    @till = Pay::Till.new(1)\n    coin = Coin.new\n    coin.flip\n  end\n\n  def buy\n    @till.open\n  end\nend\n",
        {("coin", "flip"): "Coin", ("@till", "open"): "Pay.Till"},
    ),
}


@pytest.mark.parametrize("language", CASES)
def test_a_receiver_has_the_type_that_is_written_for_it(language: str) -> None:
    text, expected = CASES[language]
    found = {(r.receiver, r.name): r.receiver_type for r in extract(text.encode(), language).references if r.receiver_type}
    assert found == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Store", "Store"),
        ("const pkg::Store<Item> &", "pkg.Store"),
        ("std::shared_ptr<std::vector<Item>>", "std.vector"),
        ("Optional[Box]", "Box"),
        ("Store | None", "Store"),
        ("null | Store", "Store"),
        ("Store | Cart", ""),
        ("[]Store", "Store"),
        ("&'a mut Store<'a>", "Store"),
        ("\\Pay\\Coin", "Pay.Coin"),
        ("(int) => void", ""),
        ("var", ""),
        ("T", ""),
        ("", ""),
    ],
)
def test_a_written_type_is_named_without_what_wraps_it(written: str, expected: str) -> None:
    assert written_type(written) == expected
