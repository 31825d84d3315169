import { existsSync, readdirSync } from 'node:fs';
import { queryEmbedded } from './embedded-database.ts';

interface Kept {
  /** Hash of each journal entry, by its number. */
  readonly journal: ReadonlyMap<number, string>;
  readonly orders: readonly number[];
  /** Hash of each receipt, by its id. */
  readonly receipts: ReadonlyMap<string, string>;
  readonly isTrialClosed: boolean;
  readonly deposits: number;
}

/** Reads from a running database what must be the same, or must not be there, after a restore. */
export async function recordOf(dir: string): Promise<Kept> {
  const rows = async <Row>(text: string) => (await queryEmbedded(dir, text)) as Row[];
  const journal = await rows<{ seq: string; hash: string }>(`select seq, encode(hash, 'hex') as hash from journal`);
  const orders = await rows<{ id: string }>('select id from trade_order');
  const receipts = await rows<{ id: string; hash: string }>('select id, hash from receipt');
  const closed = await rows(`select 1 from company where status = 1`);
  const deposits = await rows(`select 1 from funds_request where kind = 'deposit' and finished_at_ms is not null`);
  return {
    journal: new Map(journal.map(({ seq, hash }) => [Number(seq), hash])),
    orders: orders.map(({ id }) => Number(id)),
    receipts: new Map(receipts.map(({ id, hash }) => [id, hash])),
    isTrialClosed: closed.length > 0,
    deposits: deposits.length,
  };
}

/** Names of all files below a folder, in order. */
export const filesIn = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .toSorted()
    : [];
