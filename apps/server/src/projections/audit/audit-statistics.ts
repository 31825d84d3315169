import { addTo, coarse, type Histogram } from '@candor/domain/calc/histogram';
import {
  closedCounts,
  emptyCounts,
  emptyOpenCounts,
  type OpenCounts,
  tallyEvent,
  tallyRefusal,
} from '@candor/domain/receipt/execution-counts';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { AuditedTables } from '../../ports/nightly-audit.ts';
import type { AccountPlace, AuditedDay } from '../../ports/statistics.ts';
import type { StoredDecision } from '../../ports/trading-port.ts';
import { eventsOfDecision } from '../statistics/fold-statistics.ts';

/** A journal entry as the statistics count it. */
interface CountedEntry {
  readonly seq: number;
  readonly accountId: number | null;
  readonly decision: StoredDecision;
}

/**
 * Counts the stored days of public statistics again from the journal, and compares them with the stored counts and with
 * the published rows (R-STA-07). Memory holds one day. Only real accounts: demos may have been erased.
 */
export class StatisticsAudit {
  count = 0;
  readonly faults: string[] = [];
  readonly #tables: Pick<AuditedTables, 'statisticsLines' | 'losing'>;
  /** Days that are left, oldest first. */
  readonly #days: AuditedDay[];
  readonly #placeOf: (accountId: AccountId) => AccountPlace | undefined;
  #open = new Map<CompanyId, OpenCounts>();

  constructor(
    tables: Pick<AuditedTables, 'statisticsLines' | 'losing'>,
    days: readonly AuditedDay[],
    placeOf: (accountId: AccountId) => AccountPlace | undefined,
  ) {
    this.#tables = tables;
    this.#days = [...days];
    this.#placeOf = placeOf;
  }

  async take(entries: readonly CountedEntry[]): Promise<void> {
    for (const entry of entries) {
      await this.#finishBefore(entry.seq);
      const [day] = this.#days;
      if (day !== undefined && entry.seq > day.fromSeq) this.#add(entry);
    }
  }

  /** Compares the days that end with the last entry taken, and of the newest day the share of losing accounts. */
  async end(seq: number): Promise<void> {
    await this.#finishBefore(seq + 1);
  }

  #add({ accountId, decision }: CountedEntry): void {
    if (decision.kind === 'refused') {
      const open = this.#openOf(accountId as AccountId);
      if (open !== null) tallyRefusal(open, decision.refusal);
    }
    for (const event of eventsOfDecision(decision)) {
      const open = this.#openOf(event.accountId);
      if (open !== null) tallyEvent(open, event);
    }
  }

  #openOf(accountId: AccountId): OpenCounts | null {
    const place = this.#placeOf(accountId);
    if (place?.realm !== 'real') return null;
    const open = this.#open.get(place.companyId) ?? emptyOpenCounts();
    this.#open.set(place.companyId, open);
    return open;
  }

  async #finishBefore(seq: number): Promise<void> {
    for (;;) {
      const [day] = this.#days;
      if (day === undefined || day.toSeq >= seq) return;
      for (const company of day.companies) await this.#compare(day, company);
      for (const companyId of this.#open.keys())
        if (!day.companies.some((one) => one.companyId === companyId))
          this.faults.push(`the statistics of ${day.day} lack company ${companyId}`);
      this.#open = new Map();
      this.#days.shift();
    }
  }

  async #compare({ day }: AuditedDay, { companyId, counts, losing }: AuditedDay['companies'][number]): Promise<void> {
    const open = this.#open.get(companyId);
    const expected = open === undefined ? emptyCounts() : closedCounts(open);
    this.count += 1;
    const name = `the statistics of company ${companyId} for ${day}`;
    if (sortedText(counts) !== sortedText(expected)) this.faults.push(`${name} were changed`);
    const { rules, slippage, quoteAges } = expected;
    if (sortedText(await this.#countRows(companyId, day)) !== sortedText({ rules, slippage, quoteAges }))
      this.faults.push(`the rows behind ${name} were changed`);
    if (this.#days.length > 1) return;
    const { accounts, losing: lost } = await this.#tables.losing(companyId, day);
    if (accounts !== losing?.accounts || lost !== losing.losing)
      this.faults.push(`the losing accounts in ${name} were changed`);
  }

  async #countRows(companyId: CompanyId, day: string): Promise<Record<string, Histogram>> {
    const found = { rules: {} as Histogram, slippage: {} as Histogram, quoteAges: {} as Histogram };
    for (let seq = 0; ; ) {
      const part = await this.#tables.statisticsLines(companyId, day, seq);
      if (part === null) return found;
      seq = part.seq;
      for (const line of part.lines.split('\n').slice(0, -1)) {
        const [, realm, rule, slippage, age] = JSON.parse(line) as [
          unknown,
          string,
          string,
          number | null,
          number | null,
        ];
        if (realm !== 'real') continue;
        found.rules[rule] = (found.rules[rule] ?? 0) + 1;
        if (slippage !== null) addTo(found.slippage, slippage);
        if (age !== null) addTo(found.quoteAges, coarse(age));
      }
    }
  }
}

/** JSON with the fields of every record in order, because the database keeps another. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
