"""
    Shops

Shops and what is bought in them.
"""
module Shops

using LinearAlgebra, Base.Threads
using ..Prices: round_price, Rate as R, @priced
import Base: show, +
import JSON.Writer as JW
import .Stock
export Basket, total

include("stock.jl")
include(joinpath(@__DIR__, "taxes.jl"))

# How many fit.
const MAX_ITEMS = 8
const Names{T} = Vector{T}
opened = false

"What can be sold."
abstract type Sellable end
abstract type Priced{T} <: Stock.Sold{T} end
primitive type Code <: Integer 8 end

"""
    Basket{T}

What is bought.
"""
mutable struct Basket{T<:Real} <: Priced{T}
    "Who pays."
    owner::String
    items::Vector{T}
    open
    const id::Int
    Basket(owner) = new{Int}(owner, [])
    function Basket{T}(owner, items) where {T}
        return new{T}(owner, items)
    end
end

Base.@kwdef struct Item <: Sellable
    name::String = ""
    price = 1
end

@enum Colour red green=2 blue
@enum Size::Int8 begin
    small
    large = 2
end

"""
    total(basket)

The total of a basket.
"""
function total(basket::Basket{T}, rate=1; taxed::Bool=true)::Float64 where {T}
    net(item) = item.price * rate
    function add(sum, item)
        sum + net(item)
    end
    scale = x -> x / 100
    const_sum = reduce(add, basket.items; init=0.0)
    sorted = sort(basket.items, by = x -> x.price)
    @inbounds first = sorted[1]
    round_price.(map(scale, sorted)) |> sum
end

total(items::Vector) = sum(items)
total(item::Item)::Real = item.price
scaled(x::T, y...) where {T<:Real} = x * y[1]
half = x -> x / 2
const twice = function (x)
    2x
end
function reset! end

function Base.show(io::IO, basket::Basket)
    print(io, "basket of ", basket.owner)
end
Base.:(==)(a::Basket, b::Basket) = a.id == b.id
+(a::Basket, b::Basket) = Basket{Int}(a.owner, vcat(a.items, b.items))
(basket::Basket)(index) = basket.items[index]

macro priced(expression)
    esc(expression)
end

@inline function fast(x)
    @priced x
end
@inline quick(x) = Stock.lookup(x)

if VERSION >= v"1.6"
    newest() = JW.write(Item(name = "new"))
end

module Tills
    lock!(till) = till
end

Tills.lock!(opened)
end
