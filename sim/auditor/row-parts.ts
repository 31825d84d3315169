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
  for (let from = 0; from < items.length; from += max) pieces.push(items.slice(from, from + max));
  return pieces;
}

/** Returns the row that answers a command, and the events left to further rows. */
export function firstRow(verdict: Verdict, max: number): [Verdict, readonly Happening[]] {
  if (verdict.kind !== 'done' || verdict.events.length <= max) return [verdict, []];
  const part = { of: 'turn', isLast: false } as const;
  return [{ kind: 'done', events: verdict.events.slice(0, max), part }, verdict.events.slice(max)];
}
