import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Tick } from './tick-files.ts';

// The journal in the database, read and checked without the product's code.

export interface StoredOrder {
  readonly id: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: 'buy' | 'sell';
  readonly kind: string;
  readonly status: string;
  readonly targetPrice: number | null;
  readonly expiresAtMs: number | null;
  readonly placedAtMs: number;
  readonly cancelReason: string | null;
  readonly parentId: number | null;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  readonly openQuote: Tick | null;
  readonly closeQuote: Tick | null;
  readonly closePrice: number | null;
  readonly closeReason: string | null;
  /** Integer followed by `n`. */
  readonly profit: string;
}

export interface StoredEvent {
  readonly type: string;
  readonly accountId: number;
  readonly atMs: number;
  readonly order?: StoredOrder;
  /** Closed part of an order; `order` is then the part that stays open. */
  readonly closed?: StoredOrder;
  readonly transfers: readonly { readonly from: string; readonly to: string; readonly amount: string }[];
}

export interface Entry {
  readonly seq: number;
  readonly accountId: number | null;
  readonly clientId: string | null;
  readonly kind: 'done' | 'refused';
  readonly events: readonly StoredEvent[];
}

interface Row {
  seq: string;
  epoch: string;
  at_ms: string;
  account_id: number | null;
  client_id: string | null;
  body_hash: string | null;
  payload: string;
  hash: Buffer;
}

/** All journal entries read so far; each read continues where the last one ended. */
export class StoredJournal {
  readonly entries: Entry[] = [];
  readonly breaks: string[] = [];
  #hash: Buffer = Buffer.alloc(32);
  #epoch = 0;

  async read(client: Client): Promise<void> {
    for (;;) {
      const { rows } = await client.query<Row>(
        `select seq, epoch, at_ms, account_id, client_id, body_hash, payload, hash
         from journal where shard = 0 and seq > $1 order by seq limit 5000`,
        [this.entries.length],
      );
      for (const row of rows) this.#take(row);
      if (rows.length === 0) return;
    }
  }

  #take(row: Row): void {
    const seq = this.entries.length + 1;
    const { account_id: accountId, client_id: clientId, body_hash: bodyHash, payload } = row;
    const fields = JSON.stringify([seq, Number(row.at_ms), accountId, clientId, bodyHash, payload]);
    const hash = createHash('sha256').update(this.#hash).update(fields).digest();
    if (Number(row.seq) !== seq) this.breaks.push(`entry ${seq} has the number ${row.seq}`);
    if (!hash.equals(row.hash)) this.breaks.push(`entry ${seq} does not follow by its hash`);
    if (Number(row.epoch) < this.#epoch)
      this.breaks.push(`entry ${seq} is of epoch ${row.epoch}, after ${this.#epoch}`);
    this.#hash = row.hash;
    this.#epoch = Number(row.epoch);
    const { kind, events = [] } = JSON.parse(payload) as Pick<Entry, 'kind'> & { events?: StoredEvent[] };
    this.entries.push({ seq, accountId, clientId, kind, events });
  }
}

export function toInteger(text: string): bigint {
  return BigInt(text.replace(/n$/, ''));
}
