import { join } from 'node:path';
import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import { keepOperatorPassword } from './adapters/keys/operator-file.ts';
import { trialCompanyHost, trialCompanyId } from './adapters/postgres/trial-company.ts';
import { type Config, ConfigError } from './config.ts';
import type { CompanyRecord } from './ports/company.ts';
import type { PasswordHasher } from './ports/secrets.ts';
import type { ServerPorts, Stores } from './ports/server-ports.ts';
import { addTrialExamples } from './services/funds/trial-examples.ts';
import { ensureFirstOperator } from './services/operators/accounts.ts';

/** Company that answers hosts of no other company. */
const defaultCompany = 1 as CompanyId;
const trialCompany = trialCompanyId as CompanyId;
const trialOperatorEmail = 'admin@acme.localhost';

/**
 * Adds first operators, and the trial company's examples. Throws ConfigError if the settings leave a company without a
 * core.
 */
export async function prepareCompanies(
  config: Config,
  ports: Stores & Pick<ServerPorts, 'operatorHasher'>,
): Promise<void> {
  requireShards(config, (await ports.companies.load()).companies);
  await ensureFirstOperators(config, ports.operators, ports.operatorHasher);
  if (config.hasTrialCompany) await addTrialExamples(ports, trialCompany, systemClock.nowMs());
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

/** Adds the first operators of the default and trial companies; writes passwords that no setting names to one file (R-RUN-12). */
export async function ensureFirstOperators(
  config: Pick<Config, 'dataDir' | 'operatorEmail' | 'operatorPassword' | 'hasTrialCompany'>,
  store: Stores['operators'],
  hasher: PasswordHasher,
): Promise<void> {
  const file = join(config.dataDir, 'operator.txt');
  const keep = (of: string) => (email: string) => keepOperatorPassword(file, { of, email });
  const first = { email: config.operatorEmail, password: config.operatorPassword };
  const deps = { store, hasher, clock: systemClock };
  await ensureFirstOperator({ ...deps, keepPassword: keep('this installation') }, defaultCompany, first);
  if (!config.hasTrialCompany) return;
  const trial = { email: trialOperatorEmail, password: null };
  const of = `the trial company, at the console of ${trialCompanyHost}`;
  await ensureFirstOperator({ ...deps, keepPassword: keep(of) }, trialCompany, trial);
}
