import { fileURLToPath } from 'node:url';
import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { NightlyNews, NightlyThreadData } from './nightly-thread.ts';
import { keyFiles, logKeyFile, type Start } from './open-adapters.ts';
import type { NightAudit } from './open-night-audit.ts';
import type { MetricSource } from './ports/metrics.ts';
import { auditMetrics } from './services/metrics/audit-metrics.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './nightly-thread.ts' : './nightly-thread.js', import.meta.url));
/** The first look comes after the start of trading. */
const firstLookMs = 30_000;
const restartMs = 60_000;
/** An audit keeps accounts and open orders in memory, as the trading core does. */
const heapMaxMb = 2_048;

/** The running jobs of each night. */
export interface RunningNightly {
  /** True while the newest audit is not good, and if a total could not be made. Trading continues. */
  readonly isFailing: boolean;
  readonly metrics: MetricSource;
  stop(): Promise<void>;
}

/** Starts the thread of the jobs of each night (R-LOG-13). */
export function openNightly(
  { config, log }: Pick<Start, 'config'> & { readonly log: Pick<Start['log'], 'error' | 'info'> },
  { appUrl, coreUrl }: Pick<Databases, 'appUrl' | 'coreUrl'>,
  lookAfterMs = firstLookMs,
): RunningNightly {
  const workerData: NightlyThreadData = {
    appUrl,
    coreUrl,
    archive: config.archive,
    logKeyPath: logKeyFile(config),
    peopleKeyPath: keyFiles(config).people,
  };
  const latest = new Map<CompanyId, NightAudit['results'][number]>();
  const take = ({ results, reasons }: NightAudit): void => {
    for (const one of results) latest.set(one.companyId, one);
    if (reasons.length > 0) log.error({ reasons }, 'ALERT: the audit of this night is not good');
    else log.info({ results }, 'audit');
  };
  let isRefused = false;
  const takeTotals = (reasons: readonly string[]): void => {
    isRefused = reasons.length > 0;
    if (isRefused) log.error({ reasons }, 'ALERT: a total owed to clients cannot be published');
  };
  let thread: LongThread<NightlyNews> | undefined;
  const timer = setTimeout(() => {
    thread = new LongThread<NightlyNews>({
      path: threadPath,
      workerData,
      onMessage(news) {
        if (news.kind === 'audited') return take(news);
        if (news.kind === 'totals') return takeTotals(news.reasons);
        return log.error({ reason: news.reason }, 'the jobs of this night cannot be done');
      },
      onEnded: (error) => log.error({ err: error }, 'the thread of the nightly jobs ended'),
      restartMs,
      heapMaxMb,
    });
  }, lookAfterMs);
  timer.unref();
  return {
    get isFailing() {
      return isRefused || [...latest.values()].some(({ state }) => state !== 'good');
    },
    metrics: auditMetrics(() => [...latest.values()], systemClock),
    async stop() {
      clearTimeout(timer);
      await thread?.close();
    },
  };
}
