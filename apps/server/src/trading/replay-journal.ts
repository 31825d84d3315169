import { evolve, evolveRule } from '@candor/domain/engine/evolve';
import type { EngineState } from '@candor/domain/engine/state';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { StoredDecision } from '../ports/trading-port.ts';
import type { TimeHistory } from './clock-keeper.ts';
import { decodeDecision } from './codec.ts';
import { eventsOf } from './decision-log.ts';
import { chainHash, genesisHash } from './hash-chain.ts';
import type { Idempotency } from './idempotency.ts';
import type { NoticeBoard } from './notice-board.ts';

const readPage = 2_000;

/** Replays the journal into state, idempotency index and notices; returns its time facts. */
export async function replayJournal(
  into: { journal: Journal; state: EngineState; idempotency: Idempotency; notices: NoticeBoard },
  lastSeq: number,
): Promise<TimeHistory> {
  let newestMs = 0;
  const confirmations: { seq: number; byMs: number }[] = [];
  await readJournal(into.journal, lastSeq, (entry, decision) => {
    const events = eventsOf(decision);
    for (const event of events) evolve(into.state, event);
    if (decision.kind === 'rules-changed') for (const rule of decision.rules) evolveRule(into.state, rule);
    into.notices.take(entry.seq, events);
    const { accountId, clientId, bodyHash, atMs } = entry;
    // A confirmed time may be earlier than previous decisions.
    newestMs = decision.kind === 'time-confirmed' ? atMs : Math.max(newestMs, atMs);
    if (decision.kind === 'time-confirmed') {
      confirmations.push({ seq: entry.seq, byMs: decision.toMs - decision.fromMs });
    }
    if (accountId === null || clientId === null || bodyHash === null) return;
    into.idempotency.remember(accountId, clientId, entry.seq, atMs);
  });
  return { newestMs, confirmations };
}

/** Reads the journal from its start and checks sequence and hash chain (R-LED-06). */
async function readJournal(
  journal: Journal,
  lastSeq: number,
  take: (entry: JournalEntry, decision: StoredDecision) => void,
): Promise<void> {
  let hash: Buffer = genesisHash;
  let next = lastSeq > 0 ? journal.read(0, readPage) : Promise.resolve([]);
  for (let seq = 0; seq < lastSeq; ) {
    const entries = await next;
    // The next page is read while this one is processed.
    const from = seq + entries.length;
    if (from < lastSeq) {
      next = journal.read(from, readPage);
      next.catch(() => undefined);
    }
    if (entries.length === 0) throw new Error(`Invariant: journal holds ${lastSeq} entries, ended at ${seq}`);
    for (const entry of entries) {
      seq += 1;
      if (entry.seq !== seq) throw new Error(`Invariant: journal is dense, entry ${seq} was ${entry.seq}`);
      hash = chainHash(hash, entry);
      if (!hash.equals(entry.hash))
        throw new Error(`Invariant: journal entry ${seq} is as it was written; its hash differs`);
      take(entry, decodeDecision(entry.payload));
    }
  }
}
