import type { Clock } from '../../ports/clock.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { OwnDataStore } from '../../ports/own-data.ts';

/** Opens a sealed value of the user; `name` is the one it was sealed under. */
export type OpenSealed = (user: UserRecord, name: string, sealed: Buffer) => string;

/** Fields that are sealed in the tables, by kind, with the names they are sealed under. */
const sealedFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  verifications: { name: 'name', number: 'number' },
  payout_methods: { details: 'draw method' },
};

/** Exports at once of all users; further ones are refused, because each reads the tables for seconds. */
const runningMax = 4;
/** Beyond this demos are refused, so that strangers never hold every place. */
const demosMax = 2;
/** After this time an export no longer counts: a client that does not read keeps no place. */
const exportMaxMs = 120_000;

/** Rows of each kind that are to be read; the file has the others too. */
export const readableRowsMax = 100;
/** Letters of a value that are to be read, such as a receipt's text. */
const readableTextMax = 300;

/** Data kept about a person, to be read: each kind with its first rows as names and values. */
export interface ReadableOwnData {
  readonly madeAtMs: number;
  readonly company: string;
  readonly uid: string;
  readonly kinds: readonly {
    readonly kind: string;
    readonly rows: readonly (readonly (readonly [name: string, value: string])[])[];
    readonly isCut: boolean;
  }[];
}

/** Two exports began at the same moment. The connection is closed, and the client tries again. */
class ExportRefusedError extends Error {
  override readonly name = 'ExportRefusedError';
}

/** Everything that the installation keeps about a person, for that person (R-SES-43). */
export class OwnData {
  readonly #store: OwnDataStore;
  readonly #open: OpenSealed;
  readonly #clock: Clock;
  readonly #running = new Set<number>();

  constructor(deps: { readonly store: OwnDataStore; readonly open: OpenSealed; readonly clock: Clock }) {
    this.#store = deps.store;
    this.#open = deps.open;
    this.#clock = deps.clock;
  }

  /**
   * Returns the file in pieces: one JSON object with a list for each kind. Null while the user has an export under way,
   * or too many others have. The pieces must be read to the end or returned early.
   */
  export(company: string, user: UserRecord): AsyncGenerator<string> | null {
    return this.#isFull(user) ? null : this.#pieces(company, user);
  }

  /**
   * Returns the first rows of each kind, with values shortened, to be read as a document: one page of the tables for each kind,
   * however long the history (R-SES-47). Null as `export`.
   */
  async readable(company: string, user: UserRecord): Promise<ReadableOwnData | null> {
    if (this.#isFull(user)) return null;
    this.#running.add(user.id);
    try {
      const kinds: ReadableOwnData['kinds'][number][] = [];
      for (const kind of this.#store.kinds) {
        const { rows, next } = await this.#store.read(user.companyId, user.id, kind, null);
        const shown = rows.slice(0, readableRowsMax).map((row) => readableRow(this.#opened(user, kind, row)));
        kinds.push({ kind, rows: shown, isCut: next !== null || rows.length > readableRowsMax });
      }
      return { madeAtMs: this.#clock.nowMs(), company, uid: user.uid, kinds };
    } finally {
      this.#running.delete(user.id);
    }
  }

  #isFull({ id, isDemo }: UserRecord): boolean {
    return this.#running.has(id) || this.#running.size >= (isDemo ? demosMax : runningMax);
  }

  /**
   * Takes its place with the first piece and not before: a generator that is dropped unread never comes to its end. Stops
   * after `exportMaxMs`, so that a reader who does not read gives the place back.
   */
  async *#pieces(company: string, user: UserRecord): AsyncGenerator<string> {
    if (this.#isFull(user)) throw new ExportRefusedError('An export of this user, or too many others, is under way');
    this.#running.add(user.id);
    const late = setTimeout(() => this.#running.delete(user.id), exportMaxMs);
    late.unref();
    try {
      yield `{"made_at":${this.#clock.nowMs()},"company":${JSON.stringify(company)}`;
      for (const kind of this.#store.kinds) {
        yield `,\n${JSON.stringify(kind)}:[`;
        yield* this.#rows(user, kind);
        yield ']';
      }
      yield '}\n';
    } finally {
      clearTimeout(late);
      this.#running.delete(user.id);
    }
  }

  async *#rows(user: UserRecord, kind: string): AsyncGenerator<string> {
    let after: string | null = null;
    let separator = '\n';
    do {
      const page = await this.#store.read(user.companyId, user.id, kind, after);
      for (const row of page.rows) {
        yield separator + JSON.stringify(this.#opened(user, kind, row));
        separator = ',\n';
      }
      after = page.next;
    } while (after !== null);
  }

  /** PostgreSQL writes sealed bytes as "\\x…" in hex. */
  #opened(user: UserRecord, kind: string, row: Record<string, unknown>): Record<string, unknown> {
    const opened = { ...row };
    for (const [field, name] of Object.entries(sealedFields[kind] ?? {})) {
      const sealed = row[field];
      if (typeof sealed === 'string') opened[field] = this.#open(user, name, Buffer.from(sealed.slice(2), 'hex'));
    }
    return opened;
  }
}

/** Names and values of a row: times of the clock in UTC, anything nested as JSON. */
function readableRow(row: Record<string, unknown>): [string, string][] {
  return Object.entries(row).map(([name, value]) => [name, readableValue(name, value)]);
}

function readableValue(name: string, value: unknown): string {
  const ms = /(?:^|_)at$/.test(name) ? Number(value) : Number.NaN;
  if (value !== null && Number.isSafeInteger(ms) && ms > 0) return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > readableTextMax ? `${text.slice(0, readableTextMax)}…` : text;
}
