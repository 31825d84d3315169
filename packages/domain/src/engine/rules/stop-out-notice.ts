/** Notice before a higher stop-out level reaches positions that were open when it was decided (R-ORD-41). */
export const stopOutNoticeMs = 24 * 3_600_000;

/** Lower stop-out level that positions opened by a time keep until the notice of the rise has ended. */
export interface StopOutNotice {
  /** Level kept, in percent. */
  readonly stopOutPercent: number;
  readonly openedByMs: number;
  readonly untilMs: number;
}

/** Notice that an account was given: the level that its positions get, in percent, and when. */
export interface GivenNotice {
  readonly stopOutPercent: number;
  readonly untilMs: number;
}

/** Stop-out level of one account, in percent, and the notice that it is entitled to; null if it has the company's level. */
export interface AccountStopOut {
  readonly stopOutPercent: number;
  readonly notice: GivenNotice | null;
}

const noticesMax = 8;

/**
 * Returns the notices that run after a company's stop-out level is set, in percent; `before` is undefined if it had none.
 * These are those still running, and one more if the level rises.
 * Of more than eight rises within a day the two oldest become one that keeps the lower level for the longer time.
 */
export function noticesAfter(
  running: readonly StopOutNotice[],
  before: number | undefined,
  stopOutPercent: number,
  atMs: number,
): readonly StopOutNotice[] {
  const notices = running.filter(({ untilMs }) => untilMs > atMs);
  if (before !== undefined && before < stopOutPercent)
    notices.push({ stopOutPercent: before, openedByMs: atMs, untilMs: atMs + stopOutNoticeMs });
  const kept = notices.filter((notice) => notice.stopOutPercent < stopOutPercent);
  return kept.length > noticesMax ? withOldestMerged(kept) : kept;
}

function withOldestMerged([first, second, ...others]: readonly StopOutNotice[]): readonly StopOutNotice[] {
  if (first === undefined || second === undefined) return [];
  return [{ ...second, stopOutPercent: Math.min(first.stopOutPercent, second.stopOutPercent) }, ...others];
}

/**
 * Returns the stop-out level of an account whose oldest position was opened at `oldestMs`; null without a position. The
 * level belongs to the account, so that it stays lower while one position is entitled to that.
 */
export function stopOutOf(
  notices: readonly StopOutNotice[],
  stopOutPercent: number,
  oldestMs: number | null,
): AccountStopOut {
  let [percent, untilMs] = [stopOutPercent, 0];
  for (const notice of notices) {
    if (oldestMs === null || oldestMs > notice.openedByMs) continue;
    percent = Math.min(percent, notice.stopOutPercent);
    untilMs = Math.max(untilMs, notice.untilMs);
  }
  return { stopOutPercent: percent, notice: percent === stopOutPercent ? null : { stopOutPercent, untilMs } };
}
