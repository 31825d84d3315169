import { join, resolve } from 'node:path';
import { findShardFault, missingSettings } from './config-roles.ts';
import { isPrintable, type Settings, schema, valuesOf } from './config-schema.ts';
import { ExplainedError } from './ports/explained-error.ts';

/** Part of the program that a process runs; `all` runs every part in one process. */
export type Role = Settings['ROLE'];

export interface Config {
  readonly role: Role;
  /** Number of shards among which the companies are divided, and the one that a core decides for. */
  readonly shards: number;
  readonly shard: number;
  /** True if unsafe settings prevent the start. */
  readonly isProduction: boolean;
  /** True if every answer is checked against its call's schema: CHECK_ANSWERS=on, or `npm run dev` (NODE_ENV=development). */
  readonly checksAnswers: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Folder of the keys for receipts, personal data and documents. */
  readonly keysDir: string;
  /** Folder of sealed uploads, the same for every gateway and job. */
  readonly filesDir: string;
  /** Connections between the roles: NATS servers, or a folder of Unix sockets on this host. */
  readonly lines: LinesConfig;
  /** Null for the embedded database. */
  readonly databaseUrl: string | null;
  /** The same database with logins for the roles app and core; null for `databaseUrl`. */
  readonly databaseAppUrl: string | null;
  readonly databaseCoreUrl: string | null;
  readonly feed: FeedConfig;
  /** File of the provider that takes hedges; null if nothing is hedged. */
  readonly hedgerFile: string | null;
  /** Replay speed as a multiple of the recorded one; `max` for as fast as possible. */
  readonly feedSpeed: number | 'max';
  readonly feedSymbol: string | null;
  readonly simCalendar: 'open' | 'real';
  readonly simSeed: string;
  readonly tickLogMaxBytes: number;
  /** Journal entries between two snapshots of the state. */
  readonly snapshotEvery: number;
  /** Entries of a new partition of the journal. */
  readonly journalPartition: number;
  /** Days that journal entries stay in the database before they are archived. */
  readonly journalKeptDays: number;
  /** Place of archived journal entries. */
  readonly archive: ArchiveConfig;
  /** Backup of the embedded database and the files. */
  readonly backup: BackupConfig;
  /** True if clients reach the program by HTTPS only. */
  readonly isHttps: boolean;
  /** Host of the default company's pages, used in links of mails; null if unknown. */
  readonly publicHost: string | null;
  /** Addresses and networks of proxies whose forwarded headers are trusted; null for none. */
  readonly trustProxy: string | null;
  /** Hosts that serve only uploads and only the console; null if any host serves them. */
  readonly filesHost: string | null;
  readonly consoleHost: string | null;
  /** Maximum calls per second, per account, per address and in total; 0 for no limit. */
  readonly rates: { readonly perAccount: number; readonly perAddress: number; readonly total: number };
  /** True if the trial company is in service. */
  readonly hasTrialCompany: boolean;
  /** Null: mails are written to the outbox folder. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Null: SMS are written to the outbox folder. */
  readonly sms: { readonly url: string; readonly secret: string } | null;
  /** Maximum SMS of one company in a day. */
  readonly smsLimits: { readonly company: number; readonly country: number; readonly prefix: number };
  /** File that names the nodes and providers that report payments; null: deposits are reported by hand. */
  readonly watchersFile: string | null;
  readonly demoLimits: { readonly perAddressMax: number; readonly perCompanyMax: number };
  /** Document keys from the environment; null for a key file. */
  readonly documentKeys: string | null;
  readonly documentRetentionYears: number;
  /** Credentials of the first operator; null to generate them. */
  readonly operatorEmail: string | null;
  readonly operatorPassword: string | null;
  readonly legacyGetWrites: boolean;
  /** Port of `/metrics`, and the address that it listens at; port 0 for none. */
  readonly metricsPort: number;
  readonly metricsHost: string;
  readonly logLevel: string;
}

export type FeedConfig =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly files: readonly string[] }
  /** `file` describes the venue (docs/runbook/live-feed.md). */
  | { readonly kind: 'websocket' | 'fix' | 'poll' | 'several'; readonly file: string };

export type LinesConfig =
  | {
      readonly kind: 'nats';
      readonly url: string;
      readonly nkeySeed: string | null;
      /** Start of all subjects; a copy of an installation on the same NATS needs another one. */
      readonly subject: string;
    }
  | { readonly kind: 'sockets'; readonly folder: string };

export interface BackupConfig {
  /** Null: no backup. */
  readonly folder: string | null;
  readonly keyFile: string;
  /** Base backups that are kept. */
  readonly keep: number;
}

export type ArchiveConfig =
  | { readonly kind: 'off' }
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      /** Start of the objects' names; empty for none. */
      readonly prefix: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

/** An unusable setting; the message names the setting and the reason. */
export class ConfigError extends ExplainedError {
  override readonly name = 'ConfigError';
}

/** Reads all settings once. Empty values count as not set. Throws ConfigError naming the setting. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, baseDir: string): Config {
  const given = givenIn(env);
  const [fault] = listConfigFaults(env, baseDir);
  if (fault !== undefined) throw new ConfigError(fault);
  const settings = schema.parse(given);
  const dataDir = resolve(baseDir, settings.DATA_DIR);
  return {
    role: settings.ROLE,
    shards: settings.SHARDS,
    shard: settings.SHARD ?? 0,
    isProduction: settings.PRODUCTION === 'on',
    checksAnswers: settings.CHECK_ANSWERS === 'on' || given['NODE_ENV'] === 'development',
    port: settings.PORT,
    host: settings.HOST ?? (hasClients(settings.ROLE) ? '::' : '127.0.0.1'),
    dataDir,
    keysDir: settings.KEYS_DIR === undefined ? join(dataDir, 'keys') : resolve(baseDir, settings.KEYS_DIR),
    ...parseShared(settings, dataDir, baseDir),
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseAppUrl: settings.DATABASE_APP_URL ?? null,
    databaseCoreUrl: settings.DATABASE_CORE_URL ?? null,
    feed: parseFeed(settings.FEED, baseDir),
    hedgerFile: settings.HEDGER === undefined ? null : resolve(baseDir, settings.HEDGER),
    feedSpeed: settings.FEED_SPEED === 'max' ? 'max' : Number(settings.FEED_SPEED),
    feedSymbol: settings.FEED_SYMBOL ?? null,
    simCalendar: settings.SIM_CALENDAR,
    simSeed: settings.SIM_SEED,
    tickLogMaxBytes: settings.TICK_LOG_MAX_MB * 1024 * 1024,
    snapshotEvery: settings.SNAPSHOT_EVERY,
    ...parseJournal(settings, dataDir, baseDir),
    backup: parseBackup(settings, dataDir, baseDir),
    isHttps: settings.PUBLIC_HTTPS === 'on',
    trustProxy: settings.TRUST_PROXY ?? null,
    publicHost: settings.PUBLIC_HOST ?? null,
    filesHost: settings.FILES_HOST ?? null,
    consoleHost: settings.CONSOLE_HOST ?? null,
    rates: {
      perAccount: settings.RATE_PER_ACCOUNT,
      perAddress: settings.RATE_PER_ADDRESS,
      total: settings.RATE_TOTAL,
    },
    hasTrialCompany: settings.TRIAL_COMPANY === 'on',
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    sms: parseSms(settings.SMS_URL, settings.SMS_SECRET),
    smsLimits: {
      company: settings.SMS_DAY_MAX,
      country: settings.SMS_DAY_COUNTRY_MAX,
      prefix: settings.SMS_DAY_PREFIX_MAX,
    },
    watchersFile: settings.WATCHERS === undefined ? null : resolve(baseDir, settings.WATCHERS),
    demoLimits: { perAddressMax: settings.DEMOS_PER_ADDRESS, perCompanyMax: settings.DEMOS_PER_HOUR },
    documentKeys: settings.DOCUMENT_KEYS ?? null,
    documentRetentionYears: settings.DOCUMENT_RETENTION_YEARS,
    operatorEmail: settings.OPERATOR_EMAIL ?? null,
    operatorPassword: settings.OPERATOR_PASSWORD ?? null,
    legacyGetWrites: settings.LEGACY_GET_WRITES === 'on',
    metricsPort: settings.METRICS_PORT,
    metricsHost: settings.METRICS_HOST,
    logLevel: settings.LOG_LEVEL,
  };
}

/**
 * Returns every refusal of the settings, not the first alone (R-RUN-81): names that are misspelt, values that cannot be
 * used, and, with these left out, everything that the others lack or contradict. Empty if `parseConfig` accepts them.
 */
export function listConfigFaults(
  env: Readonly<Record<string, string | undefined>>,
  baseDir: string,
): readonly string[] {
  const given = givenIn(env);
  const faults = misspeltIn(given);
  const parsed = schema.safeParse(given);
  const names = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0] as keyof Settings));
  for (const name of names) faults.push(unusable(name, given));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name as keyof Settings)));
  const settings = schema.parse(rest);
  // A refused value is present: its absence is not another fault.
  const present = new Set(Object.keys(given));
  const attempt = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
    }
  };
  const missing = settings.ROLE === 'all' ? [] : missingSettings(settings.ROLE, present);
  const shared = { ...settings, NATS_URL: settings.NATS_URL ?? given['NATS_URL'] };
  for (const one of missing) faults.push(lacks(settings.ROLE, one));
  attempt(() => requireShared(shared, new Set([...present, ...missing.map(({ setting }) => setting)])));
  const shardFault = names.has('SHARDS') || names.has('SHARD') ? null : findShardFault(settings);
  if (shardFault !== null) faults.push(shardFault);
  attempt(() => linesFolder(settings.NATS_URL === undefined ? settings.LINES_DIR : undefined, '', baseDir));
  if (!Object.keys(given).some((name) => name.startsWith('ARCHIVE_S3_') && names.has(name as keyof Settings)))
    attempt(() => parseArchive(settings, '', baseDir));
  attempt(() => parseBackup(settings, resolve(baseDir, settings.DATA_DIR), baseDir));
  if (!names.has('SMS_SECRET')) attempt(() => parseSms(settings.SMS_URL, settings.SMS_SECRET));
  return faults;
}

type Given = Readonly<Record<string, string | undefined>>;

function givenIn(env: Given): Given {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}

function unusable(name: keyof Settings, given: Given): string {
  const setting = `${name}=${isPrintable(name) ? given[name] : '…'}`;
  const values = valuesOf(name);
  const possible = values === null ? '' : ` Possible values: ${values}.`;
  return `The setting ${setting} cannot be used.${possible} See the settings table in README.md.`;
}

function lacks(role: Role, { setting, reason }: { readonly setting: string; readonly reason: string }): string {
  return `ROLE=${role} needs ${setting}: ${reason}. See docs/runbook/cluster.md.`;
}

/** True for roles that serve pages and calls; the others answer probes only. */
function hasClients(role: Role): boolean {
  return role === 'all' || role === 'gateway';
}

/** Returns a refusal for each name close to a setting's, most likely a typing error. Other names are ignored. */
function misspeltIn(given: Given): string[] {
  const ours = Object.keys(schema.shape);
  return Object.keys(given).flatMap((name) => {
    if (ours.includes(name)) return [];
    const meant = ours.find((one) => one.length > 5 && distance(one, name) <= 2);
    return meant === undefined
      ? []
      : [`There is no setting ${name}; ${meant} is probably meant. See the settings table in README.md.`];
  });
}

/** Levenshtein distance up to 2; larger values mean more. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Refuses a role of its own without what it shares with the others. Throws ConfigError. */
function requireShared(
  {
    ROLE: role,
    NATS_URL: nats,
    LINES_DIR: folder,
  }: Pick<Settings, 'ROLE' | 'LINES_DIR'> & { readonly NATS_URL?: string | undefined },
  given: ReadonlySet<string>,
): void {
  if (role === 'all') return;
  const [missing] = missingSettings(role, given);
  if (missing !== undefined) throw new ConfigError(lacks(role, missing));
  // The hedger reads the database alone.
  if (nats === undefined && folder === undefined && role !== 'hedger')
    throw new ConfigError(
      `ROLE=${role} needs NATS_URL, or LINES_DIR where every role runs on this host, to reach the other roles.`,
    );
}

/** Longest path of a Unix socket on Linux, and the rest of a line's path below LINES_DIR: `/core-19.sock.0123abcd`. */
const socketPathMax = 107;
const socketNameMax = 22;

function linesFolder(folder: string | undefined, dataDir: string, baseDir: string): string {
  if (folder === undefined) return join(dataDir, 'lines');
  const path = resolve(baseDir, folder);
  if (Buffer.byteLength(path) > socketPathMax - socketNameMax)
    throw new ConfigError(
      `The setting LINES_DIR=${folder} is longer than ${socketPathMax - socketNameMax} bytes: the system cuts the paths of its sockets. Choose a shorter one, e.g. /run/candor.`,
    );
  return path;
}

function parseShared(
  { FILES_DIR: files, LINES_DIR: folder, NATS_URL: url, NATS_NKEY: nkeySeed, NATS_SUBJECT: subject }: Settings,
  dataDir: string,
  baseDir: string,
): Pick<Config, 'filesDir' | 'lines'> {
  return {
    filesDir: files === undefined ? join(dataDir, 'files') : resolve(baseDir, files),
    lines:
      url === undefined
        ? { kind: 'sockets', folder: linesFolder(folder, dataDir, baseDir) }
        : { kind: 'nats', url, nkeySeed: nkeySeed ?? null, subject },
  };
}

function parseJournal(
  settings: Settings,
  dataDir: string,
  baseDir: string,
): Pick<Config, 'journalPartition' | 'journalKeptDays' | 'archive'> {
  return {
    journalPartition: settings.JOURNAL_PARTITION,
    journalKeptDays: settings.JOURNAL_KEPT_DAYS,
    archive: parseArchive(settings, dataDir, baseDir),
  };
}

function parseArchive(settings: Settings, dataDir: string, baseDir: string): ArchiveConfig {
  const { ARCHIVE: place } = settings;
  if (place === 'off') return { kind: 'off' };
  if (place === undefined) return { kind: 'folder', folder: join(dataDir, 'archive') };
  if (!place.startsWith('s3:')) return { kind: 'folder', folder: resolve(baseDir, place) };
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([\w/.-]*?))?\/?$/.exec(place) ?? [];
  if (bucket === '') throw new ConfigError('The setting ARCHIVE=… is not s3://<bucket> or s3://<bucket>/<folder>.');
  const { ARCHIVE_S3_URL: endpoint, ARCHIVE_S3_KEY: accessKey, ARCHIVE_S3_SECRET: secretKey } = settings;
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined)
    throw new ConfigError(`The setting ARCHIVE=${place} needs ARCHIVE_S3_URL, ARCHIVE_S3_KEY and ARCHIVE_S3_SECRET.`);
  return { kind: 's3', endpoint, region: settings.ARCHIVE_S3_REGION, bucket, prefix, accessKey, secretKey };
}

function parseBackup(settings: Settings, dataDir: string, baseDir: string): BackupConfig {
  const { BACKUP_DIR: given, BACKUP_KEY_FILE: key, BACKUP_KEEP: keep, KEYS_DIR: keys } = settings;
  const keysDir = keys === undefined ? join(dataDir, 'keys') : resolve(baseDir, keys);
  const keyFile = key === undefined ? join(keysDir, 'backup.key') : resolve(baseDir, key);
  if (given === undefined) return { folder: null, keyFile, keep };
  const folder = resolve(baseDir, given);
  if (settings.DATABASE_URL !== undefined)
    throw new ConfigError(
      'BACKUP_DIR is for the embedded database. A PostgreSQL of your own needs a backup of its own (docs/runbook/backup.md).',
    );
  if (isWithin(folder, dataDir) || isWithin(dataDir, folder))
    throw new ConfigError(
      'BACKUP_DIR and DATA_DIR lie in one another: a loss of the data would be a loss of the backup.',
    );
  if (isWithin(keyFile, folder) || isWithin(keysDir, folder))
    throw new ConfigError(
      'The keys must lie outside of BACKUP_DIR: together with its key the backup would be open to all.',
    );
  return { folder, keyFile, keep };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function parseSms(url: string | undefined, secret: string | undefined): Config['sms'] {
  if (url === undefined) return null;
  if (secret === undefined) throw new ConfigError('The setting SMS_URL needs SMS_SECRET, the secret it is sent with.');
  return { url, secret };
}

/** Kinds of feeds with prices of now, whose file describes a venue. */
const liveKinds = ['websocket', 'fix', 'poll', 'several'] as const;

function parseFeed(text: string, baseDir: string): Config['feed'] {
  if (text === 'simulated') return { kind: 'simulated' };
  for (const kind of liveKinds)
    if (text.startsWith(`${kind}:`)) return { kind, file: resolve(baseDir, text.slice(kind.length + 1).trim()) };
  const files = text
    .slice('replay:'.length)
    .split(',')
    .map((file) => resolve(baseDir, file.trim()));
  return { kind: 'replay', files };
}
