import type { CompanyId } from '@candor/domain/values/ids';
import type {
  CalendarDifference,
  CalendarFacts,
  CalendarQuery,
  CalendarRecord,
  CalendarStore,
  ImportedEntry,
} from '../../ports/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import { type LineProblem, lineProblem, wrongFact } from './import-lines.ts';
import { readCsv } from './read-csv.ts';
import { readIcs } from './read-ics.ts';

/** Entries of one file. */
const importMax = 2_000;
/** Entries of a company, removed ones too; those of 400 days ago and older are erased. */
const calendarMax = 20_000;

/** Fields that a change of an entry is compared by. */
const compared = ['atMs', 'currency', 'importance', 'title', 'forecast', 'previous', 'actual'] as const;

/** Effect of an import, or of its dry run. */
export interface ImportOutcome {
  readonly isStored: boolean;
  readonly problems: readonly LineProblem[];
  readonly differences: readonly CalendarDifference[];
  /** Entries that are in the calendar exactly as in the file. */
  readonly unchanged: number;
}

export interface CalendarImport {
  readonly format: 'csv' | 'ics';
  readonly text: string;
  /** True to store nothing. */
  readonly isTrial: boolean;
}

/** A change in another process shows after this. */
const keptMs = 10_000;
/** Spans kept in all. */
const spansMax = 50;
const dayMs = 86_400_000;

type Shown = Awaited<ReturnType<CalendarStore['shown']>>;
interface KeptSpan {
  readonly companyId: CompanyId;
  readonly atMs: number;
  readonly read: Promise<{ readonly entries: Shown; readonly hasAny: boolean }>;
}

/** Economic calendar of companies: entries that operators bring, and no others (R-CAL-01). */
export class Calendar {
  readonly #store: CalendarStore;
  readonly #clock: Clock;
  readonly #kept = new Map<string, KeptSpan>();

  constructor({ calendar, clock }: { readonly calendar: CalendarStore; readonly clock: Clock }) {
    this.#store = calendar;
    this.#clock = clock;
  }

  /**
   * Returns the entries of a span, at most `limit`. Anyone may ask at any rate: the days that hold the span are read once
   * for all who ask (R-STA-11).
   */
  async shown(companyId: CompanyId, fromMs: number, untilMs: number, limit: number) {
    const [fromDay, untilDay] = [Math.floor(fromMs / dayMs), Math.ceil(untilMs / dayMs)];
    const { entries, hasAny } = await this.#days(companyId, fromDay, untilDay, limit);
    const within = entries.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
    // Days cut off at the limit may lack entries of the span.
    const isCut = entries.length >= limit && within.length < entries.length;
    return { entries: isCut ? await this.#store.shown(companyId, fromMs, untilMs, limit) : within, hasAny };
  }

  #days(companyId: CompanyId, fromDay: number, untilDay: number, limit: number): KeptSpan['read'] {
    const name = `${companyId} ${fromDay} ${untilDay} ${limit}`;
    const nowMs = this.#clock.monotonicMs();
    const kept = this.#kept.get(name);
    if (kept !== undefined && nowMs - kept.atMs < keptMs) return kept.read;
    if (this.#kept.size >= spansMax) this.#kept.clear();
    const read = this.#read(companyId, fromDay * dayMs, untilDay * dayMs, limit);
    const span = { companyId, atMs: nowMs, read };
    this.#kept.set(name, span);
    // Those who wait for it get a failure; the next one reads again.
    read.catch(() => {
      if (this.#kept.get(name) === span) this.#kept.delete(name);
    });
    return read;
  }

  async #read(companyId: CompanyId, fromMs: number, untilMs: number, limit: number) {
    const entries = await this.#store.shown(companyId, fromMs, untilMs, limit);
    return { entries, hasAny: entries.length > 0 || (await this.#store.hasAny(companyId)) };
  }

  #forget(companyId: CompanyId): void {
    for (const [name, span] of this.#kept) if (span.companyId === companyId) this.#kept.delete(name);
  }

  list(companyId: CompanyId, query: CalendarQuery) {
    return this.#store.list(companyId, query);
  }

  history(companyId: CompanyId, id: number) {
    return this.#store.history(companyId, id);
  }

  /**
   * Imports a whole file or nothing of it; the same file again changes nothing (R-CAL-02, R-CAL-03). Null if another
   * operator changed one of its entries, or filled the calendar, meanwhile.
   */
  async importFile(
    companyId: CompanyId,
    operatorId: number,
    { format, text, isTrial }: CalendarImport,
  ): Promise<ImportOutcome | null> {
    const read = (format === 'csv' ? readCsv : readIcs)(text, this.#clock.nowMs());
    if (read.problems.length > 0) return refused(read.problems);
    const beyond = read.entries[importMax];
    if (beyond !== undefined) return refused([lineProblem(beyond.line, 'too-many', String(read.entries.length))]);
    const uids = read.entries.map(({ uid }) => uid);
    const { entries: known, total } = await this.#store.known(companyId, uids);
    const differences = read.entries.flatMap((entry) => differenceOf(entry, known.get(entry.uid) ?? null));
    const added = differences.filter(({ before }) => before === null);
    const full = added[Math.max(0, calendarMax - total)];
    if (full !== undefined) {
      const line = read.entries.find(({ uid }) => uid === full.entry.uid)?.line ?? 1;
      return refused([lineProblem(line, 'calendar-full', String(calendarMax))]);
    }
    const unchanged = read.entries.length - differences.length;
    if (isTrial || differences.length === 0) return { isStored: false, problems: [], differences, unchanged };
    const change = { operatorId, atMs: this.#clock.nowMs() };
    const isStored = await this.#store.store(companyId, differences, calendarMax, change);
    this.#forget(companyId);
    return isStored ? { isStored, problems: [], differences, unchanged } : null;
  }

  /** Returns the name of a fact that an import would refuse as `field`. */
  async change(
    companyId: CompanyId,
    operatorId: number,
    { id, version, reason }: { readonly id: number; readonly version: number; readonly reason: string },
    facts: CalendarFacts,
  ): Promise<CalendarRecord | 'unknown' | 'version-changed' | { readonly field: string }> {
    const atMs = this.#clock.nowMs();
    const field = wrongFact(facts, atMs);
    if (field !== null) return { field };
    const changed = await this.#store.change(companyId, id, version, facts, { operatorId, atMs, reason });
    this.#forget(companyId);
    return changed;
  }

  async remove(companyId: CompanyId, operatorId: number, id: number, reason: string): Promise<boolean> {
    const isRemoved = await this.#store.remove(companyId, id, { operatorId, atMs: this.#clock.nowMs(), reason });
    this.#forget(companyId);
    return isRemoved;
  }
}

function refused(problems: readonly LineProblem[]): ImportOutcome {
  return { isStored: false, problems, differences: [], unchanged: 0 };
}

function differenceOf(entry: ImportedEntry, before: CalendarRecord | null): CalendarDifference[] {
  if (entry.isRemoved) return before === null || before.isDeleted ? [] : [{ act: 'removed', entry, before }];
  if (before === null || before.isDeleted) return [{ act: 'added', entry, before }];
  return changedFields({ entry, before }).length === 0 ? [] : [{ act: 'changed', entry, before }];
}

/** Returns the names of the fields that differ. */
export function changedFields({ entry, before }: Pick<CalendarDifference, 'entry' | 'before'>): string[] {
  return before === null ? [] : compared.filter((name) => entry[name] !== before[name]);
}
