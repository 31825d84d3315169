const roles = ['market', 'core', 'gateway', 'jobs', 'hedger'] as const;

/** Role of a process that runs one part of the program. */
export type SeparateRole = (typeof roles)[number];

/** Use of a setting by the roles of an installation with several processes. */
export interface SettingUse {
  readonly roles: readonly SeparateRole[];
  /** `same`: one value for all these roles; `own`: another one for each process; `any`: each may have its own. */
  readonly value: 'same' | 'own' | 'any';
  /** Reason why these roles refuse to start with the default, which belongs to one process. */
  readonly needed?: string;
}

const all = roles;
const sameForAll: SettingUse = { roles: all, value: 'same' };
const anyForAll: SettingUse = { roles: all, value: 'any' };
const ownForAll: SettingUse = { roles: all, value: 'own' };
const ofCore: SettingUse = { roles: ['core'], value: 'same' };
const ofGateways: SettingUse = { roles: ['gateway'], value: 'same' };
const ofJobs: SettingUse = { roles: ['jobs'], value: 'same' };
const ofServices: SettingUse = { roles: ['gateway', 'jobs'], value: 'same' };
/** The embedded database belongs to a process that runs every role. */
const ofEmbedded: SettingUse = { roles: [], value: 'any' };
const ofPrices: SettingUse = { roles: ['market', 'gateway'], value: 'same' };

/** The use of each setting. `parseConfig` refuses by it, `PRODUCTION=on` demands by it, docs/runbook/cluster.md lists it. */
export const settingUses = {
  ROLE: ownForAll,
  PRODUCTION: sameForAll,
  PORT: ownForAll,
  SHARDS: sameForAll,
  SHARD: { roles: ['core'], value: 'own' },
  HOST: anyForAll,
  DATA_DIR: ownForAll,
  DATABASE_URL: { ...sameForAll, needed: 'the embedded database belongs to one process' },
  KEYS_DIR: {
    roles: ['core', 'gateway', 'jobs'],
    value: 'same',
    needed: 'what is sealed or signed with the keys of one process must open with those of another',
  },
  FILES_DIR: { ...ofServices, needed: 'a file that one process stores must be found by another' },
  LINES_DIR: sameForAll,
  NATS_URL: sameForAll,
  NATS_SUBJECT: sameForAll,
  NATS_NKEY: anyForAll,
  DATABASE_APP_URL: { roles: ['core', 'gateway', 'jobs'], value: 'same' },
  DATABASE_CORE_URL: sameForAll,
  HEDGER: { roles: ['hedger'], value: 'same', needed: 'it names the file of the provider that takes the orders' },
  FEED: ofPrices,
  FEED_SPEED: ofPrices,
  FEED_SYMBOL: ofPrices,
  SIM_CALENDAR: sameForAll,
  SIM_SEED: ofPrices,
  TICK_LOG_MAX_MB: { roles: ['market', 'core'], value: 'any' },
  SNAPSHOT_EVERY: ofJobs,
  JOURNAL_PARTITION: ofCore,
  JOURNAL_KEPT_DAYS: ofCore,
  ARCHIVE: { ...ofCore, needed: 'old journal entries exist there alone, and the next leader may run on another host' },
  ARCHIVE_S3_URL: ofCore,
  ARCHIVE_S3_REGION: ofCore,
  ARCHIVE_S3_KEY: ofCore,
  ARCHIVE_S3_SECRET: ofCore,
  BACKUP_DIR: ofEmbedded,
  BACKUP_KEY_FILE: ofEmbedded,
  BACKUP_KEEP: ofEmbedded,
  PUBLIC_HTTPS: ofServices,
  TRUST_PROXY: ofGateways,
  PUBLIC_HOST: ofServices,
  FILES_HOST: ofServices,
  CONSOLE_HOST: ofServices,
  RATE_PER_ACCOUNT: ofGateways,
  RATE_PER_ADDRESS: ofGateways,
  RATE_TOTAL: ofGateways,
  TRIAL_COMPANY: ofCore,
  SMTP_URL: ofJobs,
  MAIL_FROM: ofJobs,
  SMS_URL: ofJobs,
  SMS_SECRET: ofJobs,
  SMS_DAY_MAX: ofServices,
  SMS_DAY_COUNTRY_MAX: ofServices,
  SMS_DAY_PREFIX_MAX: ofServices,
  WATCHERS: ofServices,
  DEMOS_PER_ADDRESS: ofGateways,
  DEMOS_PER_HOUR: ofGateways,
  DOCUMENT_KEYS: { roles: ['core', 'gateway', 'jobs'], value: 'same' },
  DOCUMENT_RETENTION_YEARS: ofServices,
  OPERATOR_EMAIL: ofCore,
  OPERATOR_PASSWORD: ofCore,
  CHECK_ANSWERS: ofGateways,
  LEGACY_GET_WRITES: ofGateways,
  METRICS_PORT: ownForAll,
  METRICS_HOST: anyForAll,
  LOG_LEVEL: anyForAll,
} as const satisfies Readonly<Record<string, SettingUse>>;

/** Returns the settings that a role of its own must be given and is not, each with the reason. */
export function missingSettings(
  role: SeparateRole,
  given: ReadonlySet<string>,
): readonly { readonly setting: string; readonly reason: string }[] {
  const uses: [string, SettingUse][] = Object.entries(settingUses);
  return uses.flatMap(([setting, { roles: users, needed }]) =>
    needed !== undefined && users.includes(role) && !given.has(setting) ? [{ setting, reason: needed }] : [],
  );
}

/** True if a role reads one of the settings, named with commas; `all` reads every one. */
export function readsSetting(role: SeparateRole | 'all', settings: string): boolean {
  const uses: Readonly<Record<string, SettingUse>> = settingUses;
  return role === 'all' || settings.split(', ').some((name) => uses[name]?.roles.includes(role) ?? true);
}

/** Shards that account numbers have room for (docs/adr/0039). */
export const shardsMax = 20;

/** Returns why a process cannot serve these shards; null if it can (R-RUN-71). */
export function findShardFault(settings: {
  readonly ROLE: string;
  readonly SHARDS: number;
  readonly SHARD?: number | undefined;
}): string | null {
  const { ROLE: role, SHARDS: shards, SHARD: shard } = settings;
  if (role === 'all' && shards > 1)
    return `The setting SHARDS=${shards} needs roles of their own: with ROLE=all one thread decides for every company.`;
  if (role === 'core' && shards > 1 && shard === undefined)
    return `ROLE=core needs SHARD, the shard that it decides for: 0 to ${shards - 1}.`;
  return shard !== undefined && shard >= shards ? `The setting SHARD=${shard} is not below SHARDS=${shards}.` : null;
}

/** True for NATS servers with commas between them: `nats://user:password@host:4222` or `tls://…`. */
export function isNatsList(text: string): boolean {
  return text.split(',').every((one) => /^(nats|tls):\/\/\S+$/.test(one.trim()) && URL.canParse(one.trim()));
}
