// Package shop sells things.
package shop

import (
	"fmt"
	str "strings"
	_ "embed"
)

// Limits of a basket.
const (
	// MaxItems is how many fit.
	MaxItems = 9
	minItems = iota
)

var first, second = 1, 2

var _ Priced = (*Basket[int])(nil)
var _ fmt.Stringer = &Item{}

var render = func(i Item) string {
	const indent = 2
	return str.Repeat(" ", indent)
}

// Basket holds items.
type Basket[T any] struct {
	Item
	*fmt.State
	items, spare []T // grows
	// clock tells the time.
	clock struct {
		now int
	}
}

type (
	// Priced has a price.
	Priced interface {
		fmt.Stringer
		// Price in cents.
		Price(count int) (cents int, err error)
	}
	Item struct{ name string }
	Names = []string
)

type Rate float64

// Price sums up.
func (b *Basket[T]) Price(count int) (cents int, err error) {
	type step struct{ by int }
	var total int
	for _, item := range b.items {
		total += b.clock.now
		fmt.Println(item)
	}
	go report(total)
	return convert[int](total), nil
}

func (Item) String() string { return render(Item{}) }

func report(values ...int) {
	defer func() { recover() }()
}

func (r Rate) Half() Rate { return r / 2 }
