#!/bin/sh
# Instructions of one evaluation of the right-hand side: compiled by Sunder, and written by hand in C at -O2.
#   bench/rhs_instructions.sh BUILD_FOLDER
set -eu
build=${1:?usage: $0 BUILD_FOLDER}
here=$(dirname "$0")
program=$build/bench/bench_rhs_instructions
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

collected() {  # model file variant evaluations
  valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$scratch/out" \
    "$program" "$1" "$2" "$3" "$4" 2>"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
  sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$scratch/log"
}

per_evaluation() {  # model file variant
  echo $((($(collected "$1" "$2" "$3" 101) - $(collected "$1" "$2" "$3" 1)) / 100))
}

printf '%-16s %12s %12s %8s\n' model by_hand compiled ratio
while read -r model file; do
  hand=$(per_evaluation "$model" "$file" by_hand)
  compiled=$(per_evaluation "$model" "$file" compiled)
  printf '%-16s %12s %12s %8s\n' "$model" "$hand" "$compiled" "$(awk "BEGIN { printf \"%.2f\", $compiled / $hand }")"
done <<MODELS
chain $here/models/Chain.mo
heat_exchanger $here/models/HeatExchanger.mo
dc_motor $here/../examples/DCMotor.mo
planar_chain $here/models/PlanarChains.mo
spatial_chain $here/models/SpatialChains.mo
MODELS
