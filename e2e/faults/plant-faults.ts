import type { Client } from 'pg';
import { auditLedger } from './audit-ledger.ts';
import { auditReceipts } from './audit-receipts.ts';
import { StoredJournal } from './stored-journal.ts';

const faults = {
  'a posting altered':
    'update posting set amount_micros = amount_micros + 1 where ctid = (select max(ctid) from posting)',
  'a posting missing': 'delete from posting where ctid = (select max(ctid) from posting)',
  'a balance altered':
    'update ledger_balance set balance_micros = balance_micros + 1 where ledger_key = (select max(ledger_key) from ledger_balance)',
  'an order altered':
    'update trade_order set profit_micros = profit_micros + 1 where id = (select max(id) from trade_order)',
  'an order missing': 'delete from trade_order where id = (select min(id) from trade_order)',
  'a journal row altered':
    "update journal set payload = replace(payload, 'kind', 'kinb') where seq = (select max(seq) / 2 from journal)",
  'a journal row missing': 'delete from journal where seq = (select max(seq) / 2 from journal)',
  'a receipt altered':
    'update receipt set text = replace(text, \'"realm":"demo"\', \'"realm":"real"\') where number = 1',
  'a receipt missing': 'delete from receipt where ctid = (select max(ctid) from receipt)',
} as const;

/** Plants each fault into audited data and rolls it back; returns the faults that no audit detected. */
export async function unnoticedFaults(connect: () => Promise<Client>): Promise<string[]> {
  const unnoticed: string[] = [];
  for (const [name, statement] of Object.entries(faults)) {
    const client = await connect();
    try {
      await client.query('begin isolation level repeatable read');
      const intact = new StoredJournal();
      await intact.read(client);
      // An owner of the database files can bypass the product's triggers in the same way.
      await client.query("set local session_replication_role = 'replica'");
      const { rowCount } = await client.query(statement);
      const touched = new StoredJournal();
      await touched.read(client);
      const found = [
        ...touched.breaks,
        ...(await auditLedger(client, intact.entries)),
        ...(await auditReceipts(client, intact.entries)),
      ];
      if (rowCount === 0) unnoticed.push(`${name}: there was none to touch`);
      else if (found.length === 0) unnoticed.push(name);
      await client.query('rollback');
    } finally {
      await client.end();
    }
  }
  return unnoticed;
}
