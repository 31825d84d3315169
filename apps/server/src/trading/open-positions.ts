import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { ClientBook } from '@candor/domain/hedging/client-book';
import type { Journal } from '../ports/journal.ts';
import type { SnapshotHead, SnapshotReader } from '../ports/snapshots.ts';
import { createFold } from './journal-fold.ts';
import { restoreFold } from './snapshots/restore-fold.ts';

interface Sources {
  readonly shard: number;
  readonly policy: TradingPolicy;
  readonly journal: Pick<Journal, 'read' | 'position'>;
  readonly snapshots: Pick<SnapshotReader, 'parts'>;
  /** Whole snapshots, newest first. */
  readonly heads: readonly SnapshotHead[];
  /** Called for every snapshot that cannot be used, with the reason. */
  readonly onDamaged: (seq: number, reason: string) => void;
}

/**
 * Adds the real accounts and open positions of a shard's newest usable snapshot to a book; returns the entry that it includes, 0
 * without one: the book then follows the journal from its first entry (R-HDG-06).
 */
export async function loadOpenPositions(book: ClientBook, from: Sources): Promise<number> {
  const { lastSeq } = await from.journal.position();
  const fold = createFold(from.policy, from.shard);
  if (!(await restoreFold(fold, from.heads, { ...from, lastSeq }))) return 0;
  for (const account of fold.state.accounts.values()) {
    if (account.realm !== 'real') continue;
    book.addAccount(account.id, account.tenantId);
    for (const order of account.orders.values()) book.addOrder(order);
  }
  return fold.seq;
}
