import type { CommandId, CommandIds } from '../ports/journal.ts';
import { AgingMap } from './aging-map.ts';
import { createKeyHasher, IdFilter } from './id-filter.ts';

const dayMs = 86_400_000;
const keptMs = 7 * 24 * 3_600_000;
const filtersKept = 8;
const recentMaxDefault = 200_000;
/** Ids that the table does not hold, asked for and not used yet. */
const absentMax = 10_000;
const pageIds = 500;
const askedMax = 500;
const fillAgainMs = 1_000;
const fillAgainMaxMs = 30_000;

export interface IdempotencyDeps {
  /** Stored ids: those of entries up to `committedSeq`. */
  readonly ids: CommandIds;
  readonly committedSeq: () => number;
  /** Number of ids in memory; more only while they are not stored. */
  readonly recentMax?: number;
}

/** An id's entry, `new` for an id that nobody has used, or `unknown` if only the table knows. */
export type FoundId = number | 'new' | 'unknown';

interface Asked extends CommandId {
  readonly key: string;
  /** True if the id was decided while the table was asked. */
  isDecided: boolean;
  readonly answered: Promise<void>;
  readonly settle: (error: Error | null) => void;
}

/**
 * Index of client ids to the journal entries that decided them, kept at least seven days; refusals are kept like fills
 * (R-WIRE-09). Memory holds the most recent ids and a filter for each day of older ones, so that a new id costs no
 * question to the database (docs/adr/0033). Until the filters are filled after a start, the table is asked.
 */
export class Idempotency {
  readonly #deps: IdempotencyDeps;
  readonly #recentMax: number;
  readonly #recent = new AgingMap<{ readonly seq: number; readonly day: number | null }>();
  /** Key of the id that was looked up last: an order finds its id, then remembers it. */
  #lastKey = { accountId: -1, clientId: '', key: '' };
  readonly #absent = new Set<string>();
  readonly #filters = new Map<number, IdFilter>();
  readonly #hashKey = createKeyHasher();
  readonly #asked = new Map<string, Asked>();
  #isAsking = false;
  #isFilled = false;
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
    this.#recentMax = deps.recentMax ?? recentMaxDefault;
  }

  /** True once the filters hold every id stored before the start. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** Bytes of the filters. */
  get filterBytes(): number {
    let bytes = 0;
    for (const filter of this.#filters.values()) bytes += filter.bytes;
    return bytes;
  }

  /** Finds an id without waiting; after `unknown`, call `ask` and then this again. */
  find(accountId: number, clientId: string): FoundId {
    const key = this.#keyOf(accountId, clientId);
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent.seq;
    if (this.#absent.has(key)) return 'new';
    if (!this.#isFilled) return 'unknown';
    if (this.#filters.size === 0) return 'new';
    const hashed = this.#hashKey(key);
    for (const filter of this.#filters.values()) if (filter.mayHold(hashed)) return 'unknown';
    return 'new';
  }

  /** Asks the table for an id, together with all that are asked meanwhile; rejects if the database does not answer. */
  ask(accountId: number, clientId: string): Promise<void> {
    const key = keyOf(accountId, clientId);
    const known = this.#asked.get(key);
    if (known !== undefined) return known.answered;
    let settle: Asked['settle'] = () => undefined;
    const answered = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === null ? resolve() : reject(error));
    });
    this.#asked.set(key, { accountId, clientId, key, isDecided: false, answered, settle });
    if (!this.#isAsking) void this.#askAll();
    return answered;
  }

  remember(accountId: number, clientId: string, seq: number, atMs: number): void {
    const key = this.#keyOf(accountId, clientId);
    const asked = this.#asked.get(key);
    if (asked !== undefined) asked.isDecided = true;
    this.#absent.delete(key);
    if (atMs > this.#latestMs) this.#advance(atMs);
    this.#keep(key, seq, Math.floor(this.#latestMs / dayMs));
  }

  /** Reads the stored ids into the filters, trying again until the database answers. */
  async fill(): Promise<void> {
    const filled = new Set<number>();
    for (let waitMs = fillAgainMs; !this.#isFilled; waitMs = Math.min(waitMs * 2, fillAgainMaxMs)) {
      try {
        for (const day of await this.#deps.ids.days()) {
          if (!filled.has(day)) await this.#fillDay(day);
          filled.add(day);
        }
        this.#isFilled = true;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
      }
    }
  }

  async #fillDay(day: number): Promise<void> {
    for (let after: CommandId | null = null; ; ) {
      const page: CommandId[] = await this.#deps.ids.readDay(day, after, pageIds);
      for (const { accountId, clientId } of page) this.#filterOf(day).add(this.#hashKey(keyOf(accountId, clientId)));
      after = page.at(-1) ?? null;
      if (after === null) return;
    }
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    // Wait one turn, so that everything asked in it shares a query.
    await Promise.resolve();
    while (this.#asked.size > 0) {
      const batch = [...this.#asked.values()].slice(0, askedMax);
      let error: Error | null = null;
      try {
        const seqs = await this.#deps.ids.find(batch);
        batch.forEach((asked, at) => this.#take(asked, seqs[at] ?? null));
      } catch (failed) {
        error = failed as Error;
      }
      for (const { key } of batch) this.#asked.delete(key);
      for (const { settle } of batch) settle(error);
    }
    this.#isAsking = false;
  }

  #take({ key, isDecided }: Asked, seq: number | null): void {
    if (isDecided) return;
    if (seq !== null) return this.#keep(key, seq, null);
    this.#absent.add(key);
    if (this.#absent.size > absentMax) for (const oldest of this.#absent) return void this.#absent.delete(oldest);
  }

  /**
   * Adds an id to the recent ones; the oldest stored ones leave for the filter of their day. `day` is null for an id of
   * the table, which its filter holds already.
   */
  #keep(key: string, seq: number, day: number | null): void {
    this.#recent.set(key, { seq, day });
    if (this.#recent.size <= this.#recentMax) return;
    const committedSeq = this.#deps.committedSeq();
    for (let { oldest } = this.#recent; oldest !== null; { oldest } = this.#recent) {
      const [old, { seq: oldSeq, day: oldDay }] = oldest;
      // An id that is not stored yet is known here only.
      if (this.#recent.size <= this.#recentMax || oldSeq > committedSeq) return;
      this.#recent.dropOldest();
      if (oldDay !== null) this.#filterOf(oldDay).add(this.#hashKey(old));
    }
  }

  #keyOf(accountId: number, clientId: string): string {
    const last = this.#lastKey;
    if (last.accountId !== accountId || last.clientId !== clientId)
      this.#lastKey = { accountId, clientId, key: keyOf(accountId, clientId) };
    return this.#lastKey.key;
  }

  #filterOf(day: number): IdFilter {
    const known = this.#filters.get(day);
    if (known !== undefined) return known;
    const filter = new IdFilter();
    this.#filters.set(day, filter);
    return filter;
  }

  /**
   * Moves to a later time and forgets the days that ended seven days before it, but for the newest eight that hold ids: a
   * clock that was days behind makes ids old that a client still repeats.
   */
  #advance(atMs: number): void {
    const isNextDay = Math.floor(atMs / dayMs) !== Math.floor(this.#latestMs / dayMs);
    this.#latestMs = atMs;
    if (!isNextDay) return;
    const older = [...this.#filters.keys()].toSorted((a, b) => b - a).slice(filtersKept);
    for (const day of older) if ((day + 1) * dayMs <= atMs - keptMs) this.#filters.delete(day);
  }
}

const hexId = /^[0-9a-f]{32}$/;

/** Returns the map key; ids of 32 hex digits are packed into 16 characters. */
function keyOf(accountId: number, clientId: string): string {
  return `${accountId}:${hexId.test(clientId) ? packed(clientId) : clientId}`;
}

/** Returns a character below 256 for each two digits; without a buffer, which costs more than all else here. */
function packed(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 2) {
    text += String.fromCharCode(16 * digitAt(hex, at) + digitAt(hex, at + 1));
  }
  return text;
}

function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code <= codeOfNine ? code - codeOfZero : code - codeOfA + 10;
}

const codeOfZero = 48;
const codeOfNine = 57;
const codeOfA = 97;
