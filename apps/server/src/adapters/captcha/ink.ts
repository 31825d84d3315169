import type { GlyphPoint } from './glyphs.ts';

/** Ink points per pixel in each direction, for smooth edges. */
const finer = 3;
const stepsOfBend = 8;

export type Warp = (x: number, y: number) => readonly [number, number];

/** A canvas for strokes of a round pen, with the whole picture warped. */
export class Ink {
  readonly #width: number;
  readonly #height: number;
  readonly #warp: Warp;
  readonly #points: Uint8Array;

  constructor(width: number, height: number, warp: Warp) {
    this.#width = width * finer;
    this.#height = height * finer;
    this.#warp = warp;
    this.#points = new Uint8Array(this.#width * this.#height);
  }

  /** Draws a line whose width varies from `start` on. */
  draw(line: readonly GlyphPoint[], radius: number, start: number): void {
    let swell = start;
    line.forEach(([x, y], at) => {
      const [toX, toY] = line[at + 1] ?? [x, y];
      const length = Math.hypot(toX - x, toY - y);
      const steps = Math.max(1, Math.ceil(length * 1.2));
      for (let step = 0; step <= steps; step += 1) {
        swell += length / steps / 18;
        const share = step / steps;
        const [warpedX, warpedY] = this.#warp(x + (toX - x) * share, y + (toY - y) * share);
        this.#dot(warpedX * finer, warpedY * finer, radius * finer * (1 + 0.22 * Math.sin(swell)));
      }
    });
  }

  /** Returns the inked share of a pixel, 0 to 1. */
  at(x: number, y: number): number {
    let inked = 0;
    for (let row = 0; row < finer; row += 1)
      for (let column = 0; column < finer; column += 1)
        inked += this.#points[(y * finer + row) * this.#width + x * finer + column] ?? 0;
    return inked / (finer * finer);
  }

  #dot(x: number, y: number, radius: number): void {
    const last = Math.min(this.#height - 1, Math.floor(y + radius));
    for (let row = Math.max(0, Math.ceil(y - radius)); row <= last; row += 1) {
      const half = Math.sqrt(Math.max(0, radius * radius - (row - y) * (row - y)));
      const from = Math.max(0, Math.ceil(x - half));
      const to = Math.min(this.#width - 1, Math.floor(x + half));
      if (to >= from) this.#points.fill(1, row * this.#width + from, row * this.#width + to + 1);
    }
  }
}

/** Returns a smooth curve through the points (Catmull-Rom). */
export function bend(points: readonly GlyphPoint[]): GlyphPoint[] {
  const smooth: GlyphPoint[] = [];
  points.forEach((here, at) => {
    const next = points[at + 1];
    if (next === undefined) return;
    const before = points[at - 1] ?? here;
    const after = points[at + 2] ?? next;
    for (let step = 0; step < stepsOfBend; step += 1) {
      const share = step / stepsOfBend;
      smooth.push([0, 1].map((axis) => between(before, here, next, after, axis, share)) as [number, number]);
    }
  });
  return [...smooth, ...points.slice(-1)];
}

function between(
  before: GlyphPoint,
  here: GlyphPoint,
  next: GlyphPoint,
  after: GlyphPoint,
  axis: number,
  share: number,
): number {
  const [a, b, c, d] = [before, here, next, after].map((point) => point[axis] ?? 0) as [number, number, number, number];
  const slope = (c - a) * share;
  const square = (2 * a - 5 * b + 4 * c - d) * share * share;
  const cube = (d - a + 3 * (b - c)) * share * share * share;
  return 0.5 * (2 * b + slope + square + cube);
}
