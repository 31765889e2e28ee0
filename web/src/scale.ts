// Scales and ticks.

export interface Scale {
  (value: number): number;
  invert(pixel: number): number;
}

export function linear_scale(d0: number, d1: number, r0: number, r1: number): Scale {
  const k = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0);
  const scale = ((value: number) => r0 + (value - d0) * k) as Scale;
  scale.invert = (pixel) => (k === 0 ? d0 : d0 + (pixel - r0) / k);
  return scale;
}

export function log_scale(d0: number, d1: number, r0: number, r1: number): Scale {
  const inner = linear_scale(Math.log10(d0), Math.log10(d1), r0, r1);
  const scale = ((value: number) => inner(Math.log10(value))) as Scale;
  scale.invert = (pixel) => 10 ** inner.invert(pixel);
  return scale;
}

/** Distance of round ticks (1, 2, 5 times a power of ten) so that about `count` fit into `span`. */
export function tick_step(span: number, count: number): number {
  if (!(span > 0) || !Number.isFinite(span)) return 1;
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const ratio = raw / power;
  return power * (ratio > 7.0710678 ? 10 : ratio > 3.1622776 ? 5 : ratio > 1.4142135 ? 2 : 1);
}

export function linear_ticks(low: number, high: number, count: number): { values: number[]; step: number } {
  const step = tick_step(high - low, count);
  const values: number[] = [];
  if (!(high >= low) || !Number.isFinite(low) || !Number.isFinite(high)) return { values, step };
  const last = Math.floor(high / step + 1e-9);
  // Counted, not accumulated: a step far below the resolution of `low` must not loop for ever.
  for (let i = Math.ceil(low / step - 1e-9), n = 0; i <= last && n < 1000; i++, n++) {
    // Through the text of the step, so 3 * 0.1 is 0.3.
    values.push(Number((i * step).toPrecision(12)));
  }
  return { values, step };
}

/** Ticks of a logarithmic axis: labelled `major` and unlabelled `minor` ones. */
export function log_ticks(low: number, high: number, count: number): { major: number[]; minor: number[] } {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.ceil(Math.log10(high) - 1e-9);
  const decades = Math.log10(high / low);
  const inside = (v: number) => v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9);
  const major: number[] = [];
  const minor: number[] = [];
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const mantissas = decades <= 1.2 ? [1, 2, 3, 5, 7] : decades * 3 <= count ? [1, 2, 5] : [1];
  for (let e = first; e <= last; e++) {
    for (let m = 1; m < 10; m++) {
      const value = Number(`${m}e${e}`);
      if (!inside(value)) continue;
      const labelled = mantissas.includes(m) && (mantissas.length > 1 || (((e % every) + every) % every === 0));
      if (labelled) major.push(value);
      else if (every === 1 || m === 1) minor.push(value);
    }
  }
  if (major.length < 2) return { major: linear_ticks(low, high, Math.min(count, 4)).values.filter((v) => v > 0), minor };
  return { major, minor };
}

/** Limits of a logarithmic axis around positive values, with a little air on both sides. */
export function log_domain(low: number, high: number): [number, number] {
  if (!(low > 0 && high >= low) || !Number.isFinite(high)) return [0.1, 10];
  const air = Math.max(0.12, 0.06 * Math.log10(high / low));
  const wide = Math.max(0, (0.6 - Math.log10(high / low)) / 2);
  return [low / 10 ** (air + wide), high * 10 ** (air + wide)];
}
