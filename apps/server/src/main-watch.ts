import type { TenantId } from '@candor/domain/values/ids';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Db } from './adapters/postgres/database.ts';
import { ObservedPaymentTables } from './adapters/postgres/observed-payment-tables.ts';
import { PayoutCurrencyTables } from './adapters/postgres/payout-currency-tables.ts';
import { WatchedAddressTables } from './adapters/postgres/watched-address-tables.ts';
import { createBitcoinWatcher } from './adapters/watchers/bitcoin/bitcoin-watcher.ts';
import { createEvmWatcher } from './adapters/watchers/evm/evm-watcher.ts';
import { createSignedHooks } from './adapters/watchers/webhook/signed-hooks.ts';
import type { Server } from './compose.ts';
import { composeWatch, toWatchCore } from './compose-watch.ts';
import { type Config, ConfigError } from './config.ts';
import {
  type BitcoinSettings,
  type EvmSettings,
  readWatchers,
  type WatcherSettings,
  type WebhookSettings,
} from './config-watchers.ts';
import { fundsSettingsOf } from './services/funds/funds-deps.ts';
import { depositHash } from './services/funds/payload-hash.ts';
import type { Watching } from './services/watch/watching.ts';

type Running = Pick<Server, 'app' | 'core' | 'companies'>;

/** Starts watching for deposits, where a file names what to watch by, and adds the providers' route; answers the way to stop. */
export async function startWatch(
  config: Pick<Config, 'watchersFile'>,
  db: Db,
  { app, core, companies }: Running,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const settings = config.watchersFile === null ? [] : readWatchers(config.watchersFile);
  await requireCompanies(settings, companies);
  const currencies = new PayoutCurrencyTables(db);
  const hooks = settings.filter((one): one is WebhookSettings => one.kind === 'webhook');
  const nodes = settings.filter((one): one is EvmSettings | BitcoinSettings => one.kind !== 'webhook');
  const ports = {
    sightings: new ObservedPaymentTables(db),
    addresses: new WatchedAddressTables(db),
    limits: (companyId: TenantId) => fundsSettingsOf(currencies, companyId),
    hooks: createSignedHooks(
      hooks.map((hook) => ({ ...hook, companyId: hook.company as TenantId })),
      systemClock,
    ),
    watchings: nodes.map(toWatching),
  };
  const running = composeWatch(app, ports, {
    core: toWatchCore(core),
    clock: systemClock,
    companies: () => companies.all(),
    hashDeposit: depositHash,
    onError: (error) => log.error({ err: error }, 'deposits'),
  });
  return () => running.stop();
}

function toWatching(settings: EvmSettings | BitcoinSettings): Watching {
  const { pollMs, confirmations, company } = settings;
  const watcher = settings.kind === 'evm' ? createEvmWatcher(toEvmOptions(settings)) : createBitcoinWatcher(settings);
  return { watcher, pollMs, confirmations, companyId: company === undefined ? null : (company as TenantId) };
}

function toEvmOptions({ coin, tokens, ...settings }: EvmSettings) {
  const lowered = tokens.map((token) => ({ ...token, contract: token.contract.toLowerCase() }));
  return { ...settings, coin: coin ?? null, tokens: lowered };
}

async function requireCompanies(settings: readonly WatcherSettings[], companies: Running['companies']): Promise<void> {
  for (const [at, { company }] of settings.entries())
    if (company !== undefined && (await companies.find(company as TenantId)) === null)
      throw new ConfigError(`The file of the setting WATCHERS cannot be used: [${at}].company is no company.`);
}
