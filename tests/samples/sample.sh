#!/usr/bin/env bash
# shellcheck shell=bash

set -euo pipefail

. ./lib/colours.sh
source "$SHOP_HOME/lib/prices.sh"
source "$(dirname "$0")/../lib/taxes.sh"
. "${BASH_SOURCE%/*}"/lib/stock.sh
source $SHOP_HOME/lib/tills.sh
source "$SHOP_CONFIG"
autoload -Uz compinit

# How many fit in a basket.
readonly MAX_ITEMS=8
declare -r RATE=3 CURRENCY=euro
declare -A prices
declare -f total
export SHOP_NAME="corner"
currency_sign=e
items+=(apple)

if [[ -z "${SHOP_HOME:-}" ]]; then
  SHOP_HOME=/srv/shop
  on_demand() { :; }
fi

alias ll='ls -l'
alias -g G='| grep'
alias -- -='cd -'
alias ..='cd ..'

# The total of a basket.
#
# $1: its file
total() {
  local sum=0 file=$1
  while read -r item; do
    sum=$((sum + $(price_of "$item")))
  done < <(list_items "$file" | sort)

  add() {
    sum=$((sum + $1))
  }
  add 1 && shop::report "$sum" || return 1
  echo "$(round "$sum")"
}

function price_of {
  case "$1" in
    apple) fresh_price "$1" ;;
    *) command awk '{ print $2 }' "$PRICES" ;;
  esac
}

function in_folder() (
  cd "$1" && run_all
)

shop::report() {
  cat <<EOF
The total is $(colour green "$1").
EOF
  LC_ALL=C sort_lines
  \cd /
  "$EDITOR" notes
  ./bin/print
}

cleanup() { rm -f "$tmp"; }
trap cleanup EXIT
trap 'echo interrupted' INT
complete -F _shop_complete shop
compdef _shop shop
add-zsh-hook precmd show_prompt

zstyle_value="${${(s: :)${(f)"$(shop_list)"}}[1]}"
if (( ! $+commands[shop] )); then
  fallback_shop() { corner_shop "${(@)argv}"; }
fi
for file in "$SHOP_HOME"/*.zsh(N.); do
  load_file "$file"
done
() {
  warm_up
} &!

@test "adds two apples" {
  run total two.txt
}

total "$@"
