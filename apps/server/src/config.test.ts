import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

describe('settings (R-RUN-07)', () => {
  test('every setting has a default', () => {
    expect(parseConfig({}, '/srv/candor')).toMatchObject({
      port: 8080,
      host: '::',
      dataDir: '/srv/candor/data',
      databaseUrl: null,
      feed: { kind: 'simulated' },
      feedSpeed: 1,
      simCalendar: 'open',
      legacyGetWrites: true,
    });
  });

  test('PUBLIC_HOST may carry a port, and nothing else beside the name', () => {
    expect(parseConfig({ PUBLIC_HOST: 'localhost:8080' }, '/').publicHost).toBe('localhost:8080');
    expect(() => parseConfig({ PUBLIC_HOST: 'http://localhost' }, '/')).toThrow(ConfigError);
  });

  test('R-RUN-14 a role of its own needs a database and lines that it shares with the others', () => {
    const url = 'postgresql://candor@localhost/candor';
    const shared = { DATABASE_URL: url, KEYS_DIR: 'keys', FILES_DIR: 'files', ARCHIVE: 'archive' };
    expect(parseConfig({ ROLE: 'core', ...shared, LINES_DIR: 'lines' }, '/srv')).toMatchObject({
      role: 'core',
      lines: { kind: 'sockets', folder: '/srv/lines' },
    });
    const nats = parseConfig({ ROLE: 'jobs', ...shared, NATS_URL: 'nats://a:4222,nats://b:4222' }, '/srv');
    expect(nats.lines).toEqual({ kind: 'nats', url: 'nats://a:4222,nats://b:4222', nkeySeed: null, subject: 'candor' });
    expect(() => parseConfig({ ROLE: 'gateway', LINES_DIR: 'lines' }, '/')).toThrow(/ROLE=gateway needs DATABASE_URL/);
    expect(() => parseConfig({ ROLE: 'gateway', ...shared }, '/')).toThrow(/needs NATS_URL, or LINES_DIR/);
    expect(() => parseConfig({ ROLE: 'broker' }, '/')).toThrow(
      'ROLE=broker cannot be used. Possible values: all, market, core, gateway, jobs, hedger.',
    );
  });

  test.each(['market', 'core', 'gateway', 'jobs'] as const)(
    'R-RUN-75 the role %s refuses the default of a setting that it must share, by name',
    (role) => {
      const shared = { DATABASE_URL: 'postgresql://h/d', KEYS_DIR: 'keys', FILES_DIR: 'files', ARCHIVE: 'off' };
      const services = ['DATABASE_URL', 'KEYS_DIR', 'FILES_DIR'];
      const core = ['DATABASE_URL', 'KEYS_DIR', 'ARCHIVE'];
      const wanted = { market: ['DATABASE_URL'], core, gateway: services, jobs: services }[role];
      for (const name of Object.keys(shared)) {
        const parse = () => parseConfig({ ROLE: role, LINES_DIR: 'lines', ...shared, [name]: '' }, '/srv');
        if (wanted.includes(name)) expect(parse).toThrow(`ROLE=${role} needs ${name}: `);
        else expect(parse().role).toBe(role);
      }
    },
  );

  test('R-RUN-75 a folder whose sockets would have too long a path is refused by name', () => {
    const parse = (length: number) => parseConfig({ LINES_DIR: `/${'x'.repeat(length - 1)}` }, '/srv');
    expect(parse(85).lines).toMatchObject({ kind: 'sockets' });
    expect(() => parse(86)).toThrow(/LINES_DIR=.* is longer than 85 bytes/);
  });

  test.each(['nats://a:4222,garbage', 'nats://a:4222,', 'http://a:4222', 'nats://a:99999'])(
    'R-RUN-75 NATS_URL=%s is refused by name',
    (url) => expect(() => parseConfig({ NATS_URL: url }, '/')).toThrow(/NATS_URL=… cannot be used/),
  );

  test.each([
    ['all', '::'],
    ['gateway', '::'],
    ['core', '127.0.0.1'],
    ['market', '127.0.0.1'],
    ['jobs', '127.0.0.1'],
  ])('R-RUN-43 ROLE=%s listens on %s by default', (role, host) => {
    const folders = { LINES_DIR: 'lines', KEYS_DIR: 'keys', FILES_DIR: 'files', ARCHIVE: 'off' };
    const shared = { ROLE: role, DATABASE_URL: 'postgresql://candor@localhost/candor', ...folders };
    expect(parseConfig(shared, '/').host).toBe(host);
    expect(parseConfig({ ...shared, HOST: '10.0.0.7' }, '/').host).toBe('10.0.0.7');
  });

  test('R-FND-60 without a watchers file nothing is watched', () => {
    expect(parseConfig({}, '/srv/candor').watchersFile).toBeNull();
    expect(parseConfig({ WATCHERS: 'w.json' }, '/srv/candor').watchersFile).toBe('/srv/candor/w.json');
  });

  test('empty values count as not set; paths are relative to the repository', () => {
    const config = parseConfig({ PORT: '', DATA_DIR: '../elsewhere', FEED: 'replay:a.csv, /b.csv' }, '/srv/candor');
    expect(config).toMatchObject({ port: 8080, dataDir: '/srv/elsewhere' });
    expect(config.feed).toEqual({ kind: 'replay', files: ['/srv/candor/a.csv', '/b.csv'] });
  });

  test('R-MKT-21 a live feed is named by its mapping file', () => {
    const { feed } = parseConfig({ FEED: 'websocket:ops/feeds/kraken.json' }, '/srv/candor');
    expect(feed).toEqual({ kind: 'websocket', file: '/srv/candor/ops/feeds/kraken.json' });
    const { feed: fix } = parseConfig({ FEED: 'fix:provider.json' }, '/srv/candor');
    expect(fix).toEqual({ kind: 'fix', file: '/srv/candor/provider.json' });
    const { feed: poll } = parseConfig({ FEED: 'poll:rates.json' }, '/srv/candor');
    expect(poll).toEqual({ kind: 'poll', file: '/srv/candor/rates.json' });
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['FEED', 'websocket:'],
    ['FEED', 'fix:'],
    ['FEED', 'poll:'],
    ['FEED_SPEED', 'fast'],
    ['FEED_SPEED', '0'],
    ['SIM_CALENDAR', 'closed'],
    ['LEGACY_GET_WRITES', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_HTTPS', 'yes'],
    ['TRUST_PROXY', 'my-proxy'],
    ['FILES_HOST', 'https://files.example'],
    ['TRIAL_COMPANY', 'maybe'],
    ['MAIL_FROM', 'nobody'],
    ['DEMOS_PER_ADDRESS', '0'],
  ])('%s=%s is refused by name', (name, value) => {
    const attempt = () => parseConfig({ [name]: value }, '/');
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(`${name}=${value}`);
  });

  test.each([
    ['DATABASE_URL', 'postgre://u:hunter2secret@h/db'],
    ['DATABASE_APP_URL', 'hunter2secret'],
    ['DATABASE_CORE_URL', 'u:hunter2secret@h/db'],
    ['NATS_URL', 'u:hunter2secret@h:4222'],
    ['NATS_NKEY', 'hunter2secret'],
    ['SMTP_URL', 'http://u:hunter2secret@mail.example'],
    ['SMS_URL', 'sms.example?key=hunter2secret'],
    ['SMS_SECRET', 'hunter2 secret'],
    ['ARCHIVE', 's3://u:hunter2secret@bucket'],
    ['ARCHIVE_S3_URL', 'u:hunter2secret@s3.example'],
    ['ARCHIVE_S3_KEY', 'hunter2secret with a space'],
    ['ARCHIVE_S3_SECRET', 'hunter2secret with a space'],
    ['OPERATOR_EMAIL', 'hunter2secret'],
    ['OPERATOR_PASSWORD', 'hunter2'],
  ])('R-RUN-07 %s is refused by name without its value', (name, value) => {
    const attempt = () => parseConfig({ [name]: value }, '/');
    expect(attempt).toThrow(`${name}=… `);
    expect(attempt).not.toThrow('hunter2');
  });

  test.each([
    ['LEGACY_GET_WRITE', 'LEGACY_GET_WRITES'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['FEED_SPEEDS', 'FEED_SPEED'],
  ])('%s is refused with the suggestion %s (R-SEC-10)', (name, meant) => {
    const attempt = () => parseConfig({ [name]: 'on' }, '/');
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(`${meant} is probably meant`);
  });

  test('R-RUN-07 ARCHIVE names a folder, a bucket or nothing', () => {
    const archiveOf = (env: Record<string, string>) => parseConfig(env, '/srv/candor').archive;
    expect(archiveOf({})).toEqual({ kind: 'folder', folder: '/srv/candor/data/archive' });
    expect(archiveOf({ ARCHIVE: '/mnt/old' })).toEqual({ kind: 'folder', folder: '/mnt/old' });
    expect(archiveOf({ ARCHIVE: 'off' })).toEqual({ kind: 'off' });
    const s3 = { ARCHIVE_S3_URL: 'https://s3.example', ARCHIVE_S3_KEY: 'k', ARCHIVE_S3_SECRET: 'hidden' };
    const about = {
      kind: 's3',
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      accessKey: 'k',
      secretKey: 'hidden',
    };
    expect(archiveOf({ ARCHIVE: 's3://old-journal', ...s3 })).toEqual({ ...about, bucket: 'old-journal', prefix: '' });
    expect(archiveOf({ ARCHIVE: 's3://b.c/x/y/', ...s3 })).toEqual({ ...about, bucket: 'b.c', prefix: 'x/y' });
    expect(() => archiveOf({ ARCHIVE: 's3://bucket' })).toThrow('needs ARCHIVE_S3_URL');
    for (const place of ['s3:bucket', 's3://', 's3://UPPER', 's3://bucket/a b'])
      expect(() => archiveOf({ ARCHIVE: place, ...s3 })).toThrow('is not s3://<bucket>');
    expect(() => archiveOf({ ARCHIVE_S3_SECRET: 'with space' })).toThrow('ARCHIVE_S3_SECRET=… cannot be used');
  });

  test('SMS_URL requires SMS_SECRET; secrets do not appear in messages', () => {
    expect(() => parseConfig({ SMS_URL: 'https://sms.example/send' }, '/')).toThrow('SMS_SECRET');
    const { sms, smtpUrl } = parseConfig({ SMS_URL: 'https://sms.example/send', SMS_SECRET: 's3cret' }, '/');
    expect({ sms, smtpUrl }).toEqual({ sms: { url: 'https://sms.example/send', secret: 's3cret' }, smtpUrl: null });
    const attempt = () => parseConfig({ SMTP_URL: 'http://user:s3cret@mail.example' }, '/');
    expect(attempt).toThrow('SMTP_URL');
    expect(attempt).not.toThrow('s3cret');
  });

  test('other names in the environment are ignored', () => {
    const env = { PATH: '/bin', HOME: '/root', PWD: '/', POST: '1', HOSTNAME: 'pc', NODE_ENV: 'production', SEED: 'x' };
    expect(parseConfig(env, '/')).toEqual(parseConfig({}, '/'));
  });
});
