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
for kind in ("ModelExchange", "CoSimulation"):
    result = simulate_fmu(path, fmi_type=kind, start_time=times[0], stop_time=times[-1], relative_tolerance=1e-8, output=names,
                          output_interval=(times[-1] - times[0]) / 500, solver="CVode", record_events=True)
    for name in states or names:
        wanted = float(rows[-1][name])
        values = numpy.array([float(row[name]) for row in rows])
        size = max(values.max() - values.min(), 1e-6 * abs(wanted), 1e-12)
        found = result[name][-1]
        if not abs(found - wanted) <= 2e-3 * size:
            sys.exit(f"{kind}: {name} ends at {found} instead of {wanted}, of a range of {size}")
print("fine")
