import type { SwapNoticed } from './event.ts';
import type { ValuedOrder } from './facts.ts';
import { newestSwapNotice, swapOf } from './rules/swap-notice.ts';
import type { AccountState, EngineState } from './state.ts';

/**
 * Returns the next notice of a worse swap that an account with these open orders is due; null if it has had every one.
 * Each change is notified once for an instrument and side, also if the first position is opened while its notice runs
 * (R-ORD-45).
 */
export function decideSwapNotice(
  { rules, specs }: EngineState,
  account: AccountState,
  open: readonly ValuedOrder[],
  atMs: number,
): SwapNoticed | null {
  const { id: accountId, tenantId, swapNotices: given } = account;
  if ((rules.swapNotices.get(tenantId)?.size ?? 0) === 0) return null;
  for (const { order } of open) {
    const { instrumentId, side } = order;
    const present = rules.specOf(specs.get(instrumentId), tenantId);
    if (present === undefined) continue;
    const newest = newestSwapNotice(rules.swapNoticesOf(tenantId, instrumentId), present, side, atMs);
    if (newest === null) continue;
    const { openedByMs: changedAtMs, untilMs } = newest;
    const known = given.find((one) => one.instrumentId === instrumentId && one.side === side);
    if (known !== undefined && known.changedAtMs >= changedAtMs) continue;
    const isOlder = ({ order: other }: ValuedOrder) =>
      other.instrumentId === instrumentId && other.side === side && (other.openedAtMs ?? 0) <= changedAtMs;
    return {
      type: 'SwapNoticed',
      atMs,
      accountId,
      transfers: [],
      notice: { instrumentId, side, changedAtMs, untilMs },
      beforeE2: swapOf(newest, side),
      afterE2: swapOf(present, side),
      fromMs: open.some(isOlder) ? untilMs : null,
    };
  }
  return null;
}
