#!/bin/sh
# Instructions of whole runs with `--method rosenbrock` (start-up included, compilation not), by callgrind.
#   bench/run_instructions.sh BUILD_FOLDER [MODEL]...
set -eu
build=${1:?usage: $0 BUILD_FOLDER [MODEL]...}
shift
examples=$(dirname "$0")/../examples
program=$build/bench/bench_run_instructions
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

wanted=" $* "
while read -r model file arguments; do
  case "$wanted" in
    *" $model "* | "  ") ;;
    *) continue ;;
  esac
  # shellcheck disable=SC2086 # several arguments
  told=$("$program" "$examples/$file" rosenbrock $arguments)
  # shellcheck disable=SC2086
  valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file="$scratch/out" \
    "$program" "$examples/$file" rosenbrock $arguments >/dev/null 2>"$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
  printf '%-18s %12s instructions, %s\n' "$model" "$(sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' "$scratch/log")" "$told"
done <<MODELS
PowerSupply PowerSupply.mo 3.2e-3 5 50
SmartGrid SmartGrid.mo 1e-3 20 100
MechanicalBrake MechanicalBrake.mo 1e-3 10 100
HeatExchanger-100 HeatExchanger004.mo 1e-3 5 50 N=100
DistrictHeating DistrictHeating.mo 1e-3 7200 50 --interest 20
DCMotor DCMotor.mo 1e-3 8 50
MODELS
