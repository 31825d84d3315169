import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { until } from '../../../../../../testkit/until.ts';
import { DataFolderLockedError } from './errors.ts';
import { socketPathMax } from './postmaster.ts';
import { hasEnded, isAlive } from './process-liveness.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const isRoot = process.getuid?.() === 0;

let made: string;
let folder: string;
let running: EmbeddedPostgres[];

beforeAll(async () => {
  made = scratchFolder('candor-embedded-made-');
  const server = await startEmbeddedPostgres({ dataDir: made, log: quiet });
  await server.stop();
});

afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  // Inside a 0700 folder, like a clone in root's home.
  folder = scratchFolder('candor-embedded-');
  running = [];
});

afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts on an empty folder, which creates the database first. */
async function startFirst(dataDir = join(folder, 'postgres')): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  running.push(server);
  return server;
}

/** Starts on a folder that has a database. */
function start(dataDir = join(folder, 'postgres')): Promise<EmbeddedPostgres> {
  fill(dataDir);
  return startFirst(dataDir);
}

/** Copies the database made for all tests, with its owner, unless the folder has one. */
function fill(dataDir: string): void {
  if (existsSync(join(dataDir, 'cluster'))) return;
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', join(made, 'cluster'), dataDir]);
}

async function query<Row>(server: { connectionString: string }, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

function eventually<T extends object | string | number>(attempt: () => Promise<T>): Promise<T> {
  return until('a success', () => attempt().catch(() => null)) as Promise<T>;
}

/** Another Node process that starts the server and waits; killing it with -9 leaves the server running. */
async function startElsewhere(dataDir: string): Promise<{ starter: ChildProcess; connectionString: string }> {
  fill(dataDir);
  const module = new URL('./start-embedded-postgres.ts', import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {}, error() {} };
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    process.stdout.write(server.connectionString + '\\n');
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!starter.stdout) throw new Error('The starter has a piped output.');
  const [connectionString] = (await once(createInterface(starter.stdout), 'line')) as [string];
  return { starter, connectionString };
}

describe('R-RUN-06 the built-in database', () => {
  test('starts on an empty folder, stops, and starts again with all committed rows', async () => {
    const first = await startFirst();
    await query(first, 'create table kept (n int)');
    await query(first, 'insert into kept values (1), (2)');
    const pid = first.pid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(first.connection.host)).toBe(false);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select sum(n)::int as sum from kept')).toEqual([{ sum: 3 }]);
  });

  test('is durable, checksummed, UTF-8, sorted identically on every machine, and not reachable by network', async () => {
    const server = await startFirst();
    const rows = await query<{ name: string; setting: string }>(
      server,
      `select name, setting from pg_settings where name in
        ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'server_encoding', 'jit')`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    expect(await query(server, `select lower('ÄÖ') as low, 'B' < 'a' as by_code`)).toEqual([
      { low: 'äö', by_code: true },
    ]);
  });

  test('a second start on the same folder names the process that uses it', async () => {
    await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataFolderLockedError);
    expect(refusal).toMatchObject({ pid: process.pid, message: expect.stringContaining(`pid ${process.pid}`) });
  });

  test('the lock of an ended process, or of a reused pid, is taken over', async () => {
    const dataDir = join(folder, 'postgres');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'supervisor.lock'), JSON.stringify({ pid: process.ppid, started: '1' }));
    const server = await start(dataDir);
    expect(JSON.parse(readFileSync(join(dataDir, 'supervisor.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await server.stop();
    expect(existsSync(join(dataDir, 'supervisor.lock'))).toBe(false);
  });

  test('a server whose starter was killed is adopted with every acknowledged row, and stopped with this program', async () => {
    const dataDir = join(folder, 'postgres');
    const { starter, connectionString } = await startElsewhere(dataDir);
    await query({ connectionString }, 'create table kept (n int)');
    await query({ connectionString }, 'insert into kept select generate_series(1, 500)');
    starter.kill('SIGKILL');
    await once(starter, 'exit');

    const server = await start(dataDir);
    expect(server.adopted).toBe(true);
    expect(server.connectionString).toBe(connectionString);
    expect(await query(server, 'select count(*)::int as count from kept')).toEqual([{ count: 500 }]);
    const pid = server.pid();
    await server.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('a killed server is restarted at the same address with every acknowledged row', async () => {
    const server = await start();
    await query(server, 'create table kept (n int)');
    await query(server, 'insert into kept select generate_series(1, 500)');
    const killed = server.pid();
    process.kill(killed, 'SIGKILL');
    expect(await hasEnded(killed, 5_000)).toBe(true);
    const counted = await eventually(() => query(server, 'select count(*)::int as count from kept'));
    expect(counted).toEqual([{ count: 500 }]);
    expect(server.pid()).not.toBe(killed);
  });

  test('R-RUN-06 a server whose socket folder was deleted is restarted at the same address with every acknowledged row', async () => {
    const server = await start();
    await query(server, 'create table kept (n int)');
    await query(server, 'insert into kept select generate_series(1, 500)');
    rmSync(server.connection.host, { recursive: true });
    const counted = await eventually(() => query(server, 'select count(*)::int as count from kept'));
    expect(counted).toEqual([{ count: 500 }]);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
  });

  test('an adopted server that is killed is restarted too', async () => {
    const dataDir = join(folder, 'postgres');
    const { starter } = await startElsewhere(dataDir);
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const server = await start(dataDir);
    process.kill(server.pid(), 'SIGKILL');
    expect(await eventually(() => query(server, 'select 1 as one'))).toEqual([{ one: 1 }]);
  });

  test('a pid left by a crash and reused by another program does not prevent the start', async () => {
    const dataDir = join(folder, 'postgres');
    const first = await start(dataDir);
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const left = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, left.replace(/^\d+/, String(process.ppid)));
    if (isRoot) chownSync(pidFile, statSync(join(dataDir, 'cluster')).uid, statSync(join(dataDir, 'cluster')).gid);
    expect(await query(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a killed server that is a zombie does not prevent the start', async () => {
    const dataDir = join(folder, 'postgres');
    const first = await start(dataDir);
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const left = readFileSync(pidFile, 'utf8');
    await first.stop();
    // A shell replaced by another program never waits for its child. PostgreSQL checks only pids of its own user.
    const { uid, gid } = statSync(join(dataDir, 'cluster'));
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
      ...(isRoot ? { uid, gid } : {}),
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [said] = (await once(parent.stdout, 'data')) as [Buffer];
      const zombie = Number(said.toString());
      expect(await hasEnded(zombie, 5_000)).toBe(true);
      writeFileSync(pidFile, left.replace(/^\d+/, String(zombie)));
      if (isRoot) chownSync(pidFile, uid, gid);
      expect(await query(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      parent.kill('SIGKILL');
    }
  });

  test('a server that the pid file does not name is neither adopted nor stopped', async () => {
    const other = await start(join(folder, 'other'));
    const dataDir = join(folder, 'postgres');
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const first = await start(dataDir);
    const left = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, left.replace(/^\d+/, String(other.pid())));
    await expect(start(dataDir)).rejects.toThrow('postmaster.pid');
    expect(await query(other, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a folder whose path is too long for a socket works, and so do spaces', async () => {
    const deep = join(folder, 'a data folder with spaces', 'deep'.repeat(30));
    mkdirSync(deep, { recursive: true });
    const server = await startFirst(join(deep, 'postgres'));
    expect(join(server.connection.host, '.s.PGSQL.5432').length).toBeLessThanOrEqual(socketPathMax);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('an interrupted first start is repeated from the beginning', async () => {
    const dataDir = join(folder, 'postgres');
    mkdirSync(join(dataDir, 'cluster.new'), { recursive: true });
    appendFileSync(join(dataDir, 'cluster.new', 'PG_VERSION'), '18');
    expect(await query(await startFirst(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)('a folder made by another user is refused to an ordinary user with what to do', async () => {
    await (await start()).stop();
    running = [];
    chmodSync(folder, 0o755);
    process.seteuid?.(12_345);
    try {
      await expect(start()).rejects.toThrow(/belongs to another user.*DATA_DIR/);
    } finally {
      process.seteuid?.(0);
    }
  });

  test.runIf(isRoot)('for root the server runs as another user, who owns the data', async () => {
    const server = await startFirst();
    const { uid } = statSync(join(folder, 'postgres', 'cluster'));
    expect(uid).not.toBe(0);
    expect(statSync(`/proc/${server.pid()}`).uid).toBe(uid);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
