"""package_by_libcosim.py FOLDER RESULTS.csv STOP STEP   runs an unpacked SSP package by libcosim, the master of the Open Simulation Platform, and
compares the outputs of all parts with our results. (What it shows of inputs is what parts were given for the step before.)
"""
import csv
import sys

import numpy
from libcosimpy.CosimEnums import CosimVariableCausality, CosimVariableType
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver

folder, text, stop, step = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
execution = CosimExecution.from_ssp_file(ssp_path=folder, step_size=round(step * 1e9))
observer = CosimObserver.create_last_value()
execution.add_observer(observer)
with open(text, newline="") as file:
    rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
ours = {name: numpy.array([float(row[name]) for row in rows]) for name in rows[0]}
places = {}
for slave in execution.slave_infos():
    for variable in execution.slave_variables(slave_index=slave.index):
        name = f"{slave.name.decode()}.{variable.name.decode()}"
        if name in ours and variable.type == CosimVariableType.REAL.value and variable.causality == CosimVariableCausality.OUTPUT.value:
            places[name] = (slave.index, variable.reference)
values = {name: [] for name in places}
times = []
while len(times) * step < stop - 1.5 * step:
    execution.step(1)
    times.append((len(times) + 1) * step)
    for name, (slave, reference) in places.items():
        values[name].append(observer.last_real_values(slave, [reference])[0])
worst = 0
for name in places:
    size = ours[name].max() - ours[name].min()
    difference = abs(numpy.interp(times, ours["time"], ours[name]) - numpy.array(values[name])).max()
    if not difference <= 1e-4 * size:
        sys.exit(f"{name}: {difference} apart, of a range of {size}")
    worst = max(worst, difference / size)
if not places:
    sys.exit(f"nothing to compare: {list(ours)}")
print(f"fine: {len(places)} values, {worst:.1e} of their ranges apart at most")
