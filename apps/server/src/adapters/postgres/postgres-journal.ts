import type pg from 'pg';
import {
  type CommandIds,
  FencedError,
  type Journal,
  type JournalEntry,
  type JournalPosition,
  type Leadership,
  type ShardLead,
  type StoredPayments,
} from '../../ports/journal.ts';
import { byteaArray, int4Array, int8Array, textArray } from './binary-arrays.ts';
import { PostgresCommandIds } from './command-ids.ts';
import { PostgresUsedPayments } from './used-payments.ts';
import { toFencedError } from './with-lead.ts';

export interface EntryRow {
  seq: string;
  at_ms: string;
  account_id: number | null;
  client_id: string | null;
  body_hash: string | null;
  payload: string;
  hash: Buffer;
}

/** The journal in PostgreSQL: one fenced statement per batch (docs/adr/0002). */
export class PostgresJournal implements Journal {
  readonly #pool: pg.Pool;

  readonly #lead: ShardLead;

  readonly ids: CommandIds;

  readonly payments: StoredPayments;

  /** Journal of one shard; `epoch` of the lease that the process holds, 0 for a reader. */
  constructor(pool: pg.Pool, lead: ShardLead) {
    this.#pool = pool;
    this.#lead = lead;
    this.ids = new PostgresCommandIds(pool, lead.shard);
    this.payments = new PostgresUsedPayments(pool, lead.shard);
  }

  async lead(): Promise<Leadership> {
    const { shard, epoch } = this.#lead;
    const { rows } = await this.#pool.query<{
      epoch: string;
      last_seq: string;
      last_hash: Buffer;
      tick_offset: string;
    }>('select epoch, last_seq, last_hash, tick_offset from shard_lease where shard = $1', [shard]);
    const row = rows[0];
    if (row === undefined || Number(row.epoch) !== epoch)
      throw new FencedError(`Epoch ${epoch} does not lead; shard ${shard} is at ${row?.epoch ?? 'none'}`);
    return {
      epoch,
      lastSeq: Number(row.last_seq),
      lastHash: row.last_hash,
      tickOffset: Number(row.tick_offset),
    };
  }

  async commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]): Promise<void> {
    try {
      const used = entries.filter(({ payment }) => payment !== undefined);
      const isPlain = used.length === 0;
      await this.#pool.query({
        name: isPlain ? 'commit-batch' : 'commit-batch-with-payments',
        text: isPlain
          ? 'select commit_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'
          : 'select commit_batch_with_payments($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
        values: [
          this.#lead.shard,
          epoch,
          fromSeq,
          tickOffset,
          int8Array(entries.map((entry) => entry.atMs)),
          int4Array(entries.map((entry) => entry.accountId)),
          textArray(entries.map((entry) => entry.clientId)),
          textArray(entries.map((entry) => entry.bodyHash)),
          textArray(entries.map((entry) => entry.payload)),
          byteaArray(entries.map((entry) => entry.hash)),
          ...(isPlain ? [] : paymentColumns(used)),
        ],
      });
    } catch (error) {
      throw toFencedError(error);
    }
  }

  async position(): Promise<JournalPosition> {
    const { rows } = await this.#pool.query<{ epoch: string; last_seq: string }>(
      'select epoch, last_seq from shard_lease where shard = $1',
      [this.#lead.shard],
    );
    const row = rows[0];
    // No program has ever led on this database.
    if (row === undefined) return { epoch: 0, lastSeq: 0 };
    return { epoch: Number(row.epoch), lastSeq: Number(row.last_seq) };
  }

  async read(seq: number, limit: number): Promise<JournalEntry[]> {
    const { rows } = await this.#pool.query<EntryRow>(
      `select seq, at_ms, account_id, client_id, body_hash, payload, hash
       from journal where shard = $1 and seq > $2 order by seq limit $3`,
      [this.#lead.shard, seq, limit],
    );
    return rows.map(toEntry);
  }
}

/** Returns the columns of the payments that entries used. */
function paymentColumns(used: readonly JournalEntry[]): Buffer[] {
  return [
    int8Array(used.map(({ seq }) => seq)),
    textArray(used.map(({ payment }) => payment?.use ?? null)),
    textArray(used.map(({ payment }) => payment?.key ?? null)),
    int8Array(used.map(({ payment }) => payment?.by.id ?? null)),
    int4Array(used.map(({ payment }) => payment?.by.accountId ?? null)),
  ];
}

export function toEntry(row: EntryRow): JournalEntry {
  return {
    seq: Number(row.seq),
    atMs: Number(row.at_ms),
    accountId: row.account_id,
    clientId: row.client_id,
    bodyHash: row.body_hash,
    payload: row.payload,
    hash: row.hash,
  };
}
