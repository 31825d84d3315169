import { execute } from '@candor/domain/engine/execute';
import type { AccountId } from '@candor/domain/values/ids';
import { Migrator } from 'kysely';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { ensureRoles } from '../apps/server/src/adapters/postgres/database-roles.ts';
import { migrateToLatest, migrationProvider } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import type { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash } from '../apps/server/src/trading/hash-chain.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { type DelayedPostgres, startDelayedPostgres } from './delayed-postgres.ts';
import { placing } from './engine-orders.ts';
import { median, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { always, makeState } from './populations.ts';
import { mainThreadUs } from './thread-time.ts';

// Processor time of the database for a commit with partitions and stored ids, compared with the one table of earlier
// versions in the same run. Time on the clock says little on a busy machine.

interface Plan {
  readonly batches: readonly number[];
  readonly rounds: number;
  /** Commits of one round. */
  readonly commits: (batch: number) => number;
}

const plans: Record<Size, Plan> = {
  full: {
    batches: [1, 10, 100, 1_000],
    rounds: 15,
    commits: (batch) => Math.max(30, Math.floor(600 / Math.sqrt(batch))),
  },
  tiny: { batches: [1, 10], rounds: 2, commits: () => 5 },
};

const commitName = (batch: number) => `commit of ${batch}, in partitions with ids`;
const beforePartitions = '0026-lead-fence';

export const commitCost: Suite = {
  name: 'commit-cost',
  figureNames: (size) => plans[size].batches.map(commitName),
  async run(size, say) {
    const plan = plans[size];
    if (process.platform !== 'linux')
      return plan.batches.map((batch) =>
        toSkipped(commitName(batch), 'µs', 'only Linux tells a process\u2019s processor time'),
      );
    const postgres = await startDelayedPostgres();
    try {
      const before = await openJournal(postgres, 'before', beforePartitions);
      const now = await openJournal(postgres, 'now', null);
      const figures = [];
      for (const batch of plan.batches) {
        say(commitName(batch));
        const [old, ours]: [number[], number[]] = [[], []];
        // In turns, so that both meet the same machine; the first round warms up.
        for (let round = 0; round <= plan.rounds; round += 1) {
          const [first, second] = round % 2 === 0 ? [before, now] : [now, before];
          const times = [await usPerCommit(first, batch, plan), await usPerCommit(second, batch, plan)] as const;
          if (round === 0) continue;
          old.push(first === before ? times[0] : times[1]);
          ours.push(first === before ? times[1] : times[0]);
        }
        figures.push(toFigure(commitName(batch), 'µs', ours, { 'one table without ids': median(old) }));
      }
      for (const { database } of [before, now]) await database.close();
      return figures;
    } finally {
      await postgres.stop();
    }
  },
};

interface Open {
  readonly database: OpenDatabase;
  readonly journal: PostgresJournal;
  /** Process of the only connection. */
  readonly pid: number;
}

async function openJournal(postgres: DelayedPostgres, name: string, upTo: string | null): Promise<Open> {
  const database = openDatabase(await postgres.createDatabase(name), () => undefined, 1);
  if (upTo === null) await migrateToLatest(database.db);
  else {
    await ensureRoles(database.db);
    await new Migrator({ db: database.db, provider: migrationProvider }).migrateTo(upTo);
  }
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { database, journal: await leadingJournal(database.pool), pid: rows[0]?.pid ?? 0 };
}

/** Microseconds of processor time a commit, one after another. */
async function usPerCommit({ journal, pid }: Open, batch: number, { commits }: Plan): Promise<number> {
  const { epoch, lastSeq, lastHash } = await journal.lead();
  const count = commits(batch);
  const all = makeEntries(count * batch, lastSeq, lastHash);
  const began = mainThreadUs(pid);
  for (let at = 0; at < count; at += 1)
    await journal.commit(epoch, lastSeq + at * batch, 0, all.slice(at * batch, (at + 1) * batch));
  return (mainThreadUs(pid) - began) / count;
}

const accounts = 1_000;

/** Journal entries like those of real orders, each with a random id of its client. */
function makeEntries(count: number, lastSeq: number, lastHash: Buffer): JournalEntry[] {
  const payload = samplePayload();
  let hash: Buffer = lastHash;
  return Array.from({ length: count }, (_, at) => {
    const clientId = crypto.randomUUID().replaceAll('-', '');
    const accountId = 1 + Math.floor(Math.random() * accounts);
    const entry = { seq: lastSeq + at + 1, atMs: Date.now(), accountId, clientId, bodyHash: 'A'.repeat(43), payload };
    hash = chainHash(hash, entry);
    return { ...entry, hash };
  });
}

function samplePayload(): string {
  const result = execute(makeState(10), placing(1 as AccountId, Date.now()), always);
  if (!result.ok) throw new Error(`The order is accepted, was ${result.refusal}`);
  return encodeDecision({ kind: 'done', events: result.value });
}
