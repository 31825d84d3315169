import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DiskFaults, prepareDiskFaults } from '../../testkit/disk-faults.ts';
import type { Product } from '../../testkit/product.ts';
import { ProductPair, readyOf } from '../../testkit/product-pair.ts';
import { delay } from './pace.ts';

const settleWithinMs = 60_000;
const watchMs = 50;
const balancerWaitsMs = 500;
/** Output of a started server, leader or standby. */
const started = 'Candor ';

interface Seat {
  readonly at: 0 | 1;
  readonly disk: DiskFaults | string;
  product: Product;
  isReady: boolean;
}

/** Two supervised servers on one database; knows leader, standby and the target for orders. */
export class PairCast {
  readonly #pair: ProductPair;
  readonly #seats: Seat[] = [];
  #isClosed = false;
  #serving: Product | null = null;
  #lastServing: Product | null = null;
  /** Target of all calls, ready or not; null for the ready server. */
  pinned: Product | null = null;

  private constructor(pair: ProductPair) {
    this.#pair = pair;
  }

  static async open(): Promise<PairCast> {
    const cast = new PairCast(await ProductPair.start());
    try {
      for (const at of [0, 1] as const) {
        const folder = join(cast.#pair.folder, `disk-${at}`);
        mkdirSync(folder);
        const disk = prepareDiskFaults(folder);
        const seat: Seat = { at, disk, product: await cast.#launch(at, disk), isReady: false };
        cast.#seats.push(seat);
        void cast.#watch(seat);
        if (at === 0) await cast.#until('the first start leads', async () => cast.#serving !== null);
      }
      await cast.settle();
      return cast;
    } catch (error) {
      await cast.close();
      throw error;
    }
  }

  /** Server for a trader's calls: the pinned one, else the one that reports ready. */
  get target(): Product {
    const product = this.pinned ?? this.#serving;
    if (product === null) throw new Error('No server is ready');
    return product;
  }

  /** Server that was ready last, for clients that retry by themselves. */
  get lastTarget(): Product {
    return this.#lastServing ?? this.target;
  }

  get proxy(): ProductPair['proxy'] {
    return this.#pair.proxy;
  }

  get leader(): Product {
    return this.#leaderSeat().product;
  }

  get standby(): Product {
    return this.#standbySeat().product;
  }

  /** Disk faults of the leader, or the reason why this machine has none. */
  get leaderDisk(): DiskFaults | string {
    return this.#leaderSeat().disk;
  }

  /** Opens a direct connection to the database, bypassing the proxy. */
  async connect(): Promise<Client> {
    const client = new Client(this.#pair.database.connection);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async epoch(): Promise<number> {
    const client = await this.connect();
    try {
      const { rows } = await client.query<{ epoch: string }>('select epoch from shard_lease');
      return Number(rows[0]?.epoch);
    } finally {
      await client.end();
    }
  }

  /** Sends a signal to the database and all its processes. */
  signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.#pair.database.pid();
    const backends = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    for (const one of [pid, ...backends.map(Number)]) process.kill(one, signal);
  }

  killDatabase(): void {
    process.kill(this.#pair.database.pid(), 'SIGKILL');
  }

  async end(product: Product, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const ended = once(product.process, 'exit');
    product.process.kill(signal);
    await ended;
    return product.process.exitCode;
  }

  /** Restarts ended servers as a supervisor does; resolves when one leads and the other is the standby. */
  async settle(): Promise<void> {
    await Promise.all(
      this.#seats.map(async (seat) => {
        if (!isUp(seat.product)) seat.product = await this.#launch(seat.at, seat.disk);
      }),
    );
    await this.#until('one leads and the other waits', async () => {
      for (const seat of this.#seats) {
        // A deposed leader has ended and is restarted.
        if (!isUp(seat.product)) seat.product = await this.#launch(seat.at, seat.disk);
      }
      const states = await Promise.all(this.#seats.map(({ product }) => readyOf(product)));
      const ready = this.#seats.filter((_, at) => states[at]?.status === 200);
      const [leader] = ready;
      if (leader === undefined || ready.length > 1) return false;
      this.#serving = leader.product;
      this.#lastServing = leader.product;
      return states.filter(({ reasons }) => reasons.join() === 'standby').length === 1;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pair.stop();
  }

  #launch(at: 0 | 1, disk: DiskFaults | string): Promise<Product> {
    return this.#pair.launch(at, started, typeof disk === 'string' ? {} : { ...disk.env });
  }

  #leaderSeat(): Seat {
    // On a busy machine a ready server may miss one readiness check, so the last one that served counts.
    const seat = this.#seats.find(({ product }) => product === this.#lastServing);
    if (seat === undefined) throw new Error(`Neither server leads:\n${this.#outputs()}`);
    return seat;
  }

  #standbySeat(): Seat {
    const seat = this.#seats.find(({ product }) => product !== this.#lastServing);
    if (this.#lastServing === null || seat === undefined)
      throw new Error(`Neither server is the standby:\n${this.#outputs()}`);
    return seat;
  }

  /** Checks readiness repeatedly, as a load balancer does; a target that is still ready stays the target. */
  async #watch(seat: Seat): Promise<void> {
    while (!this.#isClosed) {
      const { product } = seat;
      const { status } = await readyOf(product, balancerWaitsMs);
      seat.isReady = status === 200 && product === seat.product;
      const ready = this.#seats.filter(({ isReady }) => isReady).map((one) => one.product);
      this.#serving = ready.find((one) => one === this.#serving) ?? ready[0] ?? null;
      this.#lastServing = this.#serving ?? this.#lastServing;
      await delay(watchMs);
    }
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + settleWithinMs;
    while (!(await isSo()) || this.#seats.length === 0) {
      if (performance.now() > deadline) throw new Error(`Timed out waiting until ${what}\n${this.#outputs()}`);
      await delay(watchMs);
    }
  }

  #outputs(): string {
    return this.#seats.map(({ at, product }) => `server ${at}: ${product.output().slice(-2_000)}`).join('\n');
  }
}

export function isUp({ process: child }: Product): boolean {
  return child.exitCode === null && child.signalCode === null;
}
