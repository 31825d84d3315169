import { readFileSync } from 'node:fs';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { FixedWork, meanOf } from './fixed-work.ts';

// Work that is the same in every month, measured all through a year beside the year's own.

/** Processor time of the fixed work in microseconds: an entry of the engine, a row hashed and sorted by the database. */
export interface Pace {
  readonly entryUs: number;
  readonly rowUs: number;
}

const pieceRows = 10_000;
const nsPerUs = 1_000;

/** A process with a state that does not grow, and a database connection, which repeat fixed pieces of work. */
export class YearPace {
  readonly #work: FixedWork;
  readonly #pool: OpenDatabase['pool'];
  readonly #rowUs: number[] = [];
  /** Processor time that the database has spent on fixed pieces so far. */
  databaseMs = 0;

  constructor(url: string, accounts: number) {
    this.#work = new FixedWork(accounts);
    this.#pool = openDatabase(url, () => undefined, 1, undefined, null).pool;
  }

  /** Warms up. */
  begin(): Promise<void> {
    return this.#work.warmUp();
  }

  /** Measures one piece of each work. */
  async measure(): Promise<void> {
    await this.#work.measure();
    const { rows } = await this.#pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const before = processorNs(pid);
    await this.#pool.query(
      'select max(hashed) from (select md5(n::text) as hashed from generate_series(1, $1::integer) as n order by 1) as row',
      [pieceRows],
    );
    const rowsUs = (processorNs(pid) - before) / nsPerUs;
    this.#rowUs.push(rowsUs / pieceRows);
    this.databaseMs += rowsUs / 1_000;
  }

  /** Returns the mean of the pieces since the last call. */
  take(): Pace {
    return { entryUs: this.#work.take(), rowUs: meanOf(this.#rowUs.splice(0)) };
  }

  async end(): Promise<void> {
    await this.#work.end();
    await this.#pool.end();
  }
}

function processorNs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
}
