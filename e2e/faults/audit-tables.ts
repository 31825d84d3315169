import type { Client } from 'pg';
import { auditCalls, auditLedger, RefusedListError } from './audit-ledger.ts';
import { auditReceipts } from './audit-receipts.ts';
import { delay } from './pace.ts';
import type { StoredJournal } from './stored-journal.ts';
import type { Call, Trader } from './trader.ts';

const attemptsMax = 20;

/** Audits calls and tables against the journal; calls are retried, because stops keep firing between the reads. */
export async function auditTables(
  connect: () => Promise<Client>,
  call: Call,
  traders: readonly Trader[],
  journal: StoredJournal,
): Promise<{ ledger: string[]; receipts: string[] }> {
  const found = { ledger: [] as string[], receipts: [] as string[] };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // A reader ends the rest of the projector, which is up to 2 s.
    await call('/v1/api/forex/my_deal?status=3&page=1', { token: traders[0]?.token ?? '' }).catch(() => null);
    const client = await connect();
    try {
      await client.query('begin isolation level repeatable read');
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await journal.read(client);
      const { rows } = await client.query<{ seq: string }>('select seq from projector_checkpoint');
      const isCaughtUp = Number(rows[0]?.seq) === journal.entries.length;
      // The lists first: stops go on firing, and the tables stay as they are in this transaction.
      found.ledger = isCaughtUp
        ? await auditCalls(call, traders, journal.entries).catch(refused)
        : ['the projector has not caught up'];
      if (found.ledger.length === 0) {
        found.ledger = await auditLedger(client, journal.entries);
        found.receipts = await auditReceipts(client, journal.entries);
        return found;
      }
    } finally {
      await client.end();
    }
    await delay(100);
  }
  return found;
}

/** Returns the text of a refused list as a violation, which the next attempt may not find any more. */
function refused(error: Error): string[] {
  if (error instanceof RefusedListError) return [error.message];
  throw error;
}
