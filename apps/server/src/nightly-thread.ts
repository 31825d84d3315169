import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { CompanyId } from '@candor/domain/values/ids';
import { originOf } from '@candor/transparency-log/note';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openLogKey } from './adapters/keys/log-key-file.ts';
import { openSecrets } from './adapters/keys/secrets-file.ts';
import { AuditResultTables } from './adapters/postgres/audit-result-tables.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import { LiabilityTables } from './adapters/postgres/liability-tables.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { StatisticsTables } from './adapters/postgres/statistics-tables.ts';
import type { Config } from './config.ts';
import { openArchive } from './open-archive.ts';
import { shardsOf } from './open-audit.ts';
import { auditNight, type NightAudit } from './open-night-audit.ts';
import { foldStatistics } from './projections/statistics/fold-statistics.ts';
import { dayOf, type LiabilityDeps, makeLiabilities } from './services/log/make-liabilities.ts';

/** Thread of the jobs of each night; it shares nothing with the trading thread (docs/adr/0049). */

export interface NightlyThreadData {
  readonly appUrl: string;
  readonly coreUrl: string;
  readonly archive: Config['archive'];
  /** File of the key that signs checkpoints: its public half names the logs. */
  readonly logKeyPath: string;
  /** File of the key that salts are made from. */
  readonly peopleKeyPath: string;
}

/** News of the thread: the newest results, at its start and after each night. */
export type NightlyNews =
  | ({ readonly kind: 'audited' } & NightAudit)
  | { readonly kind: 'failed'; readonly reason: string }
  /** Totals owed to clients were made; `reasons` name those that could not be. */
  | { readonly kind: 'totals'; readonly reasons: readonly string[] };

const lookEveryMs = 60_000;
/** Pause between two batches. */
const restMs = 10;
/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 15;
const connectionsMax = 2;

function report(news: NightlyNews): void {
  parentPort?.postMessage(news, []);
}

/** Makes the totals that are due; returns why some could not be made, or null if nothing was due. */
async function makeTotals(deps: LiabilityDeps, companyIds: readonly CompanyId[]): Promise<string[] | null> {
  const reasons: string[] = [];
  let isDue = false;
  for (const companyId of companyIds)
    for (const { currency, made } of await makeLiabilities(deps, companyId, systemClock.nowMs())) {
      isDue = true;
      if (made.fault !== null) reasons.push(`company ${companyId}, ${currency}: ${made.fault}`);
    }
  return isDue ? reasons : null;
}

async function run({ appUrl, coreUrl, archive, logKeyPath, peopleKeyPath }: NightlyThreadData): Promise<never> {
  const onError = () => undefined;
  const app = openDatabase(appUrl, onError, connectionsMax, 'candor_app');
  const core = openDatabase(coreUrl, onError, connectionsMax, 'candor_core');
  const results = new AuditResultTables(core.db);
  const store = openArchive({ archive });
  const pause = () => wait(restMs);
  const privateKey = await openLogKey(logKeyPath);
  const secrets = await openSecrets(peopleKeyPath);
  const liabilities: LiabilityDeps = {
    store: new LiabilityTables(core.db),
    originOf: (companyId) => originOf(privateKey, companyId),
    saltOf: (name) => secrets.mac('log-salt', name),
  };
  const companyIds = async () => (await new CompanyRows(app.db).load()).companies.map(({ id }) => id);
  const known = async (): Promise<NightAudit> => {
    return { results: await results.latest(await companyIds()), reasons: [] };
  };
  /** Day whose totals were looked for: once a day, so that a company without real accounts costs nothing more. */
  let totalsDay = '';
  const makeDueTotals = async (): Promise<void> => {
    const today = dayOf(systemClock.nowMs());
    if (today === totalsDay) return;
    const reasons = await makeTotals(liabilities, await companyIds());
    totalsDay = today;
    if (reasons !== null) report({ kind: 'totals', reasons });
  };
  const countStatistics = async (): Promise<void> => {
    for (const shard of await shardsOf(core)) {
      const journal = new PostgresJournal(core.pool, { shard, epoch: 0 });
      const statistics = { journal, store: new StatisticsTables(core.db, shard) };
      while (await foldStatistics(statistics, systemClock.nowMs())) await pause();
    }
  };
  const audit = async (isFirst: boolean): Promise<void> => {
    const night = await auditNight({ databases: { app, core }, store, results, clock: systemClock, pause });
    if (night !== null || isFirst) report({ kind: 'audited', ...(night ?? (await known())) });
  };
  for (let isFirst = true; ; isFirst = false) {
    // One that fails does not keep the others from being done.
    for (const work of [countStatistics, makeDueTotals, () => audit(isFirst)])
      await work().catch(({ name, message }: Error) => report({ kind: 'failed', reason: `${name}: ${message}` }));
    await wait(lookEveryMs);
  }
}

if (process.platform === 'linux') setPriority(niceness);
await run(workerData as NightlyThreadData);
