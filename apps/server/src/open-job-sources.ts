import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { type Config, ConfigError } from './config.ts';
import { keyFiles, openWatchers, type Start } from './open-adapters.ts';
import { openLog } from './open-log.ts';
import { openNightly } from './open-nightly.ts';
import { openProjector } from './open-projector.ts';
import type { OpenedSnapshots } from './open-snapshots.ts';
import type { BuildText } from './ports/served-build.ts';
import type { Stores } from './ports/server-ports.ts';
import type { Companies } from './services/company/companies.ts';
import { createPaymentHook } from './services/watch/take-hook.ts';
import type { JobSources } from './start-jobs.ts';

interface SourcesSetup {
  readonly databases: Pick<Databases, 'appUrl' | 'coreUrl' | 'installation'>;
  /** True if other processes read the tables. */
  readonly isShared: boolean;
  readonly snapshots: (shard: number) => OpenedSnapshots;
  /** Version of the engine, kept with each snapshot. */
  readonly buildVersion: string;
  readonly build: BuildText | null;
}

/** Opens the threads, nodes and providers of the jobs as the settings name them. */
export function openJobSources(
  { config, log }: Pick<Start, 'config' | 'log'>,
  { databases, isShared, snapshots, buildVersion, build }: SourcesSetup,
): Required<JobSources> {
  const receiptKeyPath = keyFiles(config).receipts;
  return {
    openProjector: (shard) => openProjector({ databases, shard, receiptKeyPath, isShared, log }),
    writeSnapshots(shard) {
      const { health, startWriter } = snapshots(shard);
      return { health, stop: startWriter(buildVersion) };
    },
    writeLog: (shard) => openLog({ config, log, build }, databases, shard),
    openNightly: () => openNightly({ config, log }, databases),
    openWatchers: (companies) => openKnownWatchers(config, companies),
  };
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
