import { join } from 'node:path';
import type { TenantId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import { FolderFileStore } from './adapters/files/folder-file-store.ts';
import { ImageProcess } from './adapters/images/image-process.ts';
import { addDocumentKey, openDocumentKeys } from './adapters/keys/document-keys.ts';
import { keepOperatorPassword } from './adapters/keys/operator-file.ts';
import { addPeopleKey } from './adapters/keys/secrets-file.ts';
import { AuditRows } from './adapters/postgres/audit-rows.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import type { Db } from './adapters/postgres/database.ts';
import { InviteRows } from './adapters/postgres/invite-rows.ts';
import { OperatorTables } from './adapters/postgres/operator-tables.ts';
import { SealedFactors } from './adapters/postgres/sealed-factors.ts';
import { SealedTables } from './adapters/postgres/sealed-rows.ts';
import { trialCompanyHost, trialCompanyId } from './adapters/postgres/trial-company.ts';
import { UploadTables } from './adapters/postgres/upload-tables.ts';
import { VerificationTables } from './adapters/postgres/verification-tables.ts';
import type { DocumentOptions, DocumentPorts } from './compose-documents.ts';
import type { Config } from './config.ts';
import type { PasswordHasher } from './ports/secrets.ts';
import { resealAll } from './services/documents/sealing.ts';
import { ensureFirstOperator } from './services/operators/accounts.ts';

/** Answers hosts nobody else has claimed; its first operator is made at the first start. */
const defaultCompany = 1 as TenantId;
const trialOperatorEmail = 'admin@acme.localhost';

/** The world of pictures, identity checks and operators, for `main.ts`. */
export async function openDocuments(config: Config, db: Db, hasher: PasswordHasher): Promise<DocumentPorts> {
  const operators = new OperatorTables(db);
  await ensureFirstOperators(config, operators, hasher);
  return {
    files: new FolderFileStore(join(config.dataDir, 'files')),
    keyRing: await openDocumentKeys(keysFile(config), config.documentKeys),
    imageReader: new ImageProcess(),
    uploads: new UploadTables(db),
    verifications: new VerificationTables(db),
    operators,
    invites: new InviteRows(db),
    audit: new AuditRows(db, systemClock),
  };
}

/** Of the default company and of the trial company; written to one file where settings name no password (R-RUN-12). */
export async function ensureFirstOperators(
  config: Pick<Config, 'dataDir' | 'operatorEmail' | 'operatorPassword' | 'hasTrialCompany'>,
  store: OperatorTables,
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
  await ensureFirstOperator({ ...deps, keepPassword: keep(of) }, trialCompanyId as TenantId, trial);
}

export function documentOptions(config: Config): DocumentOptions {
  const { filesHost, isHttps, port } = config;
  const httpPort = port === 80 ? '' : `:${port}`;
  const filesOrigin = isHttps ? `https://${filesHost}` : `http://${filesHost}${httpPort}`;
  return { filesOrigin: filesHost === null ? '' : filesOrigin, retentionYears: config.documentRetentionYears };
}

/**
 * `npm run rotate-keys`, with the program stopped: a new key of documents, where they are in our own file, and
 * everything sealed anew with it. Answers what to say.
 */
export async function rotateDocumentKeys(config: Config, db: Db): Promise<string> {
  const path = keysFile(config);
  const given = config.documentKeys;
  const ring = given === null ? await addDocumentKey(path) : await openDocumentKeys(path, given);
  const { companies } = await new CompanyRows(db).load();
  const ids = companies.map(({ id }) => id);
  const count = await resealAll(new SealedTables(db), ring, ids);
  return `${count} values sealed anew with the key ${ring.current.id}. Of the others only the first is still needed.`;
}

function keysFile(config: Config): string {
  return join(config.keysDir, 'documents.keys');
}

/** The same for the secrets of second factors, under the key file of people. Answers what to say. */
export async function rotatePeopleKey(config: Config, db: Db): Promise<string> {
  const secrets = await addPeopleKey(join(config.keysDir, 'people.key'));
  const { companies } = await new CompanyRows(db).load();
  const rows = new SealedFactors(db);
  let count = 0;
  for (const { id } of companies)
    count += await rows.reseal(id, secrets.keyId, (place, sealed) =>
      secrets.seal(place, secrets.unseal(place, sealed)),
    );
  return `${count} secrets of second factors sealed anew.`;
}
