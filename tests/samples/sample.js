import React, { useState as state, memo } from "react";
import * as helpers from "./helpers.js";
import "./styles.css";
export { total, rate as cents } from "./price.js";
export * from "./stock.js";
export * as clocks from "./clocks.js";

const fs = require("fs");
const { join, sep: separator, posix = null } = require("path");
const once = require("events").once;
require("./polyfill");

/** How many fit. */
export const LIMIT = 9;
let first = 1, second;

/**
 * A basket.
 */
export class Basket extends helpers.Holder {
  static kinds = ["a"];
  #items = [];
  grow = async (by) => {
    await import("./grow.js");
  };

  constructor(size) {
    super(size);
    this.onChange = () => this.#items.push(new Date());
  }

  get size() {
    return this.#items.length;
  }

  static *[Symbol.iterator]() {}
}

// Adds up.
export const add = (a, b) => a + b,
  twice = x => add(x, x);

function Legacy(name) {
  const local = 1;
  function inner() {}
  return function named() { inner(local); };
}
Legacy.prototype.rename = function rename(name) {
  this.name = name;
};
Legacy.create = function () { return new helpers.Legacy(); };
exports.run = async function () {};
module.exports.stop = () => {};

const api = {
  list() { return fs.readFileSync(join("a")); },
  "find-one": (id) => id,
  drop: function* () {},
  version: 1,
};

const Row = class extends React.Component {};

const View = memo(() => {
  const pick = () => state?.(0);
  return <Row.Cell onClick={pick}><Row /><div /></Row.Cell>;
});

setTimeout(function later() {}, 1);

export default function () {
  return once;
}
