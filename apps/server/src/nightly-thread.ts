import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from './adapters/clock/system-clock.ts';
import { AuditResultTables } from './adapters/postgres/audit-result-tables.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import { openDatabase } from './adapters/postgres/database.ts';
import type { Config } from './config.ts';
import { openArchive } from './open-archive.ts';
import { auditNight, type NightAudit } from './open-night-audit.ts';

/** Thread of the jobs of each night; it shares nothing with the trading thread (docs/adr/0049). */

export interface NightlyThreadData {
  readonly appUrl: string;
  readonly coreUrl: string;
  readonly archive: Config['archive'];
}

/** News of the thread: the newest results, at its start and after each night. */
export type NightlyNews =
  | ({ readonly kind: 'audited' } & NightAudit)
  | { readonly kind: 'failed'; readonly reason: string };

const lookEveryMs = 60_000;
/** Pause between two batches. */
const restMs = 10;
/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 15;
const connectionsMax = 2;

function report(news: NightlyNews): void {
  parentPort?.postMessage(news, []);
}

async function run({ appUrl, coreUrl, archive }: NightlyThreadData): Promise<never> {
  const onError = () => undefined;
  const app = openDatabase(appUrl, onError, connectionsMax, 'candor_app');
  const core = openDatabase(coreUrl, onError, connectionsMax, 'candor_core');
  const results = new AuditResultTables(core.db);
  const store = openArchive({ archive });
  const pause = () => wait(restMs);
  const known = async (): Promise<NightAudit> => {
    const { companies } = await new CompanyRows(app.db).load();
    return { results: await results.latest(companies.map(({ id }) => id)), reasons: [] };
  };
  for (let isFirst = true; ; isFirst = false) {
    try {
      const night = await auditNight({ databases: { app, core }, store, results, clock: systemClock, pause });
      if (night !== null || isFirst) report({ kind: 'audited', ...(night ?? (await known())) });
    } catch (error) {
      const { name, message } = error as Error;
      report({ kind: 'failed', reason: `${name}: ${message}` });
    }
    await wait(lookEveryMs);
  }
}

if (process.platform === 'linux') setPriority(niceness);
await run(workerData as NightlyThreadData);
