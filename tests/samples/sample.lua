--- A shop and what is bought in it.
-- @module shop.basket
local json = require("cjson")
local round = require("shop.math").round
local ok, log = pcall(require, "shop.log")
local Store, Item = require "shop.store", require "shop.item"
require "shop.setup"

local MAX_ITEMS = 8
local cache = {}
counter = 0

--- What is bought.
-- @type Basket
local Basket = Store:extend({
  name = "basket",
  limits = { weight = 20 },
  -- Called when it opens.
  on_open = function(self, owner)
    self.owner = owner
    log.info("open")
  end,
  ["on-close"] = function() end,
})

Basket.VERSION = "1.0"

--- Makes an empty basket.
-- @param owner who pays
function Basket.create(owner, ...)
  local basket = Item:new({ owner = owner })
  local function remember(key)
    cache[key] = basket
    return basket
  end
  return remember(owner)
end

function Basket:total(rate)
  local sum = 0
  local add = function(item) sum = sum + item:price() end
  for _, item in ipairs(self.items) do
    add(item)
  end
  self.notify = self.notify or function(amount)
    json.encode({ amount = amount })
  end
  return round(sum * rate)
end

Basket.clear = function(self)
  self:total(1)
  self.super.clear(self)
end

Basket["count"] = function(self) return #self.items end

function Basket.prices.net(item) return item.net end

local Stack = {}
Stack.__index = Stack

function Stack.new()
  return setmetatable({}, Stack)
end

function Stack:push(value) table.insert(self, value) end

local Queue = setmetatable({ size = 0 }, { __index = Stack, __call = function(cls, ...) return cls.new(...) end })
setmetatable(Stack, { __index = Store.Base })

local Animal = class("Animal", Basket)

--[[ Ends
the day. ]]
local function close(shop)
  shop.tills:each(function(till) till.drawer:lock() end)
end

local open = function(shop) return Stack.new(shop) end

function _G.reopen() close() end
reset = function() end

local handlers = {
  [Item.SOLD] = function(item) open(item) end,
}

do
  local function hidden() end
end

local helpers = {}

function helpers.trim(text)
  goto done
  ::done::
  return (text:gsub("%s+$", ""))
end

return helpers
