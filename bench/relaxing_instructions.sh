#!/bin/sh
# Instructions of one evaluation of chains and trees of joints, by callgrind, and the exponent from one size to the next.
#   bench/relaxing_instructions.sh BUILD_FOLDER KIND VARIANT N…
set -eu
build=${1:?usage: $0 BUILD_FOLDER KIND VARIANT N...}
kind=$2
variant=$3
shift 3
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

collected() {  # N evaluations
  valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$scratch/out" \
    "$build/bench/bench_relaxing" "$here/models" "$kind" "$variant" "$1" --evaluations "$2" 2>"$scratch/log" ||
    { cat "$scratch/log" >&2; exit 1; }
  sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$scratch/log"
}

printf '%-14s %-8s %8s %14s %10s %10s\n' kind variant N instructions per_joint exponent
before=
for n in "$@"; do
  found=$(($(collected "$n" 12) / 12))
  exponent=-
  [ -z "$before" ] || exponent=$(awk "BEGIN { printf \"%.3f\", log($found / $before) / log($n / $size) }")
  printf '%-14s %-8s %8s %14s %10s %10s\n' "$kind" "$variant" "$n" "$found" $((found / n)) "$exponent"
  before=$found
  size=$n
done
