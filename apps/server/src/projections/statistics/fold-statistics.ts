import type { EngineEvent } from '@candor/domain/engine/event';
import { closedCounts, emptyOpenCounts, tallyEvent, tallyRefusal } from '@candor/domain/receipt/execution-counts';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { JournalEntry, JournalReader } from '../../ports/journal.ts';
import type { FillRow, OpenDay, StatisticsCursor, StatisticsStore } from '../../ports/statistics.ts';
import type { StoredDecision } from '../../ports/trading-port.ts';
import { decodeDecision } from '../../trading/codec.ts';

const entriesMax = 1_000;
/** A day without a later entry is complete this long after its end. */
const settleMs = 600_000;
const dayMs = 86_400_000;

export interface StatisticsFoldDeps {
  readonly journal: JournalReader;
  readonly store: StatisticsStore;
}

/** Day of a time, UTC. */
function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/**
 * Folds the next entries of a shard's journal into the statistics of the day under way, or completes that day (R-STA-03).
 * Reads each entry once and nothing of earlier days, whatever their number. Returns true if there may be more to do.
 *
 * Entries wait until the logs have the leaves of their receipts. A journal whose first entries are archived is counted
 * from its present end, and its first day is left out.
 */
export async function foldStatistics({ journal, store }: StatisticsFoldDeps, nowMs: number): Promise<boolean> {
  const cursor = (await store.cursor()) ?? (await begin({ journal, store }, nowMs));
  if (cursor === null) return false;
  const left = Math.min(entriesMax, (await store.loggedSeq()) - cursor.seq);
  const entries = left > 0 ? await journal.read(cursor.seq, left) : [];
  const [first] = entries;
  if (first === undefined) {
    const settledDay = utcDay(nowMs - settleMs);
    const { lastSeq } = await journal.position();
    if (settledDay > cursor.day && lastSeq === cursor.seq) await complete(store, cursor, settledDay);
    return false;
  }
  if (first.seq !== cursor.seq + 1) throw new Error(`Invariant: the journal goes on at entry ${cursor.seq + 1}`);
  if (utcDay(first.atMs) > cursor.day) {
    await complete(store, cursor, utcDay(first.atMs));
    return true;
  }
  const later = entries.findIndex(({ atMs }) => utcDay(atMs) > cursor.day);
  const batch = later < 0 ? entries : entries.slice(0, later);
  const seq = cursor.seq + batch.length;
  const { days, rows } = await countBatch(store, cursor, batch);
  await store.put(cursor, { ...cursor, seq }, days, rows);
  return true;
}

async function complete(store: StatisticsStore, cursor: StatisticsCursor, nextDay: string): Promise<void> {
  const days = (await store.openDays(cursor.day)).map(({ companyId, realm, ...open }) => ({
    companyId,
    realm,
    counts: closedCounts(open),
  }));
  await store.complete(cursor, nextDay, days);
}

/** Events of a decision; none of other entries. */
export function eventsOfDecision(decision: StoredDecision): readonly EngineEvent[] {
  return decision.kind === 'done' ? decision.events : [];
}

async function begin({ journal, store }: StatisticsFoldDeps, nowMs: number): Promise<StatisticsCursor | null> {
  const [first] = await journal.read(0, 1);
  const { lastSeq } = await journal.position();
  if (first === undefined && lastSeq === 0) return null;
  const cursor =
    first?.seq === 1
      ? { dayFromSeq: 0, seq: 0, day: utcDay(first.atMs) }
      : { dayFromSeq: lastSeq, seq: lastSeq, day: utcDay(nowMs + dayMs) };
  await store.begin(cursor);
  return cursor;
}

async function countBatch(store: StatisticsStore, { day }: StatisticsCursor, batch: readonly JournalEntry[]) {
  const decided = batch.map(({ accountId, payload }) => ({ accountId, decision: decodeDecision(payload) }));
  const accounts = decided.flatMap(({ accountId, decision }) => [
    ...(accountId === null ? [] : [accountId as AccountId]),
    ...eventsOfDecision(decision).map((event) => event.accountId),
  ]);
  const places = await store.places([...new Set(accounts)]);
  const days = new Map((await store.openDays(day)).map((open) => [`${open.companyId}/${open.realm}`, open]));
  const openDay = (accountId: number | null): OpenDay | null => {
    const place = places.get(accountId as AccountId);
    // Accounts of demos that were erased before the fold reached them are unknown.
    if (place === undefined) return null;
    const key = `${place.companyId}/${place.realm}`;
    const open = days.get(key) ?? { ...place, ...emptyOpenCounts() };
    days.set(key, open);
    return open;
  };
  const filled: { readonly companyId: CompanyId; readonly receiptId: string; readonly row: FillRow }[] = [];
  for (const { accountId, decision } of decided) {
    if (decision.kind === 'refused') {
      const open = openDay(accountId);
      if (open !== null) tallyRefusal(open, decision.refusal);
    }
    for (const event of eventsOfDecision(decision)) {
      const open = openDay(event.accountId);
      const fill = open === null ? null : tallyEvent(open, event);
      if (open === null || fill === null) continue;
      const { receiptId, rule, slippage, quoteAgeMs, cluster } = fill;
      filled.push({
        companyId: open.companyId,
        receiptId,
        row: [null, open.realm, rule, slippage, quoteAgeMs, cluster],
      });
    }
  }
  const leaves = await store.leaves(filled.map(({ receiptId }) => receiptId));
  const rows = new Map<CompanyId, FillRow[]>();
  for (const { companyId, receiptId, row } of filled) {
    const [, ...rest] = row;
    const own = rows.get(companyId) ?? [];
    own.push([leaves.get(receiptId) ?? null, ...rest]);
    rows.set(companyId, own);
  }
  return { days: [...days.values()], rows };
}
