require "json"
require_relative "../shop/stock"

# A shop.
module Shop
  VERSION = "1.0".freeze
  Closed = Class.new(StandardError)
  LEFT, RIGHT = 1, 2

  # What is bought.
  class Basket < Store::Base
    include Enumerable, Shop::Priced
    attr_reader :items, :owner
    @@count = 0

    # Starts empty.
    def initialize(items = [], *rest, owner:, &block)
      super()
      @items = items
      local = rest
    end

    def self.open(path)
      File.open(path) { |file| new(JSON.parse(file.read)) }
    end

    class << self
      def empty = Basket.new
    end

    def each(&block)
      items.each(&block)
      puts "done"
    end

    def [](index)
      self.items&.at index
    end

    def owner=(name)
      @owner = Shop::Person.new(name)
    end

    alias size count
    alias_method :length, :count
    define_method(:shout) do |word|
      word.upcase
    end

    private def secret; end
  end

  Point = Struct.new(:x, :y) do
    def length
      Math.sqrt(x * y)
    end
  end
end

class Shop::Basket
  def late; end
end

$shops = []
LIMIT ||= 8

def total(basket)
  sum basket
end
