import { type Config, ConfigError } from './config.ts';

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
    remedy: '`on`, behind a proxy that ends TLS: passwords and tokens travel in the clear without it',
  },
  {
    setting: 'TRUST_PROXY',
    isUnsafe: ({ trustProxy }) => trustProxy === null,
    remedy: "the address of the proxy that ends TLS: else every caller has the proxy's address, and shares its limits",
  },
  {
    setting: 'TRUST_PROXY',
    isUnsafe: ({ trustProxy }) => (trustProxy ?? '').split(/[\s,]+/).some(isWide),
    remedy: 'the addresses of your own proxies only: everybody may forge his address now',
  },
  {
    setting: 'PUBLIC_HOST',
    isUnsafe: ({ publicHost }) => publicHost === null,
    remedy: "the host of the default company's pages: links in its mails lead there",
  },
  {
    setting: 'FILES_HOST',
    isUnsafe: ({ filesHost }) => filesHost === null,
    remedy: "a host of its own for people's pictures, apart from the app's origin",
  },
  {
    setting: 'CONSOLE_HOST',
    isUnsafe: ({ consoleHost, filesHost }) => consoleHost === null || consoleHost === filesHost,
    remedy: "a host of its own for the operators' console",
  },
  {
    setting: 'TRIAL_COMPANY',
    isUnsafe: ({ hasTrialCompany }) => hasTrialCompany,
    remedy: '`off`: no firm stands behind the trial company',
  },
  {
    setting: 'LEGACY_GET_WRITES',
    isUnsafe: ({ legacyGetWrites }) => legacyGetWrites,
    remedy: '`off`, so that no order can be placed by opening an address',
  },
  {
    setting: 'FEED',
    // All kinds of feed that exist so far.
    isUnsafe: ({ feed }) => feed.kind === 'simulated' || feed.kind === 'replay',
    remedy: 'a live feed: simulated prices are invented, and whoever has the recording knows every next price of it',
  },
  {
    setting: 'DATABASE_URL',
    isUnsafe: ({ databaseUrl }) => databaseUrl === null,
    remedy: 'a PostgreSQL of your own, with backups and a copy that follows it; the embedded one is for trying things',
  },
  {
    setting: 'DATABASE_APP_URL, DATABASE_CORE_URL',
    isUnsafe: ({ databaseUrl, databaseAppUrl: app, databaseCoreUrl: core }) =>
      databaseUrl !== null && (app === null || core === null || app === databaseUrl || core === databaseUrl),
    remedy: 'users of lower rank than the owner of the tables (docs/runbook/database-roles.md)',
  },
  {
    setting: 'KEYS_DIR',
    isUnsafe: ({ keysDir, dataDir }) => keysDir === dataDir || keysDir.startsWith(`${dataDir}/`),
    remedy: 'a folder outside DATA_DIR, so that whoever copies the data has no keys to it',
  },
  {
    setting: 'SMTP_URL',
    isUnsafe: ({ smtpUrl }) => smtpUrl === null,
    remedy: 'a mail server: codes lie readable in DATA_DIR/outbox without it',
  },
  {
    setting: 'MAIL_FROM',
    isUnsafe: ({ mailFrom }) => /@(?:[^\s>]*\.)?localhost>?$/.test(mailFrom),
    remedy: 'the address that mails are from',
  },
  {
    setting: 'SMS_URL',
    isUnsafe: ({ sms }) => sms !== null && !sms.url.startsWith('https://'),
    remedy: 'an address of https: the secret and the codes travel in the clear without it',
  },
  {
    setting: 'OPERATOR_PASSWORD',
    isUnsafe: ({ operatorPassword }) => operatorPassword !== null,
    remedy: 'nothing: let it be made, read it from operator.txt, and delete that file; the environment is read by many',
  },
  {
    setting: 'RATE_PER_ACCOUNT, RATE_PER_ADDRESS, RATE_TOTAL',
    isUnsafe: ({ rates }) => Math.min(rates.perAccount, rates.perAddress, rates.total) === 0,
    remedy: 'more than 0: calls are not limited without it',
  },
  {
    setting: 'LOG_LEVEL',
    isUnsafe: ({ logLevel }) => logLevel === 'fatal' || logLevel === 'debug',
    remedy: '`warn` or `info`: `fatal` hides attacks, `debug` tells too much',
  },
];

/** Returns each unsafe setting with its remedy, in the order of the README's table. */
export function findUnsafe(config: Config): readonly { readonly setting: string; readonly remedy: string }[] {
  return demands.filter(({ isUnsafe }) => isUnsafe(config)).map(({ setting, remedy }) => ({ setting, remedy }));
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
  return `WARNING: plain HTTP on all addresses this machine has at ${host}, port ${port}: others on the network can reach it, and passwords
and tokens travel unencrypted. HOST=127.0.0.1 keeps it to this machine; PUBLIC_HTTPS=on says that a proxy in front ends TLS.`;
}

/** True if a trusted network is wider than a private one can be: /8 for IPv4, /7 for IPv6. */
function isWide(network: string): boolean {
  const [address = '', bits] = network.split('/');
  return bits !== undefined && Number(bits) < (address.includes(':') ? 7 : 8);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
