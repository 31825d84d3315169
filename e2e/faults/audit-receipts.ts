import type { Client } from 'pg';
import { checkReceipts } from '../../tools/verify-receipt/receipt-checks.mjs';
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
  const given = rows.map(({ id }) => id).toSorted();
  const wrong = wanted.filter((id) => !given.includes(id)).map((id) => `receipt ${id} is missing`);
  if (given.length !== wanted.length) wrong.push(`${wanted.length} fills have ${given.length} receipts`);
  const published = keys.rows.map((key) => ({ ...key, algorithm: 'Ed25519' }));
  for (const accountId of new Set(rows.map((row) => row.account_id))) {
    const mine = rows.filter((row) => row.account_id === accountId);
    for (const { title, checks } of checkReceipts(mine, published, { isWhole: true })) {
      for (const { ok, text } of checks) if (ok === false) wrong.push(`${title}: ${text}`);
    }
  }
  return wrong;
}

function receiptOf({ type, order, closed }: Entry['events'][number]): string[] {
  if (type === 'OrderOpened') return [`${order?.id}-open`];
  if (type === 'OrderClosed') return [`${order?.id}-close`];
  return type === 'OrderReduced' ? [`${closed?.id}-close`] : [];
}
