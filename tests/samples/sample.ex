defmodule Shop.Shelf do
  @moduledoc """
  Holds what is sold.
  """
  use GenServer
  alias Shop.{Item, Store}
  alias Shop.Market, as: Mart
  import Enum, only: [map: 2]
  require Logger
  @behaviour Shop.Priced
  @limit 3
  defstruct [:owner, size: 1]
  @type t :: %__MODULE__{}

  @doc "What an item costs."
  @spec price(Item.t(), integer) :: integer
  @impl true
  def price(item, day \\ 1) when is_integer(day) do
    twice = fn amount -> amount * 2 end
    found = item |> Store.find() |> twice.()
    Mart.ask(found)
    help(found)
  end

  def price(nil), do: 0

  defp help(items), do: map(items, & &1.price)

  # Asks the other way round.
  defmacro unless_sold(sold, do: block) do
    quote do: if(!unquote(sold), do: unquote(block))
  end

  defguard is_even(amount) when rem(amount, 2) == 0
  defdelegate size(shelf), to: Store

  defmodule Board do
    def width, do: :ok
  end

  def left + right, do: Shop.add(left, right)
end

defprotocol Shop.Sized do
  @doc """
  How large it is.
  """
  def size(thing)
end

defimpl Shop.Sized, for: Shop.Shelf do
  def size(shelf), do: shelf.size
end

defmodule Shop.Error do
  defexception [:message]
end
