import type { Envelope } from '@candor/contracts/envelope';
import type { Order } from '@candor/contracts/http/trade';
import type { Entry } from './stored-journal.ts';
import type { Sent, Trader } from './trader.ts';

export interface AnswerFaults {
  /** Requests confirmed but not in the journal. */
  readonly lost: string[];
  /** Journal entries never requested, or answered with a refusal. */
  readonly phantom: string[];
  /** Requests or orders with more than one effect under one id. */
  readonly doubled: string[];
}

/** Returns the requests answered so far, to compare with a journal that is read later. */
export function answeredUntilNow(traders: readonly Trader[]): Sent[] {
  return traders.flatMap((trader) => [...trader.sent.values()].filter(({ answer }) => answer !== null));
}

export function auditAnswers(
  entries: readonly Entry[],
  traders: readonly Trader[],
  answered: readonly Sent[],
): AnswerFaults {
  const faults: AnswerFaults = { lost: [], phantom: [], doubled: [] };
  const byAccount = new Map(traders.map((trader) => [trader.accountId, trader]));
  const byId = new Map<string, Entry>();
  const openedBy = new Map<number, number>();
  for (const entry of entries) {
    for (const event of entry.events) {
      if (event.type !== 'OrderOpened' || event.order === undefined) continue;
      const before = openedBy.get(event.order.id);
      if (before !== undefined) faults.doubled.push(`order ${event.order.id} opens in entries ${before}, ${entry.seq}`);
      openedBy.set(event.order.id, entry.seq);
    }
    if (entry.accountId === null) continue;
    if (entry.clientId === null) {
      if (entry.events[0]?.type !== 'AccountOpened') faults.phantom.push(`entry ${entry.seq} names no request`);
      continue;
    }
    const before = byId.get(entry.clientId);
    if (before !== undefined) faults.doubled.push(`request ${entry.clientId} has entries ${before.seq}, ${entry.seq}`);
    byId.set(entry.clientId, entry);
    const sent = byAccount.get(entry.accountId)?.sent.get(entry.clientId);
    if (sent === undefined) faults.phantom.push(`entry ${entry.seq} of request ${entry.clientId}, never sent`);
  }
  for (const sent of answered) judge(sent, byId.get(sent.id), faults);
  return faults;
}

function judge(sent: Sent, entry: Entry | undefined, faults: AnswerFaults): void {
  if (!sent.isDone) {
    if (entry?.kind === 'done') faults.phantom.push(`request ${sent.id} was refused and done in entry ${entry.seq}`);
    return;
  }
  if (entry === undefined || entry.kind !== 'done') {
    faults.lost.push(`${sent.call} ${sent.id} was confirmed: ${sent.answer}`);
    return;
  }
  const { data } = JSON.parse(sent.answer ?? '') as Envelope<Order>;
  const [first] = entry.events;
  const stored = (first?.closed ?? first?.order)?.id;
  if (stored !== data.Id) faults.lost.push(`${sent.call} ${sent.id} told order ${data.Id}, stored is ${stored}`);
}
