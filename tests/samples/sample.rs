//! Baskets.

use std::collections::{self, hash_map::{Entry, HashMap as Map}, BTreeMap};
use std::fmt;
use crate::price::*;
use super::clock::Clock as Time;
extern crate serde as ser;

/// A basket.
#[derive(Debug, Clone)]
pub struct Basket<'a, T> {
    /// What is in it.
    #[serde(skip)]
    pub items: Vec<T>,
    name: &'a str,
}

pub enum Size {
    #[default] Small,
    Large(u32),
    Other { width: u32 },
}

pub struct Unit(u8);

union Bits { whole: u32 }

/// Has a price.
pub trait Priced: fmt::Debug + Named<u8> {
    type Cents;
    const FREE: u32 = 0;
    fn price(&self, count: u32) -> Self::Cents;
    fn describe(&self) -> String { format!("{}", self.name()) }
}

impl<'a, T: Clone> Basket<'a, T> {
    /// Starts empty.
    #[inline]
    #[must_use]
    pub fn new(name: &'a str) -> Self {
        const START: usize = 4;
        let items = Vec::<T>::with_capacity(START);
        helpers::check::<T>(&items);
        Self { items, name }
    }
}

impl<T> fmt::Display for Basket<'_, T>
where
    T: Clone,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn inner() {}
        self.items.iter().for_each(drop);
        log::debug!("shown");
        write(f)
    }
}

impl Priced for &'static Unit {
    type Cents = u8;
}

mod stock {
    pub static COUNT: u32 = 0;
    pub type Counts = Vec<u32>;
    pub async fn count() -> u32 { super::Unit(1).0.into() }
}

when_threaded! {
    /// Runs in the background.
    pub fn spawn<F: FnOnce()>(task: F) { run(task) }
}

#[macro_export]
macro_rules! basket {
    ($($x:expr),*) => { Basket::of([$($x),*]) };
}

extern "C" {
    fn weigh(grams: u32) -> u32;
}
