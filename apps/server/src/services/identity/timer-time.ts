import type { Clock } from '../../ports/clock.ts';

/** The time by which codes, tickets and proofs expire: a confirmed earlier time lengthens none of them (R-TIME-10). */
export function timerTime(clock: Clock): number {
  return clock.timerMs?.() ?? clock.nowMs();
}
