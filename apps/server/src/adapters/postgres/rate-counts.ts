import type pg from 'pg';
import type { OpenRateCounts, RateCounts } from '../../ports/guards.ts';

/** Keys of one subject after a sweep. Between two sweeps at most `sweepEvery` are added by each gateway. */
const keysMax = 250_000;
const sweepEvery = 1_000;
const expiredMax = 20_000;
/** Advisory lock of the sweep. */
const sweepLock = 4_208_001;

/** Hashes a key under a secret of the installation: the table names no address and no account. */
export type HashKey = (subject: string, key: string) => Buffer;

export interface SharedCounts {
  readonly open: OpenRateCounts;
  /** Deletes expired counts and, of subjects with too many keys, those counted longest ago. */
  sweep(): Promise<void>;
}

/**
 * Counters in PostgreSQL, shared by all gateways and timed by the database's clock (docs/adr/0036). Each count is one
 * statement, so that concurrent ones get distinct numbers. Rejects with UnavailableError while the database does not answer.
 */
export function sharedRateCounts(pool: pg.Pool, hashKey: HashKey, most = keysMax): SharedCounts {
  let added = 0;
  let sweeping: Promise<void> | null = null;
  const sweep = () => {
    sweeping ??= sweepCounts(pool, most).finally(() => {
      sweeping = null;
    });
    return sweeping;
  };
  const open: OpenRateCounts = (subject, windowMs) => {
    const ask = async (text: string, key: string, ...values: unknown[]): Promise<number> => {
      const { rows } = await pool.query<{ points: number }>(text, [subject, hashKey(subject, key), ...values]);
      return rows[0]?.points ?? 0;
    };
    const counts: RateCounts = {
      count: (key) => ask(statements.count, key),
      async add(key) {
        const points = await ask(statements.add, key, windowMs);
        added += 1;
        // A failed sweep is repeated by the next one.
        if (added % sweepEvery === 0) sweep().catch(() => undefined);
        return points;
      },
      takeBack: async (key) => void (await ask(statements.takeBack, key)),
      clear: async (key) => void (await ask(statements.clear, key)),
    };
    return counts;
  };
  return { open, sweep };
}

const statements = {
  count: `select points from rate_count where subject = $1 and key = $2 and ends_at > statement_timestamp()`,
  // `statement_timestamp()` is the same time at each place in the statement.
  add: `
    insert into rate_count as known (subject, key, points, ends_at, counted_at)
    values ($1, $2, 1, statement_timestamp() + $3 * interval '1 millisecond', statement_timestamp())
    on conflict (subject, key) do update set
      points = case when known.ends_at > excluded.counted_at then known.points + 1 else 1 end,
      ends_at = case when known.ends_at > excluded.counted_at then known.ends_at else excluded.ends_at end,
      counted_at = excluded.counted_at
    returning points`,
  takeBack: `
    update rate_count set points = greatest(points - 1, 0)
    where subject = $1 and key = $2 and ends_at > statement_timestamp() returning points`,
  clear: `delete from rate_count where subject = $1 and key = $2 returning 0 as points`,
};

/** One gateway sweeps at a time; the others skip it. */
async function sweepCounts(pool: pg.Pool, most: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [
      sweepLock,
    ]);
    if (rows[0]?.is_free === true) {
      await client.query(
        `delete from rate_count where ctid = any (array(
           select ctid from rate_count where ends_at <= now() order by ends_at limit $1 for update skip locked))`,
        [expiredMax],
      );
      await client.query(
        `delete from rate_count using (
           select subject, key, row_number() over (partition by subject order by counted_at desc) as place
           from rate_count where subject in (select subject from rate_count group by subject having count(*) > $1)
         ) as ranked
         where rate_count.subject = ranked.subject and rate_count.key = ranked.key and ranked.place > $1`,
        [most],
      );
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
