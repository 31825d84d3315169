import { Worker } from 'node:worker_threads';
import type { Client } from 'pg';
import type { Entry } from './stored-journal.ts';

interface ReceiptRow {
  id: string;
  account_id: number;
  text: string;
  hash: string;
  signature: string;
  key_id: string;
}

/** Checks that every fill of the journal has one receipt, and that the verifier accepts each account's receipts. */
export async function auditReceipts(client: Client, entries: readonly Entry[]): Promise<string[]> {
  const { rows } = await client.query<ReceiptRow>('select * from receipt order by account_id, number');
  const keys = await client.query<{ key_id: string; public_key: string }>('select * from receipt_key');
  const wanted = entries.flatMap(({ events }) => events.flatMap(receiptOf)).toSorted();
  const given = new Set(rows.map(({ id }) => id));
  const wrong = wanted.filter((id) => !given.has(id)).map((id) => `receipt ${id} is missing`);
  if (rows.length !== wanted.length) wrong.push(`${wanted.length} fills have ${rows.length} receipts`);
  const byAccount = new Map<number, ReceiptRow[]>();
  for (const row of rows) {
    const mine = byAccount.get(row.account_id) ?? [];
    byAccount.set(row.account_id, mine);
    mine.push(row);
  }
  const published = keys.rows.map((key) => ({ ...key, algorithm: 'Ed25519' }));
  return [...wrong, ...(await verified([...byAccount.values()], published))];
}

/**
 * Verifies signatures in a thread: thousands take seconds, in which this thread's proxies would pass nothing on between the
 * processes of the cluster.
 */
function verified(accounts: readonly (readonly ReceiptRow[])[], keys: readonly object[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const file = new URL('./receipt-thread.mjs', import.meta.url);
    const thread = new Worker(file, { workerData: { accounts, keys }, execArgv: [] });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

function receiptOf({ type, order, closed }: Entry['events'][number]): string[] {
  if (type === 'OrderOpened') return [`${order?.id}-open`];
  if (type === 'OrderClosed') return [`${order?.id}-close`];
  return type === 'OrderReduced' ? [`${closed?.id}-close`] : [];
}
