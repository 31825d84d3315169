import type pg from 'pg';
import type { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, type JournalHead } from '../apps/server/src/trading/hash-chain.ts';

const shard = 0;
const noEvents = encodeDecision({ kind: 'done', events: [] });

/** Returns `count` entries after `head`, chained; every one has a client's id made from its sequence. */
function entriesAfter(head: JournalHead, count: number, atMs: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  let { seq, hash } = head;
  for (let made = 0; made < count; made += 1) {
    seq += 1;
    const entry = {
      seq,
      atMs,
      accountId: 1 + (seq % 3),
      clientId: clientIdOf(seq),
      bodyHash: 'body',
      payload: noEvents,
    };
    hash = chainHash(hash, entry);
    entries.push({ ...entry, hash });
  }
  return entries;
}

export function clientIdOf(seq: number): string {
  return seq.toString(16).padStart(32, '0');
}

/** Appends chained entries of one time to the journal, as its leader. */
export async function appendEntries(journal: PostgresJournal, count: number, atMs: number): Promise<JournalEntry[]> {
  const { epoch, lastSeq, lastHash } = await journal.lead();
  const entries = entriesAfter({ seq: lastSeq, hash: lastHash }, count, atMs);
  await journal.commit(epoch, lastSeq, 0, entries);
  return entries;
}

/** Replaces the partitions of an empty journal by smaller ones; `owner` owns the tables. */
export async function shrinkPartitions(owner: pg.Pool, entries: number, count: number): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'journal'::regclass`,
  );
  for (const { name } of rows) await owner.query(`drop table ${name}`);
  await owner.query('delete from journal_partition');
  for (let at = 0; at < count; at += 1)
    await owner.query('select add_journal_partition($1, $2, $3)', [shard, at * entries + 1, (at + 1) * entries]);
}
