<?php
declare(strict_types=1);

namespace Shop\Core;

use Shop\Model\Item;
use Shop\Model\Store as BaseStore;
use function Shop\Util\round_up;
use Shop\Events\{Opened, Closed as Shut};

require_once __DIR__ . '/legacy.php';
include 'config.php';

const LIMIT = 8, SPARE = 2;
define('SHOP_NAME', 'corner');
$shops = [];

/**
 * Holds what is bought.
 */
#[Entity('basket')]
#[Final]
abstract class Basket extends BaseStore implements Priced, \Countable
{
    use Locks, Traits\Logs;

    public const KIND = 'basket', SIZE = 3;
    /** The items. */
    protected ?array $items = [], $spare;
    public readonly int $limit;

    #[Pure]
    public function __construct(private int $size, string $name = 'a')
    {
        parent::__construct($name);
    }

    // Makes one.
    public static function make(int ...$sizes): static
    {
        $local = new Item(1);
        return new static(self::first($sizes));
    }

    abstract protected function price(): ?int;

    public function total(): int
    {
        $this->log?->write(round_up(1));
        $sum = fn (int $a) => \array_sum($this->items);
        Util\check($this->items->count());
        return Item::zero() + (new \Shop\Model\Money($sum))->value();
    }
}

interface Priced extends Named, \Stringable
{
    const FREE = 0;
    public function price(): ?int;
}

trait Locks { function lock() {} }

enum Colour: string implements Priced
{
    case Red = 'r';
    case Green = 'g';
    public function label(): string { return ucfirst($this->value); }
}

if (!function_exists('total')) {
    function total(array $items): int { return count($items); }
}
