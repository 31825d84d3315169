import type { Client } from 'pg';
import { answeredUntilNow, auditAnswers } from './audit-answers.ts';
import { auditPushes, type Listener, pushedUntilNow } from './listener.ts';
import { delay } from './pace.ts';
import type { StoredJournal } from './stored-journal.ts';
import { mostlyRefused, type Trader } from './trader.ts';

interface Audited {
  readonly journal: StoredJournal;
  readonly traders: readonly Trader[];
  readonly listeners: readonly Listener[];
  readonly connect: () => Promise<Client>;
}

/**
 * Reads the journal on and compares with it what traders were answered and listeners were pushed until now. An entry with
 * an older epoch after a newer one is a commit by a deposed leader; `journal` lists it.
 */
export async function auditRequests({ journal, traders, listeners, connect }: Audited) {
  const answered = answeredUntilNow(traders);
  const pushed = pushedUntilNow(listeners);
  const client = await connect();
  try {
    await journal.read(client);
  } finally {
    await client.end();
  }
  const faults = auditAnswers(journal.entries, traders, answered);
  const unequalAnswers = traders.flatMap(({ unequal }) => unequal);
  return { ...faults, journal: journal.breaks, pushes: auditPushes(journal.entries, pushed), unequalAnswers };
}

/** Repeats unanswered requests until each has its answer; counts them, and reports a campaign that is mostly refused. */
export async function settleRequests(traders: readonly Trader[]) {
  for (const trader of traders) while (trader.unanswered > 0) await trader.step().catch(() => delay(30));
  const requests = traders.flatMap(({ sent }) => [...sent.values()]);
  return {
    sent: requests.length,
    confirmed: requests.filter(({ isDone }) => isDone).length,
    refused: mostlyRefused(requests),
  };
}
