import type { Clock, Rate as Cents } from "./clock";
import fs = require("fs");
import Holder, { Injectable } from "./holder";

/** Has a price. */
export interface Priced<T> extends Named, base.Sold<T> {
  /** In cents. */
  readonly price?: number;
  total(count: number): Cents;
  onSale: () => void;
  new (size: number): Priced<T>;
}

export type Line = { name: string; sum(): number };
type Wide = Line & { width: number };

/** Sizes. */
export const enum Size {
  Small,
  Large = 2,
  "extra-large" = 3,
}

/** A basket. */
@Injectable()
@registry.add({
  scope: "root",
})
export class Basket<T> extends Holder<T> implements Priced<T>, base.Closable {
  @Input() private items: T[] = [];
  static #count = 0;
  declare price: number;
  grow = async (by: number): Promise<void> => {};

  constructor(private clock: Clock) {
    super();
  }

  /** Sums up. */
  @memoize
  @Trace({ level: 1 })
  total(count: number): Cents {
    return this.clock.now<T>().rate(count)!;
  }

  find(name: string): T;
  find(name: string, strict?: boolean): T {
    return super.find(name);
  }
}

export default abstract class Shelf {
  abstract rows: number;
  abstract fill(by?: number): void;
}

@Injectable() class Plain extends mixin(Shelf) {}

export namespace stock.count {
  export const zero = 0;
  export function reset(): void {}
}

declare module "plugin" {
  interface Options { verbose: boolean }
  function load(name: string): Options;
}

declare const VERSION: string;

function parse(text: string): Line;
function parse(text: any) {
  const local: Line = text;
  return new Map<string, Line>([[text, local]]);
}

export const later = <T>(task: () => T): Promise<T> => import("./later").then((m) => m.run(task));
