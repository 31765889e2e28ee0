"""Holds a results file against a reference of another tool: a tube around each signal of the reference.

At every time of the run the value must lie between the least and the greatest value that the reference takes within one of
its output intervals of that time, widened by a part of the signal's range: 2e-3. So an event may come one interval early
or late. Where the reference was sampled from denser results, its signals do what they like between its points: then each
of its points must lie within the same tube around the run, whose reach is the output interval of the run. Times may come twice (both sides of an event). A signal that stands still may differ by the same part of its size.
"""
import array
import collections
import csv
import struct

WIDTH = 2e-3
ROUNDING = 1e-9  # of magnitudes, where a reference was written with few digits


def read_mat(path):
    """Names and columns of the results of a run, as it wrote them: also of what does not change, which CSV leaves out."""
    matrices = {}
    with open(path, "rb") as file:
        while header := file.read(20):
            kind, rows, count, _, length = struct.unpack("<5i", header)
            name = file.read(length)[:-1].decode()
            cell, code = {0: (8, "d"), 20: (4, "i"), 51: (1, "B")}[kind]
            matrices[name] = rows, count, array.array(code, file.read(rows * count * cell))
    rows, count, letters = matrices["name"]
    names = [bytes(letters[rows * k:rows * (k + 1)]).rstrip(b"\0 ").decode() for k in range(count)]
    rows, count, numbers = matrices["data_2"]
    columns = {"time": list(numbers[0::rows])}
    info = matrices["dataInfo"][2]
    constants = matrices["data_1"][2]
    for k, name in enumerate(names[1:], 1):
        matrix, row = info[4 * k], info[4 * k + 1]
        columns[name] = list(numbers[row - 1::rows]) if matrix == 2 else [constants[row - 1]] * count
    return columns


def read(path):
    """Names and columns. References name `time` with quotes, in any case."""
    if str(path).endswith(".mat"):
        return read_mat(path)
    with open(path, newline="", errors="replace") as file:
        rows = csv.reader(file)
        names = [name.strip() for name in next(rows)]
        columns = [[] for _ in names]
        for row in rows:
            if len(row) < len(names):
                continue  # blank or cut off
            for column, text in zip(columns, row):
                column.append(float(text))
    return dict(zip(["time"] + names[1:], columns))


def wanted_signals(reference, listed):
    """What the reference says is to be compared: the names of its list, or all columns."""
    names = [n for n in reference if n != "time"]
    if listed is None:
        return names
    with open(listed, errors="replace") as file:
        asked = [line.strip() for line in file if line.strip() and line.strip() != "time"]
    return [n for n in asked if n in reference] or names


def names_to_compare(reference_file, listed=None):
    with open(reference_file, newline="", errors="replace") as file:
        return wanted_signals({name.strip(): [] for name in next(csv.reader(file))[1:]}, listed)


def interval(times):
    """The typical distance of output points: doubled times of events do not count."""
    steps = sorted(b - a for a, b in zip(times, times[1:]) if b > a)
    return steps[len(steps) // 2] if steps else 0.0


def at(times, values, t, i):
    """The line between points i and i + 1."""
    if i + 1 >= len(times) or times[i + 1] <= times[i]:
        return values[i]
    part = min(max((t - times[i]) / (times[i + 1] - times[i]), 0.0), 1.0)
    return values[i] + part * (values[i + 1] - values[i])


def worst_excess(run_times, run_values, times, values, width, reach):
    """How far the run leaves the tube at most, and when; (0, None) if it never does."""
    low, high = collections.deque(), collections.deque()
    worst, when = 0.0, None
    begin = end = left = right = 0
    for t, y in zip(run_times, run_values):
        if t > times[-1]:
            break  # nothing is known of what comes after the reference
        while end < len(times) and times[end] <= t + reach:
            while low and values[low[-1]] >= values[end]:
                low.pop()
            while high and values[high[-1]] <= values[end]:
                high.pop()
            low.append(end)
            high.append(end)
            end += 1
        while begin < end and times[begin] < t - reach:
            begin += 1
            while low and low[0] < begin:
                low.popleft()
            while high and high[0] < begin:
                high.popleft()
        # the reference at the ends of the window, between its points
        while left + 1 < len(times) and times[left + 1] <= t - reach:
            left += 1
        while right + 1 < len(times) and times[right + 1] <= t + reach:
            right += 1
        edges = [at(times, values, t - reach, left), at(times, values, t + reach, right)]
        least = min(edges + ([values[low[0]]] if low else []))
        most = max(edges + ([values[high[0]]] if high else []))
        excess = max(y - most, least - y)
        if not excess <= width:  # also where the run has no number
            if when is None or not excess - width <= worst:
                worst, when = excess - width, t
    return worst, when


def compare(run_file, reference_file, listed=None, sampled=False):
    """(missing names, [(name, excess as a part of the range, time)]) of the signals outside their tubes, worst first."""
    reference, run = read(reference_file), read(run_file)
    gap = interval(reference["time"])
    reach = min(gap, interval(run["time"])) if sampled else gap
    missing, outside = [], []
    for name in wanted_signals(reference, listed):
        if name not in run:
            missing.append(name)
            continue
        values = reference[name]
        largest = max(abs(v) for v in values)
        span = max(values) - min(values)
        scale = span if span > 1e-6 * largest else largest
        width = WIDTH * scale + ROUNDING * largest + 1e-12
        inside, around = (run["time"], run[name]), (reference["time"], values)
        worst, when = worst_excess(*around, *inside, width, reach) if sampled else worst_excess(*inside, *around, width, reach)
        if when is not None:
            outside.append((name, worst / scale if scale > 0 else worst, when))
    outside.sort(key=lambda one: -one[1])
    return missing, outside, run["time"][-1] >= reference["time"][-1] - gap
