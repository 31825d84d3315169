import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { type OpenDatabase, openDatabase } from './adapters/postgres/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './adapters/postgres/embedded/start-embedded-postgres.ts';
import { migrateConnection } from './adapters/postgres/migrations/migrate.ts';
import { type Diagnosis, examine, runDoctor } from './open-doctor.ts';

const folder = scratchFolder('candor-doctor-');
const keys = join(folder, 'keys');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const secret = 'hunter2secret';
const room = { freeBytes: 400 * 1_024 ** 3, totalBytes: 500 * 1_024 ** 3 };
let postgres: EmbeddedPostgres;
let owner: OpenDatabase;
/** Servers of the installation: its metrics, and a mail server. */
const servers: Server[] = [];
let metrics = '';
let healthy: Record<string, string>;

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const feedAt = (age: number) =>
  `candor_feed_age_seconds{instrument="EURUSD"} ${age}\ncandor_market_open{instrument="EURUSD"} 1
candor_feed_age_seconds{instrument="XAUUSD"} 99999\ncandor_market_open{instrument="XAUUSD"} 0\n`;

const lead = `update shard_lease set expires_at = clock_timestamp() + interval '1 hour', last_seq = 70000 where shard = 0`;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log });
  await migrateConnection(postgres.connectionString);
  owner = openDatabase(postgres.connectionString, () => undefined, 1);
  await owner.pool.query(`
    insert into shard_lease (shard, epoch, last_seq, last_hash, tick_offset, address, expires_at)
      values (0, 1, 70000, decode(repeat('00', 32), 'hex'), 0, 'http://10.0.0.5:8080', clock_timestamp() + interval '1 hour');
    insert into projector_checkpoint (projector, shard, seq) values ('trading', 0, 69990);
    insert into core_snapshot (shard, seq, hash, format, engine_version, parts, checksum, made_at_ms)
      values (0, 60000, decode(repeat('00', 32), 'hex'), 1, 'test', 1, decode(repeat('00', 32), 'hex'), 1)`);
  mkdirSync(keys, { mode: 0o700 });
  for (const name of ['documents.keys', 'people.key', 'receipt-ed25519.pem'])
    writeFileSync(join(keys, name), secret, { mode: 0o600 });
  metrics = feedAt(1);
  const metricsPort = await listen(createHttp((_, response) => response.end(metrics)));
  const mailPort = await listen(
    createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 mail\r\n');
      socket.on('data', (line: Buffer) => socket.write(/^QUIT/i.test(line.toString()) ? '221 bye\r\n' : '250 ok\r\n'));
    }),
  );
  healthy = {
    DATA_DIR: folder,
    METRICS_PORT: String(metricsPort),
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    SMS_URL: `https://sms.example`,
    SMS_SECRET: secret,
  };
});

afterAll(async () => {
  for (const server of servers) server.close();
  await owner.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const look = (env: Record<string, string> = {}, world = {}): Promise<Diagnosis> =>
  examine({ ...healthy, ...env }, folder, { diskOf: () => room, ...world });

/** Database of the owner with a password that must not be printed; nothing listens there. */
const away = async () => `postgresql://candor:${secret}@127.0.0.1:${await closedPort()}/candor`;
const roleOfJobs = { ROLE: 'jobs', KEYS_DIR: keys, FILES_DIR: folder };

interface Fault {
  readonly name: string;
  readonly plant?: () => unknown;
  readonly heal?: () => unknown;
  readonly env?: () => Promise<Record<string, string>>;
  readonly world?: object;
  readonly fault: RegExp;
  readonly remedy: RegExp;
}

const sql = (text: string) => () => owner.pool.query(text);
const keyFile = join(keys, 'people.key');

const faults: readonly Fault[] = [
  {
    name: 'a key file that others may read',
    plant: () => chmodSync(keyFile, 0o644),
    heal: () => chmodSync(keyFile, 0o600),
    fault: /may use .*people\.key \(mode 0644\)/,
    remedy: /chmod go-rwx .*people\.key/,
  },
  {
    name: 'a lost key file',
    plant: () => renameSync(keyFile, `${keyFile}.away`),
    heal: () => renameSync(`${keyFile}.away`, keyFile),
    fault: /key file .*people\.key is missing/,
    remedy: /backup of KEYS_DIR/,
  },
  {
    name: 'a disk nearly full',
    world: { diskOf: () => ({ ...room, freeBytes: 900 * 1_024 ** 2 }) },
    fault: /nearly full: 0\.9 GiB/,
    remedy: /Make room/,
  },
  {
    name: 'R-MKT-30 a mapping file of a live feed that is missing',
    env: async () => ({ FEED: 'websocket:none.json' }),
    fault: /none\.json of the setting FEED cannot be used: it cannot be read \(ENOENT\)/,
    remedy: /Correct the file: Candor does not start with it/,
  },
  {
    name: 'R-MKT-30 a mapping file that does not fit the catalogue',
    plant: () =>
      writeFileSync(
        join(folder, 'feed.json'),
        readFileSync(join(import.meta.dirname, '../../../ops/feeds/kraken.json'), 'utf8').replace('BTCUSD', 'XBTUSD'),
        { mode: 0o600 },
      ),
    heal: () => rmSync(join(folder, 'feed.json')),
    env: async () => ({ FEED: 'websocket:feed.json' }),
    fault: /instruments\[0\]\.instrument: the catalogue has no instrument XBTUSD/,
    remedy: /Correct the file/,
  },
  {
    name: 'a database that is away',
    env: async () => ({ DATABASE_URL: await away() }),
    fault: /database 127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/,
    remedy: /check DATABASE_URL/,
  },
  {
    name: 'a database that may lose commits',
    plant: sql('alter database candor set synchronous_commit = off'),
    heal: sql('alter database candor reset synchronous_commit'),
    fault: /synchronous_commit=off/,
    remedy: /Set synchronous_commit = on/,
  },
  {
    name: 'a schema that is behind',
    plant: sql(`delete from kysely_migration where name = '0034-history-by-instrument'`),
    heal: sql(`insert into kysely_migration values ('0034-history-by-instrument', '2026-11-26')`),
    fault: /lacks 1 migrations of this version, the first is 0034-history/,
    remedy: /start this version/,
  },
  {
    name: 'a schema that is ahead',
    plant: sql(`insert into kysely_migration values ('9999-later', '2026-11-26')`),
    heal: sql(`delete from kysely_migration where name = '9999-later'`),
    fault: /newer version of Candor \(9999-later\)/,
    remedy: /Start that version/,
  },
  {
    name: 'a leader that died',
    plant: sql(`update shard_lease set expires_at = clock_timestamp() - interval '5 minutes'`),
    heal: sql(lead),
    fault: /Nobody leads shard 0: http:\/\/10\.0\.0\.5:8080 stopped .* 5 minutes ago/,
    remedy: /Start it or a standby/,
  },
  {
    name: 'tables far behind',
    plant: sql('update projector_checkpoint set seq = 60000'),
    heal: sql('update projector_checkpoint set seq = 69990'),
    fault: /tables of shard 0 lack 10000 journal entries/,
    remedy: /role jobs/,
  },
  {
    name: 'an old snapshot',
    plant: sql('update core_snapshot set seq = 100'),
    heal: sql('update core_snapshot set seq = 60000'),
    fault: /newest snapshot of shard 0 is 69900 entries old/,
    remedy: /snapshots\.md/,
  },
  {
    name: 'R-LOG-16 a nightly audit that is bad',
    plant: sql(`insert into audit_result values (1, 1, 2, 'bad', 1, '[]')`),
    heal: sql('delete from audit_result'),
    fault: /audit of company 1 is bad since 1970-01-01T00:00:00\.001Z/,
    remedy: /npm run audit/,
  },
  {
    name: 'R-LOG-16 a nightly audit that did not finish',
    plant: sql(`insert into audit_result values (1, 1, 2, 'unfinished', 1, '[]')`),
    heal: sql('delete from audit_result'),
    fault: /audit of company 1 has not finished since 1970/,
    remedy: /audit\.md/,
  },
  {
    name: 'R-LOG-16 a nightly audit that is old',
    plant: sql(`insert into audit_result values (1, 1, 2, 'good', 1, '[]')`),
    heal: sql('delete from audit_result'),
    fault: /newest nightly audit of company 1 is \d+ hours old/,
    remedy: /role jobs/,
  },
  {
    name: 'messages that are not sent',
    plant: sql(`insert into message_outbox (company_id, id, route, recipient, created_at_ms, expires_at_ms, next_at_ms)
      select 1, 'm', 'mail', 'a@b', now - 3600000, now + 3600000, now - 1000
      from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now) as clock`),
    heal: sql('delete from message_outbox'),
    fault: /1 due mails, SMS or pushes are not sent; the oldest waits for 60 minutes/,
    remedy: /Check SMTP_URL/,
  },
  {
    name: 'a clock apart from that of the database',
    world: { nowMs: () => Date.now() + 7_000 },
    fault: /clock of this machine is [67]\.\d s ahead of the database's/,
    remedy: /NTP/,
  },
  {
    name: 'NATS that is away',
    env: async () => ({
      ...roleOfJobs,
      DATABASE_URL: postgres.connectionString,
      NATS_URL: `nats://candor:${secret}@127.0.0.1:${await closedPort()}`,
    }),
    fault: /NATS at 127\.0\.0\.1:\d+ cannot be used/,
    remedy: /check NATS_URL/,
  },
  {
    name: 'a mail server that is away',
    env: async () => ({ SMTP_URL: `smtp://candor:${secret}@127.0.0.1:${await closedPort()}` }),
    fault: /mail server 127\.0\.0\.1:\d+ takes no mail: ESOCKET|ECONNECTION/,
    remedy: /Check SMTP_URL/,
  },
  {
    name: 'a silent feed',
    plant: () => {
      metrics = feedAt(240);
    },
    heal: () => {
      metrics = feedAt(1);
    },
    fault: /feed is silent for EURUSD, up to 4 minutes/,
    remedy: /price provider/,
  },
];

test('R-RUN-82 a healthy installation has no finding, and the leader is named', async () => {
  expect(await look()).toEqual({ findings: [], facts: ['http://10.0.0.5:8080 leads shard 0.'], unseen: [] });
});

test.each(faults)(
  'R-RUN-83 R-RUN-84 R-RUN-85 R-RUN-86 R-RUN-87 $name is reported with its remedy, and nothing else',
  async (one) => {
    await one.plant?.();
    try {
      const found = await look(await one.env?.(), one.world);
      expect(found.findings).toEqual([
        {
          part: expect.any(String),
          fault: expect.stringMatching(one.fault),
          remedy: expect.stringMatching(one.remedy),
        },
      ]);
      expect(JSON.stringify(found)).not.toContain(secret);
    } finally {
      await one.heal?.();
    }
    expect((await look()).findings).toEqual([]);
  },
);

test('R-RUN-84 a server without flushes is reported by each unsafe setting', async () => {
  const { findings } = await look({ DATABASE_URL: inject('postgresUrl') });
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(findings.map(({ fault }) => fault).join('\n')).toContain(`PostgreSQL runs with ${name}=off`);
});

test('R-RUN-81 every refusal of the settings is reported, not the first alone, and no secret', async () => {
  const { findings, unseen } = await look({
    PORT: 'http',
    LOG_LEVEL: 'loud',
    DATABASE_URL: `mysql://u:${secret}@h/d`,
    METRICS_PROT: '1',
    ROLE: 'core',
    ARCHIVE: 's3://bucket',
    SMS_SECRET: '',
  });
  const text = findings.map(({ fault }) => fault).join('\n');
  for (const one of ['PORT=http', 'LOG_LEVEL=loud', 'DATABASE_URL=…', 'METRICS_PROT', 'ROLE=core needs KEYS_DIR'])
    expect(text).toContain(one);
  for (const one of ['needs NATS_URL, or LINES_DIR', 'needs ARCHIVE_S3_URL', 'needs SMS_SECRET'])
    expect(text).toContain(one);
  expect(findings).toHaveLength(8);
  expect(unseen).toHaveLength(1);
  expect(JSON.stringify(findings)).not.toContain(secret);
});

test('R-RUN-81 unsafe settings of production are all reported', async () => {
  const { findings } = await look({ PRODUCTION: 'on', RATE_TOTAL: '0' });
  const text = findings.map(({ fault }) => fault).join('\n');
  for (const one of ['PUBLIC_HTTPS', 'FEED', 'DATABASE_URL', 'KEYS_DIR', 'RATE_TOTAL']) expect(text).toContain(one);
});

test('R-RUN-81 the exit code is 0 if all is well, else 1, and each finding is printed with its remedy', async () => {
  const run = async (env: Record<string, string> = {}) => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const code = await runDoctor({ ...healthy, ...env }, folder, say);
    return [code, lines.join('\n')];
  };
  expect(await run()).toEqual([0, 'http://10.0.0.5:8080 leads shard 0.\nAll is well.']);
  const refused = /SETTINGS: The setting PORT=http cannot be used.*\n {2}Remedy: .*\n\n1 found\./;
  expect(await run({ PORT: 'http' })).toEqual([1, expect.stringMatching(refused)]);
});

test('R-RUN-87 a secret that another program repeats in its error is left out', async () => {
  const url = new URL(postgres.connectionString);
  url.username = secret;
  url.password = secret;
  const { findings } = await look({ DATABASE_URL: url.href });
  expect(findings.map(({ fault }) => fault)).toEqual([
    'The database localhost does not answer: role "…" does not exist.',
  ]);
});

test('R-RUN-82 nothing is made where nothing is installed', async () => {
  const nowhere = join(folder, 'nowhere');
  const { findings, unseen } = await examine({ DATA_DIR: nowhere }, folder, { diskOf: () => room });
  expect(findings.map(({ fault }) => fault)).toEqual([`The folder ${nowhere} does not exist.`]);
  expect(unseen).toHaveLength(2);
  expect(existsSync(nowhere)).toBe(false);
});
