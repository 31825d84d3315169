import type { Drawing } from '../../../session/chart-store.ts';

type Drawings = readonly Drawing[];

/** Most changes of one instrument that can be taken back, and most instruments with such changes. */
export const undoMax = 50;
const instrumentsMax = 20;

/** Drawings before each change, by instrument, of this visit. */
export class DrawingHistory {
  readonly #before = new Map<number, Drawings[]>();

  /** Notes a change, unless nothing has changed. */
  changed(instrumentId: number, before: Drawings, now: Drawings): void {
    if (JSON.stringify(before) === JSON.stringify(now)) return;
    const steps = [...(this.#before.get(instrumentId) ?? []), before].slice(-undoMax);
    this.#before.delete(instrumentId);
    this.#before.set(instrumentId, steps);
    const [oldest] = this.#before.keys();
    if (this.#before.size > instrumentsMax && oldest !== undefined) this.#before.delete(oldest);
  }

  /** Returns the drawings before the last change, which is forgotten; null if there is none. */
  takeBack(instrumentId: number): Drawings | null {
    return this.#before.get(instrumentId)?.pop() ?? null;
  }
}
