import { sql } from 'kysely';
import { ExplainedError } from '../../ports/explained-error.ts';
import type { PublishedKey, ReceiptKey } from '../../ports/projection.ts';
import type { Db } from './database.ts';

/** The key of receipts has ended: what it would sign now, every verifier refuses. */
export class ReceiptKeyEndedError extends ExplainedError {
  override readonly name = 'ReceiptKeyEndedError';
}

/** Returns every key that has signed, in order of first use. */
export async function readReceiptKeys(db: Db): Promise<PublishedKey[]> {
  const rows = await db.selectFrom('receipt_key').selectAll().orderBy('position').execute();
  const ms = (value: string | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    keyId: row.key_id,
    publicKey: row.public_key,
    fromMs: ms(row.from_ms),
    untilMs: ms(row.until_ms),
    compromisedMs: ms(row.compromised_ms),
  }));
}

/** Throws ReceiptKeyEndedError if a key may not sign any more (R-LOG-37). */
export async function requireInUse(db: Db, { keyId }: ReceiptKey): Promise<void> {
  const { rows } = await sql<{ until_ms: string }>`
    select until_ms from receipt_key where key_id = ${keyId} and until_ms is not null`.execute(db);
  const [ended] = rows;
  if (ended === undefined) return;
  const time = new Date(Number(ended.until_ms)).toISOString();
  throw new ReceiptKeyEndedError(
    `The key of receipts ${keyId} ended at ${time}, and KEYS_DIR still has it: put the newest receipt-ed25519.pem there (docs/runbook/key-rotation.md).`,
  );
}

/**
 * Returns the time at which a key ends: now, but not before the newest entry of a journal. The core's time is ahead of a clock
 * that was set back, and what a key signed must not be later than its end.
 */
export async function keyEndMs(db: Db, nowMs: number): Promise<number> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(j.at_ms) as newest from shard_lease l join journal j on j.shard = l.shard and j.seq = l.last_seq`.execute(
    db,
  );
  return Math.max(nowMs, Number(rows[0]?.newest ?? 0));
}

/** Change of the published keys; all in one transaction, and the same once more if it is repeated. */
export interface KeyChange {
  /** The key that ends. */
  readonly ended: ReceiptKey;
  /** The key that signs from now on; null if it does already. */
  readonly next: ReceiptKey | null;
  readonly atMs: number;
  /** Since when others may have had the ended key; null if nobody had. An earlier time replaces a later one. */
  readonly compromisedMs: number | null;
}

/** Ends a key and publishes the next one. A key that has ended keeps its end. */
export async function changeReceiptKeys(db: Db, { ended, next, atMs, compromisedMs }: KeyChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { keyId, publicKey } of [ended, ...(next === null ? [] : [next])])
      await sql`
        insert into receipt_key (key_id, public_key) values (${keyId}, ${publicKey}) on conflict do nothing`.execute(
        trx,
      );
    await sql`
      update receipt_key set until_ms = coalesce(until_ms, ${atMs}::bigint),
        compromised_ms = least(compromised_ms, ${compromisedMs}::bigint)
      where key_id = ${ended.keyId}`.execute(trx);
    if (next !== null)
      await sql`
        update receipt_key set from_ms = coalesce(from_ms, ${atMs}::bigint) where key_id = ${next.keyId}`.execute(trx);
  });
}
