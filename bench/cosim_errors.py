#!/usr/bin/env python3
"""Error over the communication step of the distributed examples: Markdown on standard output, pictures into a folder.

usage: cosim_errors.py SUNDER FOLDER        (docs/cosimulation.md holds what this prints)
"""
import json
import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples/cosim"
TABLES = [
    ("motor", "DC motor: implicit Euler 0.01 and RK4 0.04, Gauss–Seidel, held inputs", "0.04:4:12", "fixed-steps"),
    ("halfcar", "Half-car with the bump at t = 2: RK4, 2 substeps each, Jacobi, linear inputs", "0.01:0.6:12", "fixed-substeps"),
    ("exchanger", "Heat exchanger with 10 cells: implicit Euler and RK4, 2 substeps each, Jacobi, held inputs", "0.5:70:12", "fixed-substeps"),
]


def text(value, digits):
    if value is None:
        return "–"
    if value == "inf" or value > 1e6:
        return "> 1e6"
    return f"{value:.{digits}g}"


def limit_sentence(limit, rows):
    """Where runs begin to diverge, and where the matrix says they do."""
    observed, predicted = limit["observed"], limit["predicted"]
    if observed is None and predicted is None:
        if any(row["verdict"] == "unstable" for row in rows):
            return "No limit lies between these steps."
        return f"No run diverges up to the longest step, {text(rows[-1]['step'], 4)} s, and the matrix predicts that none does."
    seen = "none seen to diverge" if observed is None else f"{text(observed, 6)} seen"
    return f"Largest step without divergence: {seen}, " + ("none predicted near it." if predicted is None else f"{text(predicted, 6)} predicted.")


def main():
    sunder, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    for name, title, steps, mode in TABLES:
        command = ["cosim", str(EXAMPLES / f"{name}.toml"), "--error-over-step", steps, "--search", mode, "--json", "--picture", str(folder / f"{name}.svg")]
        done = subprocess.run([sunder, *command], capture_output=True, text=True, check=True)
        table = json.loads(done.stdout)
        print(f"### {title}\n\n![{title}]({folder.name}/{name}.svg)\n")
        print("| step | error | worst variable | spectral radius | growth seen | verdict |\n|---|---|---|---|---|---|")
        for row in table["rows"]:
            cells = [text(row["step"], 4), text(row["error"], 3), row["worst_variable"] or "–", text(row["spectral_radius"], 5), text(row["growth"], 5), row["verdict"]]
            print("| " + " | ".join(cells) + " |")
        print(f"\n{limit_sentence(table['limit'], table['rows'])}\n")


if __name__ == "__main__":
    main()
