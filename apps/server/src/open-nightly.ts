import { fileURLToPath } from 'node:url';
import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { NightlyNews, NightlyThreadData } from './nightly-thread.ts';
import type { Start } from './open-adapters.ts';
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
  /** True while the newest audit is not good. Trading continues. */
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
  const workerData: NightlyThreadData = { appUrl, coreUrl, archive: config.archive };
  const latest = new Map<CompanyId, NightAudit['results'][number]>();
  const take = ({ results, reasons }: NightAudit): void => {
    for (const one of results) latest.set(one.companyId, one);
    if (reasons.length > 0) log.error({ reasons }, 'ALERT: the audit of this night is not good');
    else log.info({ results }, 'audit');
  };
  let thread: LongThread<NightlyNews> | undefined;
  const timer = setTimeout(() => {
    thread = new LongThread<NightlyNews>({
      path: threadPath,
      workerData,
      onMessage: (news) =>
        news.kind === 'audited'
          ? take(news)
          : log.error({ reason: news.reason }, 'the audit of this night cannot be stored'),
      onEnded: (error) => log.error({ err: error }, 'the thread of the nightly jobs ended'),
      restartMs,
      heapMaxMb,
    });
  }, lookAfterMs);
  timer.unref();
  return {
    get isFailing() {
      return [...latest.values()].some(({ state }) => state !== 'good');
    },
    metrics: auditMetrics(() => [...latest.values()], systemClock),
    async stop() {
      clearTimeout(timer);
      await thread?.close();
    },
  };
}
