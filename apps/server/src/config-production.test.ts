import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { findUnsafe, openToNetwork, requireSafe } from './config-production.ts';

/** Safe settings except for the feed. */
const safe = {
  PRODUCTION: 'on',
  PUBLIC_HTTPS: 'on',
  TRUST_PROXY: '10.0.0.1',
  PUBLIC_HOST: 'm.example.com',
  FILES_HOST: 'files.example.com',
  CONSOLE_HOST: 'desk.example.com',
  TRIAL_COMPANY: 'off',
  LEGACY_GET_WRITES: 'off',
  FEED: 'replay:day.csv',
  DATABASE_URL: 'postgresql://owner@db/candor',
  DATABASE_APP_URL: 'postgresql://app@db/candor',
  DATABASE_CORE_URL: 'postgresql://core@db/candor',
  ARCHIVE: 's3://journal/broker',
  ARCHIVE_S3_URL: 'https://s3.example.com',
  ARCHIVE_S3_KEY: 'key',
  ARCHIVE_S3_SECRET: 'secret',
  KEYS_DIR: '/etc/candor/keys',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Broker <no-reply@example.com>',
};
const unsafeOf = (env: Record<string, string>) =>
  findUnsafe(parseConfig({ ...safe, ...env }, '/srv/candor')).map(({ setting }) => setting);

test('R-RUN-30 safe settings are not reported', () => {
  expect(unsafeOf({})).toEqual(['FEED']);
  for (const trusted of ['10.0.0.0/8', 'fd00::/8, 192.0.2.1', '127.0.0.1, ::1'])
    expect(unsafeOf({ TRUST_PROXY: trusted })).toEqual(['FEED']);
  for (const archive of ['off', '/mnt/archive']) expect(unsafeOf({ ARCHIVE: archive })).toEqual(['FEED']);
});

test.each(['simulated', 'replay:day.csv'])('R-RUN-30 a feed of kind %s is reported as not live', (feed) => {
  expect(unsafeOf({ FEED: feed })).toEqual(['FEED']);
});

test('R-MKT-21 a live feed is safe', () => {
  expect(unsafeOf({ FEED: 'websocket:venue.json' })).toEqual([]);
  expect(unsafeOf({ FEED: 'fix:provider.json' })).toEqual([]);
});

test.each<[Record<string, string>, string]>([
  [{ PUBLIC_HTTPS: 'off' }, 'PUBLIC_HTTPS'],
  [{ TRUST_PROXY: '' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '10.0.0.1, ::/0' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1,::/1' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '0::/0' }, 'TRUST_PROXY'],
  [{ TRUST_PROXY: '', HOST: '127.0.0.1' }, 'TRUST_PROXY'],
  [{ PUBLIC_HOST: '' }, 'PUBLIC_HOST'],
  [{ FILES_HOST: '' }, 'FILES_HOST'],
  [{ CONSOLE_HOST: '' }, 'CONSOLE_HOST'],
  [{ CONSOLE_HOST: 'files.example.com' }, 'CONSOLE_HOST'],
  [{ TRIAL_COMPANY: 'on' }, 'TRIAL_COMPANY'],
  [{ LEGACY_GET_WRITES: 'on' }, 'LEGACY_GET_WRITES'],
  [{ DATABASE_URL: '' }, 'DATABASE_URL'],
  [{ DATABASE_CORE_URL: '' }, 'DATABASE_APP_URL, DATABASE_CORE_URL'],
  [{ ARCHIVE: '' }, 'ARCHIVE'],
  [{ ARCHIVE: 'data/archive' }, 'ARCHIVE'],
  [{ ARCHIVE_S3_URL: 'http://s3.example.com' }, 'ARCHIVE_S3_URL'],
  [{ KEYS_DIR: '' }, 'KEYS_DIR'],
  [{ KEYS_DIR: '/srv/candor/data/secret' }, 'KEYS_DIR'],
  [{ KEYS_DIR: '/srv/candor/data' }, 'KEYS_DIR'],
  [{ SMTP_URL: '' }, 'SMTP_URL'],
  [{ MAIL_FROM: '' }, 'MAIL_FROM'],
  [{ SMS_URL: 'http://sms.example.com', SMS_SECRET: 'x' }, 'SMS_URL'],
  [{ OPERATOR_PASSWORD: 'twelve letters' }, 'OPERATOR_PASSWORD'],
  [{ RATE_TOTAL: '0' }, 'RATE_PER_ACCOUNT, RATE_PER_ADDRESS, RATE_TOTAL'],
  [{ LOG_LEVEL: 'fatal' }, 'LOG_LEVEL'],
])('R-RUN-30 %o is named', (env, setting) => {
  expect(new Set(unsafeOf(env))).toEqual(new Set([setting, 'FEED']));
});

test('R-RUN-30 a role of its own is asked for the settings that it reads', () => {
  const shared = {
    DATABASE_URL: 'postgresql://h/d',
    KEYS_DIR: '/srv/data/keys',
    FILES_DIR: 'f',
    ARCHIVE: '/srv/data/archive',
  };
  const of = (role: string) => {
    const unsafe = findUnsafe(
      parseConfig({ ROLE: role, LINES_DIR: 'lines', DATA_DIR: '/srv/data', ...shared }, '/srv'),
    );
    return [...new Set(unsafe.map(({ setting }) => setting))];
  };
  expect(of('market')).toEqual(['FEED', 'DATABASE_APP_URL, DATABASE_CORE_URL']);
  expect(of('core')).toEqual(['TRIAL_COMPANY', 'DATABASE_APP_URL, DATABASE_CORE_URL', 'ARCHIVE', 'KEYS_DIR']);
  expect(of('gateway')).toEqual(expect.arrayContaining(['PUBLIC_HTTPS', 'TRUST_PROXY', 'CONSOLE_HOST', 'KEYS_DIR']));
  expect(of('gateway')).not.toContain('SMTP_URL');
  expect(of('jobs')).toEqual(expect.arrayContaining(['SMTP_URL', 'MAIL_FROM', 'PUBLIC_HOST', 'KEYS_DIR']));
  expect(of('jobs')).not.toContain('TRUST_PROXY');
});

const nkey = `SU${'A'.repeat(56)}`;
test.each<[Record<string, string>, readonly string[]]>([
  [{ NATS_URL: 'nats://10.0.0.1:4222' }, ['NATS_URL, NATS_NKEY', 'NATS_URL']],
  [{ NATS_URL: 'nats://candor@10.0.0.1:4222' }, ['NATS_URL, NATS_NKEY', 'NATS_URL']],
  [{ NATS_URL: 'tls://10.0.0.1:4222' }, ['NATS_URL, NATS_NKEY']],
  [{ NATS_URL: 'nats://127.0.0.1:4222' }, ['NATS_URL, NATS_NKEY']],
  [{ NATS_URL: 'nats://u:p@10.0.0.1:4222' }, ['NATS_URL']],
  [{ NATS_URL: 'tls://u:p@10.0.0.1:4222,nats://u:p@10.0.0.2:4222' }, ['NATS_URL']],
  [{ NATS_URL: 'tls://u:p@10.0.0.1:4222,tls://10.0.0.2:4222' }, ['NATS_URL, NATS_NKEY']],
  [{ NATS_URL: 'nats://10.0.0.1:4222', NATS_NKEY: nkey }, ['NATS_URL']],
  [{ NATS_URL: 'tls://10.0.0.1:4222', NATS_NKEY: nkey }, []],
  [{ NATS_URL: 'tls://u:p@10.0.0.1:4222,tls://u:p@10.0.0.2:4222' }, []],
  [{ NATS_URL: 'nats://u:p@127.0.0.1:4222' }, []],
  [{ NATS_URL: 'nats://u:p@[::1]:4222' }, []],
  [{ NATS_URL: 'nats://u:p@localhost:4222' }, []],
  [{ LINES_DIR: '/run/candor' }, []],
])('R-RUN-30 a role of its own with %o: %o is named', (env, settings) => {
  const role = { ROLE: 'core', FILES_DIR: '/srv/files', ...env };
  expect(unsafeOf(role).filter((setting) => setting !== 'FEED')).toEqual(settings);
  // A process that runs every role has no lines.
  expect(unsafeOf({ ...env, ROLE: 'all' })).toEqual(['FEED']);
});

test('R-RUN-30 PRODUCTION=on refuses the defaults in one list; without it nothing is refused', () => {
  const attempt = () => requireSafe(parseConfig({ PRODUCTION: 'on' }, '/srv/candor'));
  expect(attempt).toThrow(ConfigError);
  for (const { setting, remedy } of findUnsafe(parseConfig({}, '/srv/candor')))
    expect(attempt).toThrow(`\n  ${setting}: ${remedy}`);
  expect(() => requireSafe(parseConfig({}, '/srv/candor'))).not.toThrow();
});

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '192.168.1.5' }, true],
  [{ HOST: '127.0.0.1' }, false],
  [{ HOST: '::1' }, false],
  [{ HOST: 'localhost' }, false],
  [{ PUBLIC_HTTPS: 'on' }, false],
])('R-RUN-31 a warning for plain HTTP that is reachable from the network: %o %s', (env, isTold) => {
  const text = openToNetwork(parseConfig(env, '/srv/candor'));
  expect(text !== null).toBe(isTold);
  if (isTold) expect(text).toMatch(/WARNING: Candor listens on .* with plain HTTP/);
});
