#!/usr/bin/env python3
"""Models that are split into parts, at the step that was chosen and at others: Markdown on standard output, pictures into a folder.

usage: split_errors.py SUNDER FOLDER [NAME…]       (docs/cosimulation.md holds what this prints)
"""
import json
import pathlib
import subprocess
import sys

from cosim_errors import limit_sentence, text

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
SPLITS = [
    ("DCMotor", "DC motor", []),
    ("HalfCar", "Half-car", []),
    ("HeatExchanger004", "Heat exchanger, three parts of equal cost", ["--balanced", "3"]),
    ("PowerSupply", "Power supply over ten periods of the mains, inputs that follow lines", ["--stop", "0.2", "--extrapolation", "1", "--max-error", "0.05"]),
    ("components/SixAxisRobot", "Robot with six drives", []),
    ("DistrictHeating", "A thousand rooms on one main", []),
]


def main():
    sunder, folder, names = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(exist_ok=True)
    for path, title, options in SPLITS:
        name = path.rsplit("/", 1)[-1]
        if names and name not in names:
            continue
        options = options if "--max-error" in options else [*options, "--max-error", "0.01"]
        picture = folder / f"split_{name}.svg"
        command = ["split", str(EXAMPLES / f"{path}.mo"), *options, "--error-table", "10", "--picture", str(picture), "--json"]
        done = subprocess.run([sunder, *command], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{name}: {done.stderr}")
        found = json.loads(done.stdout)
        stability, error, limit = found["stability"], found["error"], found["table"]["limit"]
        print(f"### {title}\n\n    sunder split examples/{path}.mo {' '.join(options)}\n")
        states = " + ".join(str(len(part["states"])) for part in found["parts"])
        print(f"Parts of {states} states, {len(found['exchanges'])} values cross. Chosen: a step of {text(found['communication_step'], 3)} s, "
              f"{stability['verdict']} (spectral radius {text(stability['spectral_radius'], 6)}); error {text(error['forecast'], 3)} forecast, "
              f"{text(error['measured'], 3)} measured.\n\n![{title}]({folder.name}/{picture.name})\n")
        print("| step | error | worst variable | spectral radius | growth seen | verdict |\n|---|---|---|---|---|---|")
        for row in found["table"]["rows"]:
            cells = [text(row["step"], 4), text(row["error"], 3), row["worst_variable"] or "–", text(row["spectral_radius"], 5), text(row["growth"], 5), row["verdict"]]
            print("| " + " | ".join(cells) + " |")
        print(f"\n{limit_sentence(limit, found['table']['rows'])}\n", flush=True)


if __name__ == "__main__":
    main()
