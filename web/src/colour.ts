// A perceptually uniform, colour-blind-safe colour map: an arc in the OKLab colour space from dark indigo over
// grey-green to light yellow, walked at constant speed, with lightness rising all the way.

export type Lab = [number, number, number];
const START: Lab = [0.26, 0.015, -0.105];
const BEND: Lab = [0.6, -0.12, 0.0];
const END: Lab = [0.94, -0.05, 0.15];

function bezier(t: number): Lab {
  const u = 1 - t;
  const mix = (k: 0 | 1 | 2) => u * u * START[k] + 2 * u * t * BEND[k] + t * t * END[k];
  return [mix(0), mix(1), mix(2)];
}

/** Arc length of the curve at 513 parameters, for the constant speed. */
const ARC: Float64Array = (() => {
  const lengths = new Float64Array(513);
  let before = bezier(0);
  for (let i = 1; i < lengths.length; i++) {
    const here = bezier(i / 512);
    lengths[i] = lengths[i - 1]! + Math.hypot(here[0] - before[0], here[1] - before[1], here[2] - before[2]);
    before = here;
  }
  return lengths;
})();

export function map_lab(value: number): Lab {
  const target = Math.min(1, Math.max(0, value)) * ARC[512]!;
  let low = 0;
  let high = 512;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ARC[middle]! <= target) low = middle;
    else high = middle;
  }
  const part = (target - ARC[low]!) / (ARC[high]! - ARC[low]!);
  return bezier((low + part) / 512);
}

/** Linear sRGB; outside 0..1 when the colour is not displayable. */
export function lab_to_linear([L, a, b]: Lab): [number, number, number] {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encode(linear: number): number {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}

export const PALETTE: readonly (readonly [number, number, number])[] = Array.from({ length: 256 }, (_, i) => {
  const [r, g, b] = lab_to_linear(map_lab(i / 255));
  return [encode(r), encode(g), encode(b)] as const;
});

/** Palette entry of a value in 0..1. */
export function palette_index(value: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}

export function css_colour(value: number): string {
  const [r, g, b] = PALETTE[palette_index(value)]!;
  return `rgb(${r},${g},${b})`;
}

export function css_gradient(stops = 12): string {
  return `linear-gradient(to right, ${Array.from({ length: stops + 1 }, (_, i) => css_colour(i / stops)).join(", ")})`;
}
