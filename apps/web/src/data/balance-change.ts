import type { BillingEntry } from '@candor/contracts/http/account';

export interface BalanceChange {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the balance before and after the postings that an order caused when it closed, from entries that are newest
 * first; null if the entries do not hold all of them.
 */
export function balanceChange(
  entries: readonly BillingEntry[],
  order: { readonly id: number; readonly endedAtMs: number | null },
): BalanceChange | null {
  const isOwn = (entry: BillingEntry) => entry.OrderId === order.id && entry.CreatedAtTran === order.endedAtMs;
  const last = entries.findIndex(isOwn);
  if (last === -1) return null;
  let older = last;
  while (entries[older] !== undefined && isOwn(entries[older] as BillingEntry)) older += 1;
  const [after, before] = [entries[last]?.Balance, entries[older]?.Balance];
  return after === undefined || before === undefined ? null : { before, after };
}
