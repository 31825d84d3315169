import { integerField } from '@candor/contracts/http/fields';
import * as z from 'zod/mini';
import { isNatsList, type SettingUse, settingUses, shardsMax } from './config-roles.ts';

const databaseUrl = z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//)));

/** A host name, with a port where it is not the usual one. */
const hostAndPort = z.optional(z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]{0,252})(:\d{1,5})?$/)));
const hostName = z.optional(z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]{0,252})$/)));

/** Every setting of the environment, with its default and bounds; the table in README.md has the same (R-RUN-07). */
export const schema = z.object({
  ROLE: z._default(z.enum(['all', 'market', 'core', 'gateway', 'jobs', 'hedger']), 'all'),
  SHARDS: z._default(integerField(1, shardsMax), 1),
  SHARD: z.optional(integerField(0, shardsMax - 1)),
  PRODUCTION: z._default(z.enum(['on', 'off']), 'off'),
  PORT: z._default(integerField(0, 65_535), 8080),
  HOST: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), './data'),
  KEYS_DIR: z.optional(z.string()),
  FILES_DIR: z.optional(z.string()),
  LINES_DIR: z.optional(z.string()),
  NATS_URL: z.optional(z.string().check(z.refine(isNatsList))),
  NATS_SUBJECT: z._default(z.string().check(z.regex(/^[\w-]{1,64}(\.[\w-]{1,64}){0,4}$/)), 'candor'),
  NATS_NKEY: z.optional(z.string().check(z.regex(/^SU[A-Z2-7]{56}$/))),
  DATABASE_URL: databaseUrl,
  DATABASE_APP_URL: databaseUrl,
  DATABASE_CORE_URL: databaseUrl,
  FEED: z._default(z.string().check(z.regex(/^(simulated|(replay|websocket|fix|poll|several):.+)$/)), 'simulated'),
  HEDGER: z.optional(z.string()),
  FEED_SPEED: z._default(z.string().check(z.regex(/^(max|[1-9]\d{0,5})$/)), '1'),
  FEED_SYMBOL: z.optional(z.string()),
  SIM_CALENDAR: z._default(z.enum(['open', 'real']), 'open'),
  SIM_SEED: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), 'candor'),
  TICK_LOG_MAX_MB: z._default(integerField(1, 1_000_000), 256),
  SNAPSHOT_EVERY: z._default(integerField(100, 10_000_000), 20_000),
  JOURNAL_PARTITION: z._default(integerField(10_000, 100_000_000), 1_000_000),
  JOURNAL_KEPT_DAYS: z._default(integerField(8, 36_500), 90),
  ARCHIVE: z.optional(z.string()),
  ARCHIVE_S3_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/]+\/?$/))),
  ARCHIVE_S3_REGION: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), 'us-east-1'),
  ARCHIVE_S3_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,256}$/))),
  ARCHIVE_S3_SECRET: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,256}$/))),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEY_FILE: z.optional(z.string()),
  BACKUP_KEEP: z._default(integerField(1, 1_000), 7),
  PUBLIC_HTTPS: z._default(z.enum(['on', 'off']), 'off'),
  TRUST_PROXY: z.optional(z.string().check(z.regex(/^[\da-fA-F.:/, ]+$/))),
  PUBLIC_HOST: hostAndPort,
  FILES_HOST: hostName,
  CONSOLE_HOST: hostName,
  RATE_PER_ACCOUNT: z._default(integerField(0, 1_000_000), 50),
  RATE_PER_ADDRESS: z._default(integerField(0, 1_000_000), 200),
  RATE_TOTAL: z._default(integerField(0, 1_000_000), 20_000),
  TRIAL_COMPANY: z._default(z.enum(['on', 'off']), 'on'),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\/[^\s/]+/))),
  MAIL_FROM: z._default(
    z.string().check(z.regex(/^(?:[^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)),
    'Candor <no-reply@localhost>',
  ),
  SMS_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/]+/))),
  SMS_SECRET: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,512}$/))),
  SMS_DAY_MAX: z._default(integerField(0, 10_000_000), 1_000),
  SMS_DAY_COUNTRY_MAX: z._default(integerField(0, 10_000_000), 500),
  SMS_DAY_PREFIX_MAX: z._default(integerField(0, 10_000_000), 20),
  WATCHERS: z.optional(z.string()),
  DEMOS_PER_ADDRESS: z._default(integerField(1, 1_000_000), 100),
  DEMOS_PER_HOUR: z._default(integerField(1, 1_000_000), 5_000),
  DOCUMENT_KEYS: z.optional(z.string()),
  DOCUMENT_RETENTION_YEARS: z._default(integerField(1, 100), 5),
  OPERATOR_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/), z.maxLength(254))),
  OPERATOR_PASSWORD: z.optional(z.string().check(z.minLength(12), z.maxLength(128))),
  CHECK_ANSWERS: z._default(z.enum(['on', 'off']), 'off'),
  LEGACY_GET_WRITES: z._default(z.enum(['on', 'off']), 'on'),
  METRICS_PORT: z._default(integerField(0, 65_535), 0),
  METRICS_HOST: z._default(z.string().check(z.regex(/^[\w.:-]{1,253}$/)), '127.0.0.1'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug']), 'warn'),
});

/** Each setting has its use by the roles, and none has more. */
settingUses satisfies Record<keyof typeof schema.shape, SettingUse>;

export type Settings = z.infer<typeof schema>;

/** Texts that may appear in messages; every other one can hold a secret (R-RUN-07). */
const printableTexts: ReadonlySet<keyof Settings> = new Set<keyof Settings>([
  'HOST',
  'METRICS_HOST',
  'FEED',
  'FEED_SPEED',
  'FEED_SYMBOL',
  'ARCHIVE_S3_REGION',
  'TRUST_PROXY',
  'PUBLIC_HOST',
  'FILES_HOST',
  'CONSOLE_HOST',
  'MAIL_FROM',
]);

/** True if the setting's value may appear in messages: a number, a choice, or a text without secrets. */
export function isPrintable(name: keyof Settings): boolean {
  return valuesOf(name) !== null || printableTexts.has(name);
}

/** Returns the possible values of a setting for a message, e.g. `1 to 20` or `on, off`; null if they cannot be listed. */
export function valuesOf(name: keyof Settings): string | null {
  const { minimum, maximum, enum: values } = z.toJSONSchema(schema.shape[name]);
  if (minimum !== undefined && maximum !== undefined)
    return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
  return values === undefined ? null : values.join(', ');
}
