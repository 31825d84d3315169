import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { Balancer } from './balancer.ts';
import { ChaosProxy } from './chaos-proxy.ts';
import { Member } from './cluster-member.ts';
import { natsUsers } from './nats-users.ts';
import { freePort, repositoryRoot } from './product.ts';

export type Role = 'market' | 'core' | 'gateway' | 'jobs' | 'hedger';

/** Database of a cluster; the caller stops one that it has started. */
export interface ClusterDatabase {
  readonly connectionString: string;
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** All servers by port; absent for one on a Unix socket. */
  readonly ports?: readonly number[];
  /** Pid of the server that leads. */
  pid(): number;
}

/** Proxies through which one process reaches the others. */
export interface Links {
  /** One for each server of the database. */
  readonly databases: readonly ChaosProxy[];
  /** NATS; null on one host with sockets. */
  readonly lines: ChaosProxy | null;
}

export interface ClusterOptions {
  /** Folder of the database and of each member. */
  readonly folder: string;
  /** Port of the load balancer; a free one if omitted. */
  readonly port?: number;
  readonly host?: string;
  readonly gateways?: number;
  /** Shards among which the companies are divided; one if omitted. */
  readonly shards?: number;
  /** Cores of each shard: the first leads, the others are standbys. */
  readonly cores?: number;
  /** How the roles reach one another; `nats` needs nats-server. */
  readonly lines?: 'nats' | 'sockets';
  /** Settings of every member, as in the README's table. */
  readonly env?: Readonly<Record<string, string>>;
  readonly say?: (text: string) => void;
  /** Database to use; an embedded one if omitted. */
  readonly database?: ClusterDatabase;
  /** True if each process reaches database and NATS through proxies of its own, see `linksOf`. */
  readonly hasLinks?: boolean;
  /** Folder of the program, e.g. of a release; the repository's if omitted. */
  readonly program?: string;
  /** User that runs every process of the program. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Called before a process starts for the first time, with its data folder; returns further settings. */
  readonly prepare?: (name: string, dataDir: string) => Readonly<Record<string, string>>;
}

const readyWithinMs = 120_000;
const connectionsMax = '300';

/** Returns the path of nats-server: NATS_SERVER, or the first one in PATH; null if there is none. */
export function findNatsServer(): string | null {
  const named = process.env['NATS_SERVER'];
  if (named !== undefined) return existsSync(named) ? named : null;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file)) ?? null;
}

/** Every role in processes of its own on one machine: database, lines, market, cores, jobs, gateways and a load balancer. */
export class Cluster {
  readonly folder: string;
  readonly database: ClusterDatabase;
  readonly members = new Map<string, Member>();
  /** Address of the pages, behind the load balancer. */
  readonly port: number;
  readonly #options: ClusterOptions;
  readonly #gatewayPorts: number[] = [];
  readonly #links = new Map<string, Links>();
  readonly #stopDatabase: () => Promise<void>;
  /** Settings by which a role reaches the others. */
  #linesOf: (role: Role) => Readonly<Record<string, string>> = () => ({});
  #balancer: Balancer | null = null;

  private constructor(
    options: ClusterOptions,
    database: ClusterDatabase,
    stopDatabase: () => Promise<void>,
    port: number,
  ) {
    this.#stopDatabase = stopDatabase;
    this.#options = options;
    this.folder = options.folder;
    this.database = database;
    this.port = port;
  }

  /** Starts everything; resolves once the gateways serve. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    mkdirSync(options.folder, { recursive: true });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const embedded =
      options.database === undefined
        ? await startEmbeddedPostgres({
            dataDir: join(options.folder, 'postgres'),
            log,
            settings: { max_connections: connectionsMax },
          })
        : null;
    const database = embedded ?? options.database;
    if (database === undefined) throw new Error('Invariant: there is a database');
    const stopDatabase = async () => embedded?.stop();
    const cluster = new Cluster(options, database, stopDatabase, options.port ?? (await freePort()));
    try {
      await cluster.#start();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Returns a member by name, e.g. `core-1`. Throws if there is none. */
  member(name: string): Member {
    const found = this.members.get(name);
    if (found === undefined) throw new Error(`The cluster has no ${name}: ${[...this.members.keys()].join(', ')}`);
    return found;
  }

  /** Queries the database as its owner. */
  async query<Row extends object>(text: string): Promise<Row[]> {
    const client = new Client(this.database.connection);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Returns the proxies of a process. Throws unless the cluster has links. */
  linksOf({ name }: Member): Links {
    const links = this.#links.get(name);
    if (links === undefined) throw new Error(`${name} has no proxies: start the cluster with hasLinks`);
    return links;
  }

  /** Sends a signal to the database and all its processes. */
  signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.database.pid();
    const backends = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    for (const one of [pid, ...backends.map(Number)]) process.kill(one, signal);
  }

  /** Returns the port of a member's calls and probes. */
  portOf({ settings }: Member): number {
    return Number(settings.env['PORT']);
  }

  /** Members of a role, in the order of their names. */
  of(role: Role): Member[] {
    return [...this.members.values()].filter(({ name }) => name.startsWith(`${role}-`));
  }

  /** Folder that holds the first operators' passwords. */
  get operatorFolder(): string {
    return join(this.folder, 'core-1');
  }

  /** Adds a process of a role and starts it; resolves to it at once. A core is of the main shard if none is given. */
  async add(role: Role, shard = 0): Promise<Member> {
    const port = await freePort();
    const name = `${role}-${this.of(role).length + 1}`;
    if (role === 'gateway') this.#gatewayPorts.push(port);
    const dataDir = join(this.folder, name);
    const lines = this.#linesOf(role);
    const { program = repositoryRoot, user } = this.#options;
    const reached = this.#options.hasLinks === true ? await this.#openLinks(name, lines['NATS_URL']) : {};
    const member = new Member({
      name,
      program: process.execPath,
      args: [join(program, 'apps', 'server', 'dist', 'main.js'), `--role=${role}`],
      cwd: program,
      ...(user === undefined ? {} : { user }),
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        KEYS_DIR: join(this.folder, 'keys'),
        FILES_DIR: join(this.folder, 'files'),
        ARCHIVE: join(this.folder, 'archive'),
        DATABASE_URL: this.database.connectionString,
        PUBLIC_HOST: `localhost:${this.port}`,
        SHARDS: String(this.#options.shards ?? 1),
        ...(role === 'core' ? { SHARD: String(shard) } : {}),
        ...lines,
        ...reached,
        ...this.#options.env,
        ...this.#options.prepare?.(name, dataDir),
      },
      awaits: 'is ready',
      readyWithinMs,
    });
    this.members.set(name, member);
    member.launch();
    return member;
  }

  /** Stops everything in reverse order. */
  async stop(): Promise<void> {
    await this.#balancer?.close();
    for (const role of ['gateway', 'jobs', 'market', 'core'] as const)
      await Promise.all(this.of(role).map((member) => member.stop()));
    for (const { databases, lines } of this.#links.values())
      await Promise.all([...databases, ...(lines === null ? [] : [lines])].map((link) => link.close()));
    await this.members.get('nats')?.stop();
    await this.#stopDatabase();
  }

  /** Opens the proxies of a process; returns the settings by which it uses them. */
  async #openLinks(name: string, nats: string | undefined): Promise<Record<string, string>> {
    const { connection, ports } = this.database;
    const { host, port, user, database } = connection;
    const targets = ports?.map((one) => ({ host: '127.0.0.1', port: one })) ?? [
      { path: join(host, `.s.PGSQL.${port}`) },
    ];
    const databases = await Promise.all(targets.map((target) => ChaosProxy.to(target)));
    const lines =
      nats === undefined ? null : await ChaosProxy.to({ host: '127.0.0.1', port: Number(new URL(nats).port) });
    this.#links.set(name, { databases, lines });
    const hosts = databases.map((proxy) => `127.0.0.1:${proxy.port}`).join(',');
    const settings = { DATABASE_URL: `postgresql://${user}@${hosts}/${database}` };
    if (nats === undefined || lines === null) return settings;
    const { username, password } = new URL(nats);
    return { ...settings, NATS_URL: `nats://${username}:${password}@127.0.0.1:${lines.port}` };
  }

  async #start(): Promise<void> {
    const { gateways = 2, cores = 2, shards = 1, host = '127.0.0.1', say = () => undefined } = this.#options;
    say('database: PostgreSQL is ready');
    this.#linesOf = await this.#openLines(say);
    // The first core migrates the schema and makes the keys; it waits for the market role's first contact.
    const [[first]] = await Promise.all([this.#addAll('core', 1, say), this.#addAll('market', 1, say)]);
    for (let shard = 1; shard < shards; shard += 1) await this.#addAll('core', 1, say, { shard });
    const standbys = Array.from({ length: shards }, (_, shard) => ({ shard, awaits: 'waits as a standby' }));
    await Promise.all([
      this.#addAll('jobs', 1, say),
      ...standbys.map((standby) => this.#addAll('core', cores - 1, say, standby)),
      this.#addAll('gateway', gateways, say),
    ]);
    this.#balancer = new Balancer(this.#gatewayPorts);
    await this.#balancer.listen(this.port, host);
    say(`${first?.name ?? 'core'} leads; ${this.#gatewayPorts.length} gateways behind port ${this.port}`);
  }

  async #addAll(
    role: Role,
    count: number,
    say: (text: string) => void,
    { shard = 0, awaits }: { readonly shard?: number; readonly awaits?: string } = {},
  ): Promise<Member[]> {
    const added: Member[] = [];
    for (let at = 0; at < count; at += 1) added.push(await this.add(role, shard));
    await Promise.all(added.map((member) => member.printed(awaits ?? member.settings.awaits)));
    for (const { name, pid } of added)
      say(`${name}: ${role === 'core' ? `shard ${shard}, ` : ''}${awaits ?? 'is ready'} (pid ${pid})`);
    return added;
  }

  /** Starts nats-server if it is wanted and present; otherwise the roles use Unix sockets. */
  async #openLines(say: (text: string) => void): Promise<(role: Role) => Readonly<Record<string, string>>> {
    const { lines = findNatsServer() === null ? 'sockets' : 'nats' } = this.#options;
    if (lines === 'sockets') {
      if (this.#options.lines === undefined)
        say(
          'lines: Unix sockets, because nats-server was not found (apt-get install nats-server, or NATS_SERVER=path)',
        );
      const folder = join(this.folder, 'lines');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const { user } = this.#options;
      if (user !== undefined) chownSync(folder, user.uid, user.gid);
      return () => ({ LINES_DIR: folder });
    }
    const program = findNatsServer();
    if (program === null)
      throw new Error('nats-server was not found: apt-get install nats-server, or NATS_SERVER=path');
    const port = await freePort();
    const passwords = new Map<string, string>(
      (['market', 'core', 'gateway', 'jobs'] satisfies Role[]).map((role) => [role, crypto.randomUUID()]),
    );
    const users = natsUsers(this.#options.shards ?? 1, (role) => passwords.get(role) ?? '');
    const file = join(this.folder, 'nats.conf');
    writeFileSync(file, `host: 127.0.0.1\nport: ${port}\nmax_payload: 8388608\n${users}`, { mode: 0o600 });
    const awaits = 'Server is ready';
    const member = new Member({ name: 'nats', program, args: ['-c', file], env: {}, awaits, readyWithinMs });
    this.members.set('nats', member);
    await member.start();
    say(`lines: NATS at port ${port} (pid ${member.pid})`);
    return (role) => ({ NATS_URL: `nats://${role}:${passwords.get(role)}@127.0.0.1:${port}` });
  }
}
