library(dplyr)
require("R6")
requireNamespace("stats", quietly = TRUE)
source("R/prices.R")
source(file.path("R", "taxes.R"))
import::from(purrr, map, every = walk)

#' The total of a basket.
#'
#' @param items What is bought.
#' @param rate Price of one.
total <- function(items, rate = 1, ...) {
  net <- function(item) item$price * rate
  scale = 2
  stats::sum(purrr::map_dbl(items, net)) |> round(scale)
}

half = \(x) x / 2
`%+%` <- function(a, b) paste0(a, b)
`my sum` <- function(x) Reduce(`+`, x)
"price<-" <- function(item, value) {
  item$price <- value
  item
}
print.basket <- function(x, ...) UseMethod("print")
first <- second <- function() NULL

MAX_ITEMS <- 8
cache <- new.env()
5 -> counter
assign("opened", FALSE)
if (interactive()) {
  prompt_for <- function(what) readline(what)
  prompted <- TRUE
}

cache$lookup <- function(key) get(key, cache)
cache[["reset"]] <- function() rm(list = ls(cache))

# An S4 class.
setClass("Item", representation(name = "character", price = "numeric"), contains = "Sellable")
Point <- setClass("Point", slots = c(x = "numeric", y = "numeric"), contains = c("Shape", "VIRTUAL"))
setClassUnion("Maybe", c("numeric", "NULL"))

# The size of a thing.
setGeneric("area", function(shape, ...) standardGeneric("area"))
setMethod("area", "Point", function(shape, ...) {
  local <- 0
  local
})
setMethod("+", signature(e1 = "Point", e2 = "Point"), function(e1, e2) new("Point", x = e1@x + e2@x))
setReplaceMethod("x", "Point", function(object, value) object)

#' A stack.
Stack <- R6::R6Class("Stack",
  inherit = base::Container,
  public = list(
    items = NULL,
    #' @description Starts empty.
    initialize = function(...) {
      super$initialize(...)
      self$push(list(...))
    },
    push = function(x) {
      private$grow()
      invisible(self)
    }
  ),
  private = list(grow = function() do.call(append, list(1))),
  active = list(
    size = function(value) length(self$items)
  )
)
Stack$set("public", "pop", function() self$items[[1]])

Account <- setRefClass("Account", contains = "Base", fields = list(balance = "numeric"))
Account$methods(deposit = function(x) {
  balance <<- balance + x
})

GeomDot <- ggproto("GeomDot", ggplot2::Geom,
  required_aes = c("x", "y"),
  draw_panel = function(data) grid::nullGrob()
)

Circle <- new_class("Circle", parent = Shape, properties = list(r = class_double))
grow <- new_generic("grow", "x")
method(grow, Circle) <- function(x) Circle(r = x@r + 1)

handlers <- list(open = function(shop) shop$open(), closed = 3)
stack <- Stack$new(total(list()))
