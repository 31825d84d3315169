import type { Happening } from './facts.ts';
import type { Model } from './model.ts';
import type { Part, Verdict } from './model-commands.ts';

/** Accounts changed by acts of which the last row is not stored (R-LED-27). */
export class UnfinishedActs {
  readonly tick = new Set<number>();
  readonly turn = new Set<number>();

  note(events: readonly Happening[], part: Part | undefined): void {
    if (part === undefined) return;
    if (part.isLast) this[part.of].clear();
    else for (const { accountId } of events) this[part.of].add(accountId);
  }
}

/** Has accounts that still exist checked with the next decision. */
export function recheck({ accounts, changed }: Model, accountIds: Iterable<number>): void {
  for (const id of accountIds) if (accounts.has(id)) changed.add(id);
}

export function inPieces<Item>(items: readonly Item[], max: number): Item[][] {
  const pieces: Item[][] = [];
  for (let from = 0; from < items.length; from += pieces.at(-1)?.length ?? 0)
    pieces.push(items.slice(from, cutAfter(items, from, max)));
  return pieces;
}

/** End of the piece that begins at an index: a row never ends between the orders of a pair (R-ORD-39). */
function cutAfter(items: readonly unknown[], from: number, max: number): number {
  let to = Math.min(from + max, items.length);
  while (to > from + 1 && isOfPair(items[to])) to -= 1;
  return to;
}

function isOfPair(item: unknown): boolean {
  const { type, order } = (item ?? {}) as { type?: string; order?: { cancelReason?: string | null } };
  if (type === 'OrderUnlinked' || type === 'OrderLinked') return true;
  return type === 'OrderCancelled' && order?.cancelReason === 'other-filled';
}

/** Returns the row that answers a command, and the events left to further rows. */
export function firstRow(verdict: Verdict, max: number): [Verdict, readonly Happening[]] {
  if (verdict.kind !== 'done' || verdict.events.length <= max) return [verdict, []];
  const part = { of: 'turn', isLast: false } as const;
  const end = cutAfter(verdict.events, 0, max);
  if (end === verdict.events.length) return [verdict, []];
  return [{ kind: 'done', events: verdict.events.slice(0, end), part }, verdict.events.slice(end)];
}
