import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { connectFrames } from '../apps/server/src/adapters/lines/frames-client.ts';
import { type FramesServer, serveFrames } from '../apps/server/src/adapters/lines/frames-server.ts';
import { connectNats } from '../apps/server/src/adapters/lines/nats-client.ts';
import { serveNats } from '../apps/server/src/adapters/lines/nats-server.ts';
import type { LineClient, LineServer } from '../apps/server/src/ports/lines.ts';
import { LocalLine } from './local-line.ts';
import { freePort } from './product.ts';
import { until } from './until.ts';

/** A line whose transport a test cuts, silences and restores. */
export interface LineRig {
  serve(options?: { readonly rank?: number; readonly waitingMax?: number }): Promise<LineServer>;
  connect(openMax?: number): LineClient;
  /** Breaks every connection; nobody can connect until `restore`. */
  cut(): Promise<void>;
  /** Swallows everything without breaking a connection, as a half-open line does. */
  silence(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export interface LineKind {
  readonly name: string;
  readonly open: () => Promise<LineRig>;
}

const natsServer = '/usr/sbin/nats-server';
export const hasNats = existsSync(natsServer);

/** Every adapter; NATS only where its server is installed. */
export const lineKinds: readonly LineKind[] = [
  { name: 'local', open: openLocal },
  { name: 'frames over a Unix socket', open: () => openFrames('unix') },
  { name: 'frames over TCP', open: () => openFrames('tcp') },
  ...(hasNats ? [{ name: 'nats', open: () => openNats() }] : []),
];

async function openLocal(): Promise<LineRig> {
  const line = new LocalLine();
  return {
    serve: async ({ rank = 0 } = {}) => line.serve(rank),
    connect: (openMax) => line.connect(openMax),
    cut: async () => line.cut(),
    silence: () => {
      line.isSilent = true;
    },
    async restore() {
      line.isSilent = false;
      line.restore();
    },
    close: async () => undefined,
  };
}

export const testSecret = 'a secret of tests with more than 32 characters';

/** Frames through a proxy for each server. */
async function openFrames(kind: 'unix' | 'tcp'): Promise<LineRig> {
  const folder = mkdtempSync(join(tmpdir(), 'candor-line-'));
  const secret = kind === 'tcp' ? testSecret : null;
  const proxies: Proxy[] = [];
  const servers: FramesServer[] = [];
  return {
    async serve(options = {}) {
      const at = servers.length;
      const address = kind === 'tcp' ? 'tcp://127.0.0.1:0' : `unix:${join(folder, `core-${at}.sock`)}`;
      const server = await serveFrames({ address, secret, ...options });
      servers.push(server);
      const own = kind === 'tcp' ? { host: '127.0.0.1', port: await freePort() } : { path: join(folder, `line-${at}`) };
      const target =
        kind === 'tcp'
          ? { host: '127.0.0.1', port: Number(new URL(server.address).port) }
          : { path: server.address.slice('unix:'.length) };
      const proxy = new Proxy(own, target);
      await proxy.restore();
      proxies.push(proxy);
      return server;
    },
    connect: (openMax) =>
      connectFrames({
        addresses: () => proxies.map(({ address }) => address),
        secret,
        ...(openMax === undefined ? {} : { openMax }),
      }),
    async cut() {
      for (const proxy of proxies) await proxy.cut();
    },
    silence() {
      for (const proxy of proxies) proxy.silence();
    },
    async restore() {
      for (const proxy of proxies) await proxy.restore();
    },
    async close() {
      for (const server of servers) await server.close();
      for (const proxy of proxies) await proxy.cut();
      rmSync(folder, { recursive: true });
    },
  };
}

type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** Proxy of a stream socket. */
class Proxy {
  readonly #own: Place;
  readonly #target: NetConnectOpts;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #isSilent = false;

  constructor(own: Place, target: NetConnectOpts) {
    this.#own = own;
    this.#target = target;
  }

  get address(): string {
    return 'path' in this.#own ? `unix:${this.#own.path}` : `tcp://${this.#own.host}:${this.#own.port}`;
  }

  async restore(): Promise<void> {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.resume();
    if (this.#server !== null) return;
    this.#server = createServer({ noDelay: true }, (near) => this.#join(near)).listen(this.#own);
    await once(this.#server, 'listening');
  }

  async cut(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('data', (chunk) => other.write(chunk));
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (this.#isSilent) one.pause();
    }
  }
}

/** A nats-server process of a test. */
export class NatsProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #config: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, config: string) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), 'candor-nats-'));
    this.#config = join(this.#folder, 'nats.conf');
    writeFileSync(this.#config, `listen: "127.0.0.1:${port}"\n${config}\n`);
  }

  static async start(config = ''): Promise<NatsProcess> {
    const nats = new NatsProcess(await freePort(), config);
    await nats.start();
    return nats;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#process = spawn(natsServer, ['-c', this.#config], { stdio: 'ignore' });
    await until('nats-server listens', async () => {
      const probe = connect(this.port, '127.0.0.1');
      const isOpen = await new Promise<boolean>((resolve) => {
        probe.once('connect', () => resolve(true));
        probe.once('error', () => resolve(false));
      });
      probe.destroy();
      return isOpen;
    });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  async kill(): Promise<void> {
    const process = this.#process;
    if (process === null) return;
    this.#process = null;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }
}

async function openNats(): Promise<LineRig> {
  const nats = await NatsProcess.start();
  const subject = 'candor.test.core.0';
  const open: { close(): Promise<void> }[] = [];
  let isStopped = false;
  return {
    async serve(options = {}) {
      const server = serveNats({ url: nats.url, subject, ...options });
      open.push(server);
      return server;
    },
    connect(openMax) {
      const client = connectNats({ url: nats.url, subject, ...(openMax === undefined ? {} : { openMax }) });
      open.push(client);
      return client;
    },
    cut: () => nats.kill(),
    silence() {
      isStopped = true;
      nats.signal('SIGSTOP');
    },
    async restore() {
      if (isStopped) nats.signal('SIGCONT');
      else await nats.start();
      isStopped = false;
    },
    async close() {
      if (isStopped) nats.signal('SIGCONT');
      for (const one of open) await one.close();
      await nats.remove();
    },
  };
}

/** Makes an nkey for a test. */
export function makeNkey(): { readonly seed: string; readonly publicKey: string } {
  const user = nkeys.createUser();
  return { seed: new TextDecoder().decode(user.getSeed()), publicKey: user.getPublicKey() };
}
