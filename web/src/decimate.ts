// Drawing and reading of long trajectories.

/** Index of the first element >= value in an ascending array. */
export function lower_bound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Indices to draw between t0 and t1 on `columns` pixel columns: per column the first, lowest, highest and last
 * sample, in order of time, so the picture is the same as with all samples. One sample beyond each end keeps the
 * line running out of the frame. Samples that are not finite are kept: they break the line.
 */
export function decimate(time: Float64Array, values: Float64Array, t0: number, t1: number, columns: number): Uint32Array {
  const begin = Math.max(0, lower_bound(time, t0) - 1);
  const end = Math.min(time.length, lower_bound(time, t1) + 2);
  const count = Math.max(0, end - begin);
  if (count <= 4 * columns) return Uint32Array.from({ length: count }, (_, i) => begin + i);
  const out = new Uint32Array(4 * (columns + 2) + 4);
  let used = 0;
  const push = (index: number) => {
    if (used === 0 || out[used - 1]! < index) out[used++] = index;
  };
  const scale = columns / (t1 - t0);
  const column_of = (i: number) => Math.min(columns, Math.max(-1, Math.floor((time[i]! - t0) * scale)));
  let i = begin;
  while (i < end) {
    const column = column_of(i);
    const first = i;
    let lowest = i;
    let highest = i;
    let broken = -1;
    for (; i < end && column_of(i) === column; i++) {
      const v = values[i]!;
      if (!Number.isFinite(v)) broken = i;
      else {
        if (!(v >= values[lowest]!)) lowest = i;
        if (!(v <= values[highest]!)) highest = i;
      }
    }
    const picks = [first, lowest, highest, i - 1];
    if (broken >= 0) picks[3] = broken === first ? i - 1 : broken;
    for (const pick of picks.sort((a, b) => a - b)) push(pick);
  }
  return out.subarray(0, used);
}

/** Value at time t: linear between the neighbouring samples, NaN outside the record. */
export function sample(time: Float64Array, values: Float64Array, t: number): number {
  const n = time.length;
  if (n === 0 || !(t >= time[0]!) || t > time[n - 1]!) return NaN;
  const right = lower_bound(time, t);
  if (time[right] === t || right === 0) return values[right]!;
  const left = right - 1;
  const part = (t - time[left]!) / (time[right]! - time[left]!);
  return values[left]! + part * (values[right]! - values[left]!);
}

/** Differences to a reference at the times of the run (the reference read linearly between its samples). */
export function difference(
  time: Float64Array, values: Float64Array, reference_time: Float64Array, reference: Float64Array,
): Float64Array {
  const out = new Float64Array(time.length).fill(NaN);
  const n = reference_time.length;
  if (n === 0) return out;
  // Both records ascend, so one walk serves all samples.
  let right = 0;
  for (let i = 0; i < time.length; i++) {
    const t = time[i]!;
    if (t < reference_time[0]! || t > reference_time[n - 1]!) continue;
    while (right < n - 1 && reference_time[right]! < t) right++;
    let expected = reference[right]!;
    if (reference_time[right]! > t && right > 0) {
      const left = right - 1;
      const part = (t - reference_time[left]!) / (reference_time[right]! - reference_time[left]!);
      expected = reference[left]! + part * (reference[right]! - reference[left]!);
    }
    out[i] = values[i]! - expected;
  }
  return out;
}

/** Lowest and highest finite value between t0 and t1, including where the line enters and leaves. */
export function extent(time: Float64Array, values: Float64Array, t0: number, t1: number): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  const take = (v: number) => {
    if (!Number.isFinite(v)) return;
    if (v < low) low = v;
    if (v > high) high = v;
  };
  take(sample(time, values, t0));
  take(sample(time, values, t1));
  for (let i = lower_bound(time, t0); i < time.length && time[i]! <= t1; i++) take(values[i]!);
  return [low, high];
}
