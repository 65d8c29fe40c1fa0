package shop.cart;

import java.util.*;
import java.util.function.Supplier;
import static java.lang.Math.max;

/**
 * A basket of goods.
 */
@Deprecated
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Basket<T> extends base.Holder<T> implements Priced, Comparable<Basket<T>> {
    /** How many fit. */
    @Limit(9)
    static final int SIZE = 9, SPARE = 1;

    static {
        register();
    }

    // Starts empty.
    public Basket(int size) {
        super(size);
        this.fill(new ArrayList<>(), new base.Clock());
    }

    @Override
    public <R extends Number> List<R> totals(Supplier<R> rate, int... counts)
            throws IllegalStateException {
        Runnable task = new Runnable() {
            @Override
            public void run() {
                super.toString();
            }
        };
        return List.of(max(1, 2)).stream().map(Basket::round).toList();
    }

    protected abstract void fill(List<T> goods, base.Clock clock);

    enum Size implements Priced {
        SMALL,
        @Limit(2) LARGE(2) {
            int price() { return 2; }
        };

        private int weight;

        Size(int... weight) { }
    }

    record Line(String name, int... counts) implements Priced {
        Line {
            check(name);
        }
    }

    sealed interface Priced extends Named, java.io.Serializable permits Line {
        int FREE = 0;

        default int price() { return FREE; }
    }

    /** Caps a value. */
    @interface Limit {
        int value() default 1;
    }
}
