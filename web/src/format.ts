// Numbers for engineers: engineering notation, SI prefixes where a unit takes them, tabular text.

const THIN = "\u202f"; // narrow no-break space
const MINUS = "\u2212";
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const PREFIXES: Record<number, string> = {
  [-15]: "f", [-12]: "p", [-9]: "n", [-6]: "µ", [-3]: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T",
};
const PREFIXABLE = /^(A|V|W|Pa|N|J|Hz|Ohm|F|H|T|Wb|C|m|g|Wh|VA|S|mol|bar)(?=$|[./])/;

export function superscript(n: number): string {
  const digits = String(Math.abs(n)).replace(/\d/g, (d) => SUPERSCRIPT[Number(d)]!);
  return (n < 0 ? "⁻" : "") + digits;
}

function special(value: number): string | null {
  if (Number.isNaN(value)) return "—";
  if (value === Infinity) return "∞";
  if (value === -Infinity) return MINUS + "∞";
  return null;
}

function group(text: string): string {
  const [whole, fraction] = text.split(".") as [string, string | undefined];
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function trim_zeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** `value` (finite, any size near 1..1e6) with `digits` significant digits and no exponent. */
function plain(value: number, digits: number): string {
  const magnitude = Math.abs(value);
  const decimals = magnitude === 0 ? 0 : Math.max(0, digits - 1 - Math.floor(Math.log10(magnitude)));
  const text = group(trim_zeros(magnitude.toFixed(Math.min(decimals, 20))));
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** Mantissa and exponent (a multiple of three) after rounding to `digits`, so 999.96 becomes 1 k and never 1000. */
export function engineering(value: number, digits: number): { mantissa: number; exponent: number } {
  if (value === 0 || !Number.isFinite(value)) return { mantissa: value, exponent: 0 };
  const rounded = Number(value.toPrecision(digits));
  const decade = Number(Math.abs(rounded).toExponential(digits - 1).split("e")[1]);
  const exponent = Math.floor(decade / 3) * 3;
  // Through the decimal text: dividing by a power of ten would bring back binary rounding noise.
  const [significand, power] = rounded.toExponential(digits - 1).split("e") as [string, string];
  return { mantissa: Number(`${significand}e${Number(power) - exponent}`), exponent };
}

export function integer(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "—";
  return special(value) ?? (value < 0 ? MINUS : "") + group(Math.abs(Math.round(value)).toFixed(0));
}

/** A pure number: plain between 1e-3 and 1e6, engineering notation outside. */
export function decimal(value: number, digits = 4): string {
  const text = special(value);
  if (text !== null) return text;
  const magnitude = Math.abs(value);
  if (magnitude === 0 || (magnitude >= 1e-3 && magnitude < 1e6)) return plain(Number(value.toPrecision(digits)), digits);
  const { mantissa, exponent } = engineering(value, digits);
  return `${plain(mantissa, digits)}×10${superscript(exponent)}`;
}

/** Errors are read by their size: 2.1·10⁻⁵, not 21·10⁻⁶. */
export function error_text(value: number): string {
  if (!(value > 0) || !Number.isFinite(value) || value >= 1e-3) return decimal(value, 2);
  const [digits, power] = value.toExponential(1).split("e") as [string, string];
  return `${digits === "1.0" ? "" : `${digits.replace(/\.0$/, "")}×`}10${superscript(Number(power))}`;
}

/** A Modelica unit string for reading: "N.m/s2" becomes "N·m/s²". */
export function pretty_unit(unit: string): string {
  if (unit === "" || unit === "1") return "";
  return unit
    .replace(/^degC$/, "°C")
    .replace(/^deg$/, "°")
    .replace(/Ohm/g, "Ω")
    .replace(/([A-Za-zΩ])(-?\d+)/g, (_, letter: string, power: string) => letter + superscript(Number(power)))
    .replace(/\./g, "·");
}

/** Factor and unit text that suit values of this magnitude: one prefix for a whole axis. */
export function axis_unit(magnitude: number, unit: string): { exponent: number; unit: string } {
  const pretty = pretty_unit(unit);
  if (magnitude === 0 || !Number.isFinite(magnitude)) return { exponent: 0, unit: pretty };
  const exponent = Math.floor(Math.log10(magnitude) / 3) * 3;
  if (exponent === 0) return { exponent: 0, unit: pretty };
  const takes_prefix = unit === "s" ? exponent < 0 : PREFIXABLE.test(unit);
  if (takes_prefix && PREFIXES[exponent] !== undefined) return { exponent, unit: PREFIXES[exponent] + pretty };
  if (magnitude >= 1e-3 && magnitude < 1e5) return { exponent: 0, unit: pretty };
  return { exponent, unit: `10${superscript(exponent)}${pretty ? THIN + pretty : ""}` };
}

export function quantity(value: number, unit: string, digits = 4): string {
  const text = special(value);
  const pretty = pretty_unit(unit);
  const tail = pretty === "°" ? pretty : pretty && THIN + pretty;
  if (text !== null) return Number.isNaN(value) ? text : text + tail;
  if (unit === "s") return seconds(value, digits);
  if (PREFIXABLE.test(unit) && value !== 0) {
    const { mantissa, exponent } = engineering(value, digits);
    if (PREFIXES[exponent] !== undefined) return `${plain(mantissa, digits)}${THIN}${PREFIXES[exponent]}${pretty}`;
  }
  return decimal(value, digits) + tail;
}

/** A duration: µs, ms, s; above that seconds stay seconds, because nobody reads kiloseconds. */
export function seconds(value: number, digits = 4): string {
  const text = special(value);
  if (text !== null) return Number.isNaN(value) ? text : `${text}${THIN}s`;
  const { mantissa, exponent } = engineering(value, digits);
  if (exponent < 0 && PREFIXES[exponent] !== undefined) return `${plain(mantissa, digits)}${THIN}${PREFIXES[exponent]}s`;
  return `${decimal(value, digits)}${THIN}s`;
}

/** The separability index: never rounded up to 1, which it cannot reach. */
export function index_text(value: number): string {
  if (Number.isNaN(value)) return "undefined";
  return value < 1 && value > 0.9994 ? "> 0.999" : decimal(value, 3);
}

/** Label of a tick: as many decimals as the tick distance needs, so that all labels of an axis line up. */
export function tick_label(value: number, step: number): string {
  if (value === 0 || Math.abs(value) < step * 1e-9) return "0";
  if (step !== 0 && (step < 1e-4 || Math.abs(value) >= 1e7)) return decimal(value, 5);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const text = group(Math.abs(value).toFixed(Math.min(decimals, 12)));
  return value < 0 ? MINUS + text : text;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${integer(count)} ${count === 1 ? one : many}`;
}
