{-# LANGUAGE GADTs #-}
-- | Shelves and what stands on them.
module Shop.Shelf
  ( Shelf(..)
  , price
  ) where

import Data.List (sort, nub)
import qualified Data.Map as Map
import Shop.Store hiding (close)

-- | Holds what is sold,
-- or nothing.
data Shelf a
  = Shelf { owner :: String, size :: Int }
  | Board Int
  deriving (Show, Eq)

newtype Box = Box { unBox :: Int }
type Name = String

data Expr :: Type -> Type where
  Number :: Int -> Expr Int

class Eq a => Sized a where
  sizeOf :: a -> Int
  sizeOf _ = 0

instance Sized (Shelf a) where
  sizeOf shelf = size shelf

-- | What it costs.
price :: Int -> Shelf a -> Maybe Int
price 0 _ = Nothing
price n shelf
  | n > 1 = Just (twice n)
  | otherwise = Map.lookup n table
  where
    twice x = x * 2
    table = Map.empty

(<+>) :: Int -> Int -> Int
left <+> right = add left right

limit = 3

main = do
  let found = help 1
  putStrLn $ show found
  where
    help z = z

type family Stock a
foreign import ccall "sin" c_sin :: Double -> Double
pattern Pair x = Tuple x
