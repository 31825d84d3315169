import type { AccountId } from '@candor/domain/values/ids';
import { expect } from 'vitest';
import type { LineClient, LineServer } from '../apps/server/src/ports/lines.ts';
import type { Outcome } from '../apps/server/src/ports/trading-port.ts';
import { serveCore } from '../apps/server/src/trading/remote/core-server.ts';
import { RemoteCore, type RemoteStatus } from '../apps/server/src/trading/remote/remote-core.ts';
import { CoreBench } from './core-bench.ts';
import { testPolicy, testSpecs } from './engine-scenario.ts';
import { LocalLine } from './local-line.ts';
import { until } from './until.ts';

/** The account that trades in a world. */
export const accountId = 7 as AccountId;

/** A core, and another process that uses it over a line with faults. */
class RemoteWorld {
  readonly line = new LocalLine();
  readonly errors: string[] = [];
  readonly seqs: number[] = [];
  readonly states: (RemoteStatus | null)[] = [];
  /** Shift of the core's monotonic clock. */
  shiftMs = 0;
  bench!: CoreBench;
  server!: LineServer;
  client!: LineClient;
  port!: RemoteCore;
  #stopServing: () => void = () => undefined;

  static async open(): Promise<RemoteWorld> {
    const world = new RemoteWorld();
    world.bench = await CoreBench.start();
    world.lead(world.bench, 1);
    world.client = world.line.connect();
    world.port = new RemoteCore({
      client: world.client,
      journal: world.bench.journal,
      specs: Object.values(testSpecs),
      fallbackPolicy: testPolicy,
      clock: world.bench.clock,
      onError: ({ message }) => world.errors.push(message),
      onFatal: (error) => world.bench.fatal.push(error),
    });
    world.port.onChange((status) => world.states.push(status));
    await world.port.untilEntered();
    await world.bench.openAccount(world.port, accountId);
    world.bench.tick('1.15283', '1.15295');
    world.port.followEvents(({ entries }) => world.seqs.push(...entries.map(({ seq }) => seq)));
    return world;
  }

  /** Serves a core on the line in place of the previous one. */
  lead(bench: CoreBench, rank: number): void {
    const { clock } = bench;
    this.bench = bench;
    this.server = this.line.serve(rank);
    const shifted = { nowMs: clock.nowMs, monotonicMs: () => clock.monotonicMs() + this.shiftMs };
    this.#stopServing = serveCore(bench.core, this.server, { clock: shifted });
  }

  /** Lets a core of the next epoch lead on the same journal, with a clock of its own; returns the core that led before. */
  async replaceLeader({ shiftMs = this.shiftMs } = {}): Promise<CoreBench> {
    const { bench: old, server } = this;
    old.journal.epoch = 2;
    const next = await CoreBench.start(old.journal);
    next.tick('1.15283', '1.15295');
    this.#stopServing();
    this.shiftMs = shiftMs;
    this.lead(next, 2);
    await server.close();
    await until('the next leader', () => this.port.status?.epoch === 2);
    return old;
  }

  orders(): number {
    return this.bench.core.state.accounts.get(accountId)?.orders.size ?? 0;
  }

  place(clientId: string | null): Promise<Outcome> {
    return this.bench.place(this.port, accountId, clientId);
  }

  /** Repeats a command until its outcome is known, as a client does. */
  async placeUntilKnown(clientId: string): Promise<Outcome> {
    for (;;) {
      const outcome = await this.place(clientId);
      if (outcome.kind !== 'unavailable' && outcome.kind !== 'busy') return outcome;
      await this.untilReached();
    }
  }

  untilReached(): Promise<void> {
    return new Promise((resolve) => {
      if (this.port.status !== null) return resolve();
      const stop = this.port.onChange((status) => {
        if (status === null) return;
        stop();
        resolve();
      });
    });
  }

  /** Expects every entry since the account was opened, once and in order. */
  async expectAllEntries(): Promise<void> {
    await this.bench.core.drain();
    const last = this.bench.core.committedSeq;
    await until('the last entry', () => (this.seqs.at(-1) ?? 1) >= last);
    expect(this.seqs).toEqual(Array.from({ length: last - 1 }, (_, at) => at + 2));
  }

  stopServing(): void {
    this.#stopServing();
  }

  async close(): Promise<void> {
    this.port.close();
    this.#stopServing();
    await this.client.close();
    await this.server.close();
    expect(this.bench.fatal).toEqual([]);
  }
}

/** Worlds of one test file: `closeAll` closes those that a test left open. */
export function remoteWorlds() {
  const opened = new Set<RemoteWorld>();
  const close = async (world: RemoteWorld) => {
    opened.delete(world);
    await world.close();
  };
  return {
    async open(): Promise<RemoteWorld> {
      const world = await RemoteWorld.open();
      opened.add(world);
      return world;
    },
    close,
    closeAll: async () => {
      for (const world of opened) await close(world);
    },
  };
}
