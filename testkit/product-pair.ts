import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { freePort, type Product, startProduct, unlimited } from './product.ts';
import { scratchFolder } from './scratch-folder.ts';
import { until } from './until.ts';

/** TCP proxy for a database on a unix socket; can delay or hold traffic without closing connections. */
class DatabaseProxy {
  readonly #socketDir: string;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  port = 0;
  /** Delay of the traffic in each direction, in milliseconds. */
  delayMs = 0;

  constructor(socketDir: string) {
    this.#socketDir = socketDir;
  }

  async listen(): Promise<void> {
    this.#server = createServer((client) => this.#join(client));
    this.port = await freePort();
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Holds the traffic of all open connections, as if half-open. Later connections work. */
  freeze(): void {
    for (const socket of this.#sockets) socket.pause().unpipe();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
    if (this.#server !== null) await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const inner = dial({ path: join(this.#socketDir, '.s.PGSQL.5432') });
    for (const socket of [client, inner]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        (socket === client ? inner : client).destroy();
      });
    }
    client.pipe(this.#lag()).pipe(inner);
    inner.pipe(this.#lag()).pipe(client);
  }

  /** Returns a stream that passes chunks in order, each after the delay at its arrival. */
  #lag(): Transform {
    let passed: Promise<unknown> = Promise.resolve();
    const lag: Transform = new Transform({
      transform: (piece, _encoding, next) => {
        const due = this.delayMs === 0 ? null : new Promise((resolve) => setTimeout(resolve, this.delayMs));
        passed = passed.then(() => due).then(() => lag.push(piece));
        next();
      },
      flush: (done) => void passed.then(() => done()),
    });
    return lag;
  }
}

/** Two servers with separate folders on one external database. */
export class ProductPair {
  readonly folder: string;
  readonly proxy: DatabaseProxy;
  readonly database: EmbeddedPostgres;
  readonly products: Product[] = [];

  private constructor(folder: string, database: EmbeddedPostgres) {
    this.folder = folder;
    this.database = database;
    this.proxy = new DatabaseProxy(database.connection.host);
  }

  static async start(): Promise<ProductPair> {
    const folder = scratchFolder('candor-pair-');
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const pair = new ProductPair(folder, await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log }));
    await pair.proxy.listen();
    return pair;
  }

  /** Starts the server of one folder; resolves once it prints `awaits`. */
  async launch(at: 0 | 1, awaits = 'Candor is ready at ', env: Record<string, string> = {}): Promise<Product> {
    const url = `postgresql://candor@127.0.0.1:${this.proxy.port}/candor`;
    const dataDir = join(this.folder, `server-${at}`);
    // Both servers of an installation share the keys.
    if (at === 1) cpSync(join(this.folder, 'server-0', 'keys'), join(dataDir, 'keys'), { recursive: true });
    const product = await startProduct({ dataDir, awaits, env: { ...unlimited, ...env, DATABASE_URL: url } });
    this.products.push(product);
    return product;
  }

  /** Stops database and servers, paused or not. */
  async stop(): Promise<void> {
    process.kill(this.database.pid(), 'SIGCONT');
    for (const { process: child } of this.products) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended;
    }
    await this.proxy.close();
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Ready {
  readonly status: number;
  readonly reasons: readonly string[];
}

export async function readyOf({ callUrl }: Product, withinMs = 2_000): Promise<Ready> {
  try {
    const answer = await fetch(`${callUrl}/readyz`, { signal: AbortSignal.timeout(withinMs) });
    return { status: answer.status, reasons: ((await answer.json()) as { reasons: string[] }).reasons };
  } catch {
    return { status: 0, reasons: [] };
  }
}

/** Waits for a state; resolves to the milliseconds it took. */
export async function msUntil(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  await until(what, isSo);
  return performance.now() - began;
}
