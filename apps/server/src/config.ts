import { resolve } from 'node:path';
import { integerField } from '@candor/contracts/http/fields';
import * as z from 'zod/mini';

const databaseUrl = z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//)));

const schema = z.object({
  PORT: z._default(integerField(0, 65_535), 8080),
  HOST: z._default(z.string(), '::'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: databaseUrl,
  DATABASE_APP_URL: databaseUrl,
  DATABASE_CORE_URL: databaseUrl,
  FEED: z._default(z.string().check(z.regex(/^(simulated|replay:.+)$/)), 'simulated'),
  FEED_SPEED: z._default(z.string().check(z.regex(/^(max|[1-9]\d{0,5})$/)), '1'),
  FEED_SYMBOL: z.optional(z.string()),
  SIM_CALENDAR: z._default(z.enum(['open', 'real']), 'open'),
  SIM_SEED: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), 'candor'),
  TICK_LOG_MAX_MB: z._default(integerField(1, 1_000_000), 256),
  TRIAL_COMPANY: z._default(z.enum(['on', 'off']), 'on'),
  LEGACY_GET_WRITES: z._default(z.enum(['on', 'off']), 'on'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug']), 'warn'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** The same database as other users, each a member of the role it is for; null: as the one above. */
  readonly databaseAppUrl: string | null;
  readonly databaseCoreUrl: string | null;
  readonly feed: { readonly kind: 'simulated' } | { readonly kind: 'replay'; readonly files: readonly string[] };
  /** Replay pace: times the recorded one, or as fast as it goes. */
  readonly feedSpeed: number | 'max';
  readonly feedSymbol: string | null;
  readonly simCalendar: 'open' | 'real';
  readonly simSeed: string;
  readonly tickLogMaxBytes: number;
  /** Whether the trial company answers at its hosts. */
  readonly hasTrialCompany: boolean;
  readonly legacyGetWrites: boolean;
  readonly logLevel: string;
}

/** A setting that cannot be used; its message says which and why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads all settings once. Empty values count as not set. Throws ConfigError naming the setting. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, baseDir: string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? 'settings');
    throw new ConfigError(
      `The setting ${name}=${given[name] ?? ''} cannot be used. See the settings table in README.md.`,
    );
  }
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(baseDir, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseAppUrl: settings.DATABASE_APP_URL ?? null,
    databaseCoreUrl: settings.DATABASE_CORE_URL ?? null,
    feed: parseFeed(settings.FEED, baseDir),
    feedSpeed: settings.FEED_SPEED === 'max' ? 'max' : Number(settings.FEED_SPEED),
    feedSymbol: settings.FEED_SYMBOL ?? null,
    simCalendar: settings.SIM_CALENDAR,
    simSeed: settings.SIM_SEED,
    tickLogMaxBytes: settings.TICK_LOG_MAX_MB * 1024 * 1024,
    hasTrialCompany: settings.TRIAL_COMPANY === 'on',
    legacyGetWrites: settings.LEGACY_GET_WRITES === 'on',
    logLevel: settings.LOG_LEVEL,
  };
}

function parseFeed(text: string, baseDir: string): Config['feed'] {
  if (text === 'simulated') return { kind: 'simulated' };
  const files = text
    .slice('replay:'.length)
    .split(',')
    .map((file) => resolve(baseDir, file.trim()));
  return { kind: 'replay', files };
}
