import type { Command } from '@candor/domain/engine/command';
import type { MarketNow } from '@candor/domain/engine/market-now';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Outcome } from '../apps/server/src/ports/trading-port.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** Builds a command for the market and the time at which the serving process receives it. */
export type Build = (marketOf: (id: InstrumentId) => MarketNow, atMs: number) => Command;

interface Ids {
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

/** Sends a command; null while no process serves. */
export type Reach = () => ((build: Build, ids: Ids) => Promise<Outcome>) | null;

const patienceMs = 3_000;
const attemptsMax = 4;

/**
 * Sends commands as clients do: answers are lost or time out, and requests are repeated, sometimes without a reason.
 */
export class Sender {
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #reach: Reach;
  readonly #hear: (outcome: Outcome) => void;
  isStopped = false;

  constructor(scheduler: Scheduler, random: Random, reach: Reach, hear: (outcome: Outcome) => void) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#reach = reach;
    this.#hear = hear;
  }

  /** Sends the command once more, without retries. */
  later(build: Build, ids: Ids, delayMs: number): void {
    this.#scheduler.after(delayMs, () => this.send(build, ids, attemptsMax + 1));
  }

  send(build: Build, ids: Ids, attempt = 0): void {
    if (this.isStopped) return;
    const random = this.#random;
    const again = (delayMs: number) => {
      if (ids.clientId === null || attempt >= attemptsMax) return;
      this.#scheduler.after(delayMs, () => this.send(build, ids, attempt + 1));
    };
    const submit = this.#reach();
    if (submit === null) {
      again(random.between(100, 1_000));
      return;
    }
    let isHeard = false;
    const isLost = random.chance(0.1);
    void submit(build, ids).then((outcome) => {
      if (isLost) return;
      isHeard = true;
      this.#hear(outcome);
      if (outcome.kind === 'unavailable' || outcome.kind === 'busy') again(random.between(50, 500));
      else if (random.chance(0.05)) again(random.between(1, 60_000));
    });
    this.#scheduler.after(patienceMs, () => {
      if (!isHeard) again(0);
    });
  }
}
