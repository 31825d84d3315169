import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { type Config, ConfigError } from './config.ts';
import type { ServerOptions } from './create-areas.ts';
import { keyFiles, openWatchers, type Start } from './open-adapters.ts';
import { openProjector } from './open-projector.ts';
import { openSnapshots } from './open-snapshots.ts';
import type { Stores } from './ports/server-ports.ts';
import type { ShardPort, TradingPort } from './ports/trading-port.ts';
import type { Companies } from './services/company/companies.ts';
import { fundsSettingsOf } from './services/funds/funds-deps.ts';
import { depositHash } from './services/funds/payload-hash.ts';
import { createWatch } from './services/watch/create-watch.ts';
import { createPaymentHook } from './services/watch/take-hook.ts';
import { type JobPorts, startJobs } from './start-jobs.ts';

interface JobsSetup {
  readonly start: Pick<Start, 'config' | 'log'>;
  readonly databases: Pick<Databases, 'core' | 'coreUrl'>;
  readonly ports: JobPorts;
  readonly options: Pick<ServerOptions, 'documents' | 'security' | 'buildVersion'>;
  readonly core: TradingPort;
  /** Core of each shard. */
  readonly cores: ReadonlyMap<number, Pick<ShardPort, 'followEvents' | 'noticesSince'>>;
  readonly companies: Companies;
  /** Drops ended sessions wherever they are cached, and closes their sockets. */
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
}

/** Jobs that run in a process of their own. */
export interface RunningJobs {
  /** True while the tables or the snapshots cannot be written. */
  isFailing(area: 'projections' | 'snapshots'): boolean;
  stop(): Promise<void>;
}

/**
 * Starts every job of the installation for the other processes: projector with its signatures, snapshots, deposit
 * watchers, messages, notices, and what erases expired data. To be called under the lease of the jobs (R-RUN-36).
 */
export async function runJobs(setup: JobsSetup): Promise<RunningJobs> {
  const { start, ports, options, core, cores, companies } = setup;
  const { config, log } = start;
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const folding = [...cores].map(([shard, own]) => startFolding({ ...setup, stops }, shard, own));
    const onError = (area: string) => (error: unknown) => log.error({ err: error }, area);
    const jobs = startJobs(ports, options, { ...setup, onError });
    stops.push(() => jobs.stop());
    const watch = await openWatch(config, ports, { core, companies, log });
    stops.push(() => watch.stop());
    return { isFailing: (area) => folding.some((isFailing) => isFailing(area)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a shard's projector and snapshots; returns the function that is true while an area of them cannot be written. */
function startFolding(
  { start, databases, options, stops }: JobsSetup & { readonly stops: (() => Promise<void> | void)[] },
  shard: number,
  core: Pick<TradingPort, 'followEvents'>,
): RunningJobs['isFailing'] {
  const { config, log } = start;
  const receiptKeyPath = keyFiles(config).receipts;
  const projector = openProjector({ databases, shard, receiptKeyPath, isShared: true, log });
  stops.push(() => projector.stop());
  stops.push(core.followEvents(({ committedSeq }) => projector.wake(committedSeq)));
  const ofThreads: (() => Promise<void>)[] = [];
  const snapshots = openSnapshots({ config, log, stops: ofThreads }, databases, shard);
  snapshots.startWriter(options.buildVersion);
  stops.push(...ofThreads);
  const failing = { projections: () => projector.isFailing, snapshots: () => snapshots.health.isFailing };
  return (area) => failing[area]();
}

/** Opens the nodes and providers of the settings. Throws ConfigError for a company that does not exist. */
async function openKnownWatchers(config: Pick<Config, 'watchersFile'>, companies: Companies) {
  const watchers = openWatchers(config);
  for (const [at, company] of watchers.companies.entries())
    if (company !== undefined && (await companies.find(company as CompanyId)) === null)
      throw new ConfigError(
        `The file of the setting WATCHERS cannot be used: [${at}].company is not the number of a company.`,
      );
  return watchers;
}

/** Starts watching for deposits, with the nodes and providers of the settings. Throws ConfigError. */
export async function openWatch(
  config: Pick<Config, 'watchersFile'>,
  ports: Pick<Stores, 'observedPayments' | 'addressBook' | 'payoutCurrencies'>,
  { core, companies, log }: Pick<JobsSetup, 'core' | 'companies'> & Pick<Start, 'log'>,
): Promise<ReturnType<typeof createWatch>> {
  const watchers = await openKnownWatchers(config, companies);
  return createWatch(
    { ...ports, ...watchers },
    {
      core,
      clock: systemClock,
      companies: () => companies.all(),
      limits: (companyId) => fundsSettingsOf(ports.payoutCurrencies, companyId),
      hashDeposit: depositHash,
      onError: (error) => log.error({ err: error }, 'deposits'),
    },
  );
}

/** Returns the function that takes the providers' events in a gateway: it stores them, and the jobs settle them. */
export async function openPaymentHook(
  { config, log }: Pick<Start, 'config' | 'log'>,
  { observedPayments: store, addressBook }: Pick<Stores, 'observedPayments' | 'addressBook'>,
  companies: Companies,
): Promise<ReturnType<typeof createPaymentHook>> {
  const { hooks, setups } = await openKnownWatchers(config, companies);
  return createPaymentHook({
    store,
    addressBook,
    clock: systemClock,
    hooks,
    normalize: (name, address) =>
      setups.find(({ watcher }) => watcher.name === name)?.watcher.normalize(address) ?? address,
    onReverted: ({ companyId, id }) =>
      log.error({ companyId, observedPayment: id }, 'ALERT: an observed payment was reverted'),
    settle: async () => undefined,
  });
}
