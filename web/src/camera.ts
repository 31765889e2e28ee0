// Looking at points in space from afar: directions of the screen, and places on it.

export type Vector = readonly [number, number, number];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const scaled = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k];
const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const unit = (a: Vector): Vector => scaled(a, 1 / Math.sqrt(dot(a, a)));

export interface Camera {
  /** Directions in space that point right, up and to the reader. */
  right: Vector;
  up: Vector;
  near: Vector;
}

/** The two directions of the ground, for what is up; the first is x where that lies in the ground. */
export function ground_of(up: Vector): [Vector, Vector] {
  const vertical = unit(up);
  const start: Vector = Math.abs(vertical[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const first = unit(sum(start, scaled(vertical, -dot(start, vertical))));
  return [first, cross(vertical, first)];
}

/** `turn`: about the vertical, 0 looks along the second direction of the ground; `lift`: from the ground up. In radians. */
export function camera(up: Vector, turn: number, lift: number): Camera {
  const [first, second] = ground_of(up);
  const vertical = unit(up);
  const right = sum(scaled(first, Math.cos(turn)), scaled(second, Math.sin(turn)));
  const away = sum(scaled(first, -Math.sin(turn)), scaled(second, Math.cos(turn)));
  return {
    right,
    up: sum(scaled(vertical, Math.cos(lift)), scaled(away, Math.sin(lift))),
    near: sum(scaled(vertical, Math.sin(lift)), scaled(away, -Math.cos(lift))),
  };
}

/** A plane seen from the front. */
export const FRONT: Camera = { right: [1, 0, 0], up: [0, 1, 0], near: [0, 0, 1] };

export interface Place {
  x: number;
  y: number;
  /** Larger is nearer. */
  depth: number;
}

export function project(view: Camera, point: Vector): Place {
  return { x: dot(point, view.right), y: -dot(point, view.up), depth: dot(point, view.near) };
}

/** Middle and radius of a ball around all points. */
export function ball_around(points: readonly Vector[]): { middle: Vector; radius: number } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k]!, point[k]!);
      high[k] = Math.max(high[k]!, point[k]!);
    }
  }
  const middle: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  let radius = 0;
  for (const point of points) {
    const away = sum(point, scaled(middle, -1));
    radius = Math.max(radius, Math.sqrt(dot(away, away)));
  }
  return { middle, radius: radius > 0 ? radius : 1 };
}
