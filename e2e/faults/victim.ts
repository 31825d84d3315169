import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Product, startProduct, unlimited } from '../../testkit/product.ts';

const connectWithinMs = 30_000;

/** The built product on a data folder of its own, to be killed and started again. */
export class Victim {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'candor-faults-'));
  #product: Product | null = null;

  get url(): string {
    if (this.#product === null) throw new Error('The product runs');
    return this.#product.callUrl.replace('localhost', '127.0.0.1');
  }

  get isUp(): boolean {
    const child = this.#product?.process;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  get output(): string {
    return this.#product?.output() ?? '';
  }

  /** Milliseconds from the start of the process to its being ready. */
  async start(): Promise<number> {
    const began = performance.now();
    this.#product = await startProduct({ dataDir: this.dataDir, env: unlimited });
    return performance.now() - began;
  }

  async killServer(): Promise<void> {
    const child = this.#product?.process;
    if (child === undefined || !this.isUp) throw new Error(`The server lives until it is killed:\n${this.output}`);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Kills the database's postmaster; its backends end by themselves. Its pid is told. */
  killPostmaster(): number {
    const { pid } = this.#postmaster();
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** A connection of our own to the database, beside the product's, once it is there. */
  async connect(exceptPid = 0): Promise<Client> {
    const deadline = performance.now() + connectWithinMs;
    for (;;) {
      try {
        const { pid, socketDir } = this.#postmaster();
        if (pid === exceptPid) throw new Error(`The database was not started again:\n${this.output}`);
        const client = new Client({ host: socketDir, port: 5432, user: 'candor', database: 'candor' });
        client.on('error', () => undefined);
        await client.connect();
        return client;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  get tickFolder(): string {
    return join(this.dataDir, 'ticks');
  }

  /** Stops everything, whatever state it is in, and removes what it wrote. */
  async remove(): Promise<number | null> {
    // A killed server leaves its database running: only the product itself knows how to end it well.
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
