import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { readsSetting } from './config-roles.ts';

interface Demand {
  readonly setting: string;
  readonly isUnsafe: (config: Config) => boolean;
  /** Value to set, and the reason. */
  readonly remedy: string;
}

/** Settings that are unsafe for an installation with real people and money. */
const demands: readonly Demand[] = [
  {
    setting: 'PUBLIC_HTTPS',
    isUnsafe: ({ isHttps }) => !isHttps,
    remedy: '`on`, behind a proxy that terminates TLS: otherwise passwords and tokens are sent unencrypted',
  },
  {
    setting: 'TRUST_PROXY',
    isUnsafe: ({ trustProxy }) => trustProxy === null,
    remedy:
      "the address of the proxy that terminates TLS: otherwise all callers share the proxy's address and its rate limits",
  },
  {
    setting: 'TRUST_PROXY',
    isUnsafe: ({ trustProxy }) => (trustProxy ?? '').split(/[\s,]+/).some(isWide),
    remedy: 'the addresses of your own proxies only: with this value any caller can forge an address',
  },
  {
    setting: 'PUBLIC_HOST',
    isUnsafe: ({ publicHost }) => publicHost === null,
    remedy: "the host of the default company's pages, for the links in its mails",
  },
  {
    setting: 'FILES_HOST',
    isUnsafe: ({ filesHost }) => filesHost === null,
    remedy: "a separate host for users' pictures, apart from the app's origin",
  },
  {
    setting: 'CONSOLE_HOST',
    isUnsafe: ({ consoleHost, filesHost }) => consoleHost === null || consoleHost === filesHost,
    remedy: "a separate host for the operators' console",
  },
  {
    setting: 'TRIAL_COMPANY',
    isUnsafe: ({ hasTrialCompany }) => hasTrialCompany,
    remedy: '`off`: the trial company is not a real firm',
  },
  {
    setting: 'LEGACY_GET_WRITES',
    isUnsafe: ({ legacyGetWrites }) => legacyGetWrites,
    remedy: '`off`, so that opening a link cannot place an order',
  },
  {
    setting: 'FEED',
    isUnsafe: ({ feed }) => feed.kind === 'simulated' || feed.kind === 'replay',
    remedy:
      'a live feed, such as `fix:<file>` or `websocket:<file>`: simulated prices are invented, and a recording reveals every next price',
  },
  {
    setting: 'DATABASE_URL',
    isUnsafe: ({ databaseUrl }) => databaseUrl === null,
    remedy: 'an external PostgreSQL with backups and a replica; the embedded one is for trying Candor',
  },
  {
    setting: 'DATABASE_APP_URL, DATABASE_CORE_URL',
    isUnsafe: ({ databaseUrl, databaseAppUrl: app, databaseCoreUrl: core }) =>
      databaseUrl !== null && (app === null || core === null || app === databaseUrl || core === databaseUrl),
    remedy: 'users with fewer privileges than the owner of the tables (docs/runbook/database-roles.md)',
  },
  {
    setting: 'NATS_URL, NATS_NKEY',
    isUnsafe: ({ role, lines }) =>
      role !== 'all' && lines.kind === 'nats' && lines.nkeySeed === null && natsUrlsOf(lines.url).some(hasNoLogin),
    remedy: 'a user with a password, or an nkey: otherwise anybody who reaches NATS can move money',
  },
  {
    setting: 'NATS_URL',
    isUnsafe: ({ role, lines }) => role !== 'all' && lines.kind === 'nats' && natsUrlsOf(lines.url).some(isInClear),
    remedy: '`tls://` for servers on other hosts: otherwise orders, balances and the password are sent unencrypted',
  },
  {
    setting: 'ARCHIVE',
    isUnsafe: ({ archive, dataDir }) => archive.kind === 'folder' && archive.folder === join(dataDir, 'archive'),
    remedy:
      'a place with backups for old journal entries, a folder or `s3://bucket`, or `off` to keep all in the database (docs/runbook/journal-archive.md)',
  },
  {
    setting: 'ARCHIVE_S3_URL',
    isUnsafe: ({ archive }) => archive.kind === 's3' && !archive.endpoint.startsWith('https://'),
    remedy: 'an https address: otherwise the journal is sent unencrypted',
  },
  {
    setting: 'KEYS_DIR',
    isUnsafe: ({ keysDir, dataDir }) => keysDir === dataDir || keysDir.startsWith(`${dataDir}/`),
    remedy: 'a folder outside of DATA_DIR, so that a copy of the data does not include the keys',
  },
  {
    setting: 'SMTP_URL',
    isUnsafe: ({ smtpUrl }) => smtpUrl === null,
    remedy: 'a mail server: without one, mails with codes are stored in plain text in DATA_DIR/outbox',
  },
  {
    setting: 'MAIL_FROM',
    isUnsafe: ({ mailFrom }) => /@(?:[^\s>]*\.)?localhost>?$/.test(mailFrom),
    remedy: 'the sender address of mails',
  },
  {
    setting: 'SMS_URL',
    isUnsafe: ({ sms }) => sms !== null && !sms.url.startsWith('https://'),
    remedy: 'an https address: otherwise the secret and the codes are sent unencrypted',
  },
  {
    setting: 'OPERATOR_PASSWORD',
    isUnsafe: ({ operatorPassword }) => operatorPassword !== null,
    remedy: 'no value: open the link in operator.txt, which works once; other programs can read the environment',
  },
  {
    setting: 'RATE_PER_ACCOUNT, RATE_PER_ADDRESS, RATE_TOTAL',
    isUnsafe: ({ rates }) => Math.min(rates.perAccount, rates.perAddress, rates.total) === 0,
    remedy: 'more than 0: 0 turns the limit off',
  },
  {
    setting: 'LOG_LEVEL',
    isUnsafe: ({ logLevel }) => logLevel === 'fatal' || logLevel === 'debug',
    remedy: '`warn` or `info`: `fatal` hides attacks, `debug` logs too much',
  },
];

/** Returns each unsafe setting that the role reads, with its remedy, in the order of the README's table. */
export function findUnsafe(config: Config): readonly { readonly setting: string; readonly remedy: string }[] {
  return demands
    .filter(({ setting, isUnsafe }) => readsSetting(config.role, setting) && isUnsafe(config))
    .map(({ setting, remedy }) => ({ setting, remedy }));
}

/** With `PRODUCTION=on`, throws ConfigError that lists every unsafe setting at once (R-RUN-30). */
export function requireSafe(config: Config): void {
  if (!config.isProduction) return;
  const unsafe = findUnsafe(config);
  if (unsafe.length === 0) return;
  const lines = unsafe.map(({ setting, remedy }) => `  ${setting}: ${remedy}`);
  throw new ConfigError(
    `PRODUCTION=on: Candor does not start, because ${unsafe.length} settings are unsafe. Set\n${lines.join('\n')}\nSee docs/runbook/production.md.`,
  );
}

/** Warning for an installation that is reachable from the network without encryption; null if it is not. */
export function openToNetwork({ host, isHttps, port }: Pick<Config, 'host' | 'isHttps' | 'port'>): string | null {
  if (isHttps || isLoopback(host)) return null;
  return `WARNING: Candor listens on ${host}, port ${port}, with plain HTTP: others on the network can reach it, and passwords
and tokens are sent unencrypted. HOST=127.0.0.1 restricts it to this machine; PUBLIC_HTTPS=on declares a proxy that terminates TLS.`;
}

/** True if a trusted network is wider than a private one can be: /8 for IPv4, /7 for IPv6. */
function isWide(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < (address.includes(':') ? 7 : 8);
}

function natsUrlsOf(list: string): readonly (URL | null)[] {
  return list.split(',').map((one) => (URL.canParse(one.trim()) ? new URL(one.trim()) : null));
}

function hasNoLogin(url: URL | null): boolean {
  return url === null || url.username === '' || url.password === '';
}

function isInClear(url: URL | null): boolean {
  return url === null || (url.protocol !== 'tls:' && !isLoopback(url.hostname.replace(/^\[|\]$/g, '')));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
