import { join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import { forgetInvitation, keepInvitation, keptInvitation } from './adapters/keys/operator-file.ts';
import { trialCompanyHost, trialCompanyId } from './adapters/postgres/trial-company.ts';
import { randomIds } from './adapters/random/random-ids.ts';
import { type Config, ConfigError } from './config.ts';
import { openFirstOrigins } from './connect-areas.ts';
import type { Start } from './open-adapters.ts';
import type { CompanyRecord } from './ports/company.ts';
import type { PasswordHasher } from './ports/secrets.ts';
import type { ServerPorts, Stores } from './ports/server-ports.ts';
import { securityOf } from './serve-gateway.ts';
import { addTrialExamples } from './services/funds/trial-examples.ts';
import { ensureFirstOperator, forgetUsedInvitation } from './services/operators/accounts.ts';
import { invitationPageOf } from './services/operators/invitations.ts';

/** Company that answers hosts of no other company. */
const defaultCompany = 1 as CompanyId;
const trialCompany = trialCompanyId as CompanyId;
const trialOperatorEmail = 'admin@acme.localhost';
/** Wait between two looks at whether the links are used: it doubles up to the longest. */
const firstWaitMs = 5_000;
const longestWaitMs = 600_000;
/** Looks within 48 hours, after which the links have ended. */
const looksMax = 295;

/**
 * Adds first operators, and the trial company's examples. Throws ConfigError if the settings leave a company without a
 * core.
 */
async function prepareCompanies(config: Config, ports: Stores & Pick<ServerPorts, 'operatorHasher'>): Promise<void> {
  requireShards(config, (await ports.companies.load()).companies);
  const { companies } = await ports.companies.load();
  const originOf = openFirstOrigins(securityOf(config));
  await ensureFirstOperators(config, ports.operators, ports.operatorHasher, async (id) => {
    const company = companies.find((one) => one.id === id);
    return company === undefined ? null : originOf(company);
  });
  if (config.hasTrialCompany) await addTrialExamples(ports, trialCompany, systemClock.nowMs());
}

/** Prepares the companies, and removes used invitations from the file until the program stops. */
export async function foundCompanies(
  { config, log, stops }: Pick<Start, 'config' | 'log' | 'stops'>,
  ports: Parameters<typeof prepareCompanies>[1],
): Promise<void> {
  await prepareCompanies(config, ports);
  stops.push(followInvitations(config, ports.operators, (error) => log.error({ err: error }, 'operator.txt')));
}

/** Refuses to serve fewer shards than the companies are on: some would have no core. Throws ConfigError (R-RUN-71). */
export function requireShards(
  { shards }: Pick<Config, 'shards'>,
  companies: readonly Pick<CompanyRecord, 'shard'>[],
): void {
  const highest = Math.max(...companies.map(({ shard }) => shard));
  if (highest >= shards)
    throw new ConfigError(
      `The setting SHARDS=${shards} leaves out companies on shard ${highest}; it must be at least ${highest + 1}.`,
    );
}

type FirstConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'operatorEmail' | 'operatorPassword' | 'hasTrialCompany'>;

/** Adds the first operators of the default and trial companies; invitations are in one file (R-RUN-12, R-CON-30). */
export async function ensureFirstOperators(
  config: FirstConfig,
  store: Stores['operators'],
  hasher: PasswordHasher,
  originOf: (companyId: CompanyId) => Promise<string | null>,
): Promise<void> {
  for (const { companyId, of, ...settings } of firstOperators(config)) {
    const page = invitationPageOf(await originOf(companyId));
    const isOnlyHost = config.databaseUrl === null;
    const deps = { store, hasher, clock: systemClock, makeToken: () => randomIds.token(), isOnlyHost };
    await ensureFirstOperator({ ...deps, invitations: fileInvitations(config, of, page) }, companyId, settings);
  }
}

/** Removes used invitations from the file. Returns true if none of them waits any more. */
export async function forgetUsedInvitations(config: FirstConfig, store: Stores['operators']): Promise<boolean> {
  let isDone = true;
  for (const { companyId, of, email } of firstOperators(config)) {
    const invitations = fileInvitations(config, of, null);
    isDone = (await forgetUsedInvitation({ store, invitations }, companyId, { email })) && isDone;
  }
  return isDone;
}

/** Calls `work` after a time; returns the function that prevents it. */
type Schedule = (work: () => void, afterMs: number) => () => void;

const afterwards: Schedule = (work, afterMs) => {
  const timer = setTimeout(work, afterMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * Removes each invitation from the file once it is used, until none waits or all have ended (R-CON-36). Returns the way to
 * stop.
 */
export function followInvitations(
  config: FirstConfig,
  store: Stores['operators'],
  onError: (error: Error) => void,
  schedule: Schedule = afterwards,
): () => Promise<void> {
  let isStopped = false;
  let cancel: () => void = () => undefined;
  let looks = 0;
  let waitMs = firstWaitMs;
  const look = async () => {
    looks += 1;
    const isDone = await forgetUsedInvitations(config, store).catch((error: unknown) => {
      if (!isStopped) onError(error as Error);
      return false;
    });
    if (isStopped || isDone || looks >= looksMax) return;
    cancel = schedule(() => {
      looking = look();
    }, waitMs);
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  };
  let looking = look();
  return async () => {
    isStopped = true;
    cancel();
    await looking;
  };
}

/** First operators of the default and the trial company, as the settings say. */
function firstOperators({ operatorEmail, operatorPassword, hasTrialCompany }: FirstConfig) {
  const own = { companyId: defaultCompany, of: 'this installation', email: operatorEmail, password: operatorPassword };
  const trialOf = `the trial company, at the console of ${trialCompanyHost}`;
  const trial = { companyId: trialCompany, of: trialOf, email: trialOperatorEmail, password: null };
  return hasTrialCompany ? [own, trial] : [own];
}

function fileInvitations({ dataDir }: FirstConfig, of: string, page: string | null) {
  const file = join(dataDir, 'operator.txt');
  return {
    keep: (email: string, fresh: string) => keepInvitation(file, { of, email, page }, fresh),
    find: (email: string) => keptInvitation(file, email),
    forget: (email: string) => forgetInvitation(file, email),
  };
}
