import type { InstrumentTerms } from '../../values/instrument-terms.ts';

/** Notice before a worse swap is charged to positions that were open when it was set (R-LED-45). */
export const swapNoticeMs = 24 * 3_600_000;

export type Swaps = Pick<InstrumentTerms, 'swapLongE2' | 'swapShortE2'>;

/** Swaps that positions opened by a time keep until the notice of the change has ended. */
export interface SwapNotice extends Swaps {
  readonly openedByMs: number;
  readonly untilMs: number;
}

const noticesMax = 8;

/**
 * Returns the notices that run after a company's swaps of an instrument are set: those still running, and one more if
 * either side is worse than before. Of more than eight within a day the two oldest become one that keeps the better swaps
 * for the longer time.
 */
export function swapNoticesAfter(
  running: readonly SwapNotice[],
  before: Swaps,
  after: Swaps,
  atMs: number,
): readonly SwapNotice[] {
  const notices = running.filter(({ untilMs }) => untilMs > atMs);
  const { swapLongE2, swapShortE2 } = before;
  if (after.swapLongE2 < swapLongE2 || after.swapShortE2 < swapShortE2)
    notices.push({ swapLongE2, swapShortE2, openedByMs: atMs, untilMs: atMs + swapNoticeMs });
  const [first, second, ...others] = notices;
  if (notices.length <= noticesMax || first === undefined || second === undefined) return notices;
  return [{ ...second, ...better(first, second) }, ...others];
}

/** Returns the swaps of a position that was opened at `openedAtMs`, for the roll at `rollMs`. */
export function swapsOfPosition(
  notices: readonly SwapNotice[],
  present: Swaps,
  openedAtMs: number,
  rollMs: number,
): Swaps {
  return notices
    .filter(({ openedByMs, untilMs }) => openedAtMs <= openedByMs && rollMs < untilMs)
    .reduce<Swaps>(better, present);
}

/** Returns the better swap of each side; below zero is a charge. */
function better(one: Swaps, other: Swaps): Swaps {
  return {
    swapLongE2: Math.max(one.swapLongE2, other.swapLongE2),
    swapShortE2: Math.max(one.swapShortE2, other.swapShortE2),
  };
}
