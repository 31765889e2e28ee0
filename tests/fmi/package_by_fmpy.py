"""package_by_fmpy.py PACKAGE.ssp RESULTS.csv STOP STEP   runs an SSP package by FMPy's own master, and compares with our results.

That master steps all parts with held inputs, and knows nothing of inputs before the first step but zeros: the system must begin at rest.
"""
import csv
import sys

import numpy
from fmpy.ssp.simulation import simulate_ssp

package, text, stop, step = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
theirs = simulate_ssp(package, stop_time=stop, step_size=step)
with open(text, newline="") as file:
    rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
ours = {name: numpy.array([float(row[name]) for row in rows]) for name in rows[0]}
compared = 0
for name in theirs.dtype.names:
    if name == "time" or name not in ours:
        continue
    # it writes the time at which a step begins beside the values at its end
    values = numpy.interp(theirs["time"] + step, ours["time"], ours[name])
    size = ours[name].max() - ours[name].min()
    difference = abs(values - theirs[name]).max()
    if not difference <= 1e-4 * size:
        sys.exit(f"{name}: {difference} apart, of a range of {size}")
    compared += 1
if compared == 0:
    sys.exit(f"nothing to compare: {theirs.dtype.names} and {list(ours)}")
print(f"fine: {compared} values")
