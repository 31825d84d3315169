import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Product, startProduct, unlimited } from '../../testkit/product.ts';
import { delay } from './pace.ts';

const connectWithinMs = 30_000;

/** The built product on a separate data folder, to be killed and restarted. */
export class Victim {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'candor-faults-'));
  #product: Product | null = null;

  get url(): string {
    if (this.#product === null) throw new Error('The product is not running');
    return this.#product.callUrl.replace('localhost', '127.0.0.1');
  }

  get isUp(): boolean {
    const child = this.#product?.process;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  get output(): string {
    return this.#product?.output() ?? '';
  }

  /** Starts the product; resolves to the milliseconds until it is ready. */
  async start(): Promise<number> {
    const began = performance.now();
    this.#product = await startProduct({ dataDir: this.dataDir, env: unlimited });
    return performance.now() - began;
  }

  async killServer(): Promise<void> {
    const child = this.#product?.process;
    if (child === undefined || !this.isUp) throw new Error(`The server ended before it was killed:\n${this.output}`);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Kills the database's postmaster and returns its pid; the backends end by themselves. */
  killPostmaster(): number {
    const { pid } = this.#postmaster();
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** Opens a separate connection to the database once it runs. */
  async connect(exceptPid = 0): Promise<Client> {
    const deadline = performance.now() + connectWithinMs;
    for (;;) {
      try {
        const { pid, socketDir } = this.#postmaster();
        if (pid === exceptPid) throw new Error(`The database was not restarted in time:\n${this.output}`);
        const client = new Client({ host: socketDir, port: 5432, user: 'candor', database: 'candor' });
        client.on('error', () => undefined);
        await client.connect();
        return client;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await delay(20);
      }
    }
  }

  get tickFolder(): string {
    return join(this.dataDir, 'ticks');
  }

  /** Stops the product in any state, and removes its data folder. */
  async remove(): Promise<number | null> {
    // A killed server leaves its database running; a restart and a clean stop of the product end it.
    if (!this.isUp) await this.start().catch(() => undefined);
    const code = (await this.#product?.stop()) ?? null;
    rmSync(this.dataDir, { recursive: true, force: true });
    return code;
  }

  #postmaster(): { pid: number; socketDir: string } {
    const lines = readFileSync(join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '' };
  }
}
