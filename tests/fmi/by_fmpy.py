"""by_fmpy.py FMU RESULTS.csv   validates an FMU with FMPy, runs it both ways, and compares with our own results."""
import csv
import sys

import numpy
from fmpy import read_model_description, simulate_fmu
from fmpy.validation import validate_fmu

path, text = sys.argv[1:]
problems = validate_fmu(path)
if problems:
    sys.exit(f"{path} is not valid: {problems}")
description = read_model_description(path)
with open(text, newline="") as file:
    rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
times = numpy.array([float(row["time"]) for row in rows])
names = [v.name for v in description.modelVariables
         if v.causality in ("output", "local") and v.name in rows[0] and v.type in ("Real", "Float64") and v.variability == "continuous"]
states = [v.derivative.name for v in description.modelVariables if v.derivative is not None and v.derivative.name in rows[0]]
# states that the model chooses in the run are others in every run
watched = [name for name in states or names if not name.startswith("$")] or names


def ends(kind, tolerance):
    result = simulate_fmu(path, fmi_type=kind, start_time=times[0], stop_time=times[-1], relative_tolerance=tolerance, output=watched,
                          output_interval=(times[-1] - times[0]) / 4000, solver="CVode", record_events=True)
    return {name: result[name][-1] for name in watched}


for kind in ("ModelExchange", "CoSimulation"):
    coarse, fine = ends(kind, 1e-9), ends(kind, 1e-11)
    for name in watched:
        wanted = float(rows[-1][name])
        values = numpy.array([float(row[name]) for row in rows])
        size = max(values.max() - values.min(), 1e-3 * abs(wanted), 1e-12)
        # Some models multiply errors: of the four rooms, where a heater that is given away a little later changes the rest of the
        # day, one ten-millionth of the power of one heater moves the end by a ten-thousandth of the range, and CVODE at 1e-8
        # is off by 3 % of it, at 1e-10 by 0.1 %. How far two tolerances are apart tells what can be expected of an integrator.
        within = 1e-3 * size + abs(coarse[name] - fine[name])
        if not within < 2e-2 * size or not abs(fine[name] - wanted) <= within:
            sys.exit(f"{kind}: {name} ends at {fine[name]} ({coarse[name]} with a larger tolerance) instead of {wanted}, of a range of {size}")
print("fine")
