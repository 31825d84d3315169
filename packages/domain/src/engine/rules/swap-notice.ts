import type { InstrumentId, Side } from '../../values/ids.ts';
import type { InstrumentTerms } from '../../values/instrument-terms.ts';

/** Notice before a worse swap is charged to positions that were open when it was set (R-LED-45). */
export const swapNoticeMs = 24 * 3_600_000;

export type Swaps = Pick<InstrumentTerms, 'swapLongE2' | 'swapShortE2'>;

/** Swaps that positions opened by a time keep until the notice of the change has ended. */
export interface SwapNotice extends Swaps {
  readonly openedByMs: number;
  readonly untilMs: number;
}

/** Newest worse swap that an account was notified of, by instrument and side (R-ORD-45). */
export interface GivenSwapNotice {
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  /** Time of the change. */
  readonly changedAtMs: number;
  readonly untilMs: number;
}

/** Worse swap of one side, in hundredths of a point; below zero is a charge. */
export interface SwapStep {
  readonly beforeE2: number;
  readonly afterE2: number;
}

/** Next worse swap of an open position. */
export interface ComingSwap extends SwapStep {
  readonly fromMs: number;
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

/** Returns the swap of one side. */
export function swapOf({ swapLongE2, swapShortE2 }: Swaps, side: Side): number {
  return side === 'buy' ? swapLongE2 : swapShortE2;
}

/** Returns the newest running notice of a swap that was better on this side than the present one; null without one. */
export function newestSwapNotice(
  notices: readonly SwapNotice[],
  present: Swaps,
  side: Side,
  atMs: number,
): SwapNotice | null {
  const worse = notices.filter((one) => atMs < one.untilMs && swapOf(one, side) > swapOf(present, side));
  return worse.at(-1) ?? null;
}

/** Returns the next worse swap that a position opened at `openedAtMs` gets after `atMs`; null if none is coming. */
export function comingSwapOf(
  notices: readonly SwapNotice[],
  present: Swaps,
  { side, openedAtMs }: { readonly side: Side; readonly openedAtMs: number },
  atMs: number,
): ComingSwap | null {
  const at = (timeMs: number) => swapOf(swapsOfPosition(notices, present, openedAtMs, timeMs), side);
  const beforeE2 = at(atMs);
  const ends = notices.flatMap(({ untilMs }) => (untilMs > atMs ? [untilMs] : [])).sort((a, b) => a - b);
  const fromMs = ends.find((endMs) => at(endMs) < beforeE2);
  return fromMs === undefined ? null : { fromMs, beforeE2, afterE2: at(fromMs) };
}
