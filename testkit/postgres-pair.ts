import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { guard } from './guard.ts';
import { freePort } from './product.ts';
import { until } from './until.ts';

const installed = '/usr/lib/postgresql';
const [user, database] = ['candor', 'candor'];
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
const settings = { max_connections: '300', shared_buffers: '128MB', jit: 'off', wal_keep_size: '256MB' };

/** Returns the folder of PostgreSQL's programs with pg_basebackup; null if the system has none. */
export function findPostgres(): string | null {
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const folders = versions.map((version) => join(installed, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null;
}

/** One server of PostgreSQL over TCP, run by a user other than root. */
export class PostgresNode {
  readonly folder: string;
  readonly port: number;
  readonly #programs: string;
  #child: ChildProcess | null = null;

  constructor(programs: string, folder: string, port: number) {
    this.#programs = programs;
    this.folder = folder;
    this.port = port;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get connection() {
    return { host: '127.0.0.1', port: this.port, user, database };
  }

  /** Starts the server, with further settings; resolves once it answers. */
  async start(further: Readonly<Record<string, string>> = {}): Promise<void> {
    const given = Object.entries({ ...settings, port: String(this.port), ...further }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(
      join(this.#programs, 'postgres'),
      ['-D', this.folder, '-h', '127.0.0.1', '-k', this.folder, ...given],
      { ...identity(), cwd: '/', env: environment, stdio: 'ignore' },
    );
    child.once('exit', guard(child.pid ?? 0, null));
    this.#child = child;
    await until('PostgreSQL answers', async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL in ${this.folder} ended with ${child.exitCode}`);
      return this.query('select 1', 'postgres').then(
        () => true,
        () => false,
      );
    });
  }

  /** Ends the server: `SIGKILL` as a crash, `SIGINT` without waiting for its sessions. */
  async stop(signal: 'SIGKILL' | 'SIGINT' = 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  }

  /** Starts an old primary as one that waits for no standby: the worst that can come back. */
  startAlone(): Promise<void> {
    return this.start({ synchronous_standby_names: '' });
  }

  async query<Row extends object>(text: string, of = database): Promise<Row[]> {
    const client = new Client({ ...this.connection, database: of, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** A primary and its synchronous standby: a commit is confirmed once both have it on disk. */
export class PostgresPair {
  readonly primary: PostgresNode;
  readonly standby: PostgresNode;
  #isPromoted = false;

  private constructor(primary: PostgresNode, standby: PostgresNode) {
    this.primary = primary;
    this.standby = standby;
  }

  /** Makes and starts both below a folder. Throws if the system has no PostgreSQL. */
  static async start(folder: string): Promise<PostgresPair> {
    const programs = findPostgres();
    if (programs === null) throw new Error('PostgreSQL with pg_basebackup was not found (apt-get install postgresql)');
    mkdirSync(folder, { recursive: true });
    const owner = identity();
    if (owner.uid !== undefined) {
      chownSync(folder, owner.uid, owner.gid ?? owner.uid);
      chmodSync(join(folder, '..'), 0o711);
    }
    const run = (program: string, args: readonly string[]) =>
      execFileSync(join(programs, program), [...args], { ...owner, cwd: '/', env: environment, stdio: 'pipe' });
    const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
    run('initdb', ['-D', first, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C']);
    const primary = new PostgresNode(programs, first, await freePort());
    await primary.start();
    await primary.query(`create database ${database}`, 'postgres');
    const source = `host=127.0.0.1 port=${primary.port} user=${user} application_name=standby`;
    run('pg_basebackup', ['-D', second, '-d', source, '-R', '-X', 'stream', '-c', 'fast']);
    const pair = new PostgresPair(primary, new PostgresNode(programs, second, await freePort()));
    await pair.standby.start();
    await primary.query("alter system set synchronous_standby_names = 'standby'", 'postgres');
    await primary.query('select pg_reload_conf()', 'postgres');
    await until('the standby is synchronous', async () => {
      const rows = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication');
      return rows.some(({ sync_state: state }) => state === 'sync');
    });
    return pair;
  }

  /** Server that leads. */
  get leading(): PostgresNode {
    return this.#isPromoted ? this.standby : this.primary;
  }

  /** The pair as a cluster's database. */
  asDatabase() {
    const { primary, standby, connectionString } = this;
    const leading = () => this.leading;
    return {
      connectionString,
      get connection() {
        return leading().connection;
      },
      ports: [primary.port, standby.port],
      pid: () => leading().pid,
    };
  }

  /** Lets the standby lead. */
  async promote(): Promise<void> {
    await this.standby.query('select pg_promote(true, 30)', 'postgres');
    this.#isPromoted = true;
  }

  /** Sends a signal to the standby and all its processes. */
  signalStandby(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = this.standby;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    for (const one of [pid, ...children.map(Number)]) process.kill(one, signal);
  }

  /** Connection string of both, as libpq reads it. */
  get connectionString(): string {
    const { primary, standby } = this;
    return `postgresql://${user}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${database}?target_session_attrs=read-write`;
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.stop(), this.standby.stop()]);
  }
}

/** Returns the user that runs PostgreSQL: this one, or `postgres` for root. */
export function identity(): { uid?: number; gid?: number } {
  if (process.geteuid?.() !== 0) return {};
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
