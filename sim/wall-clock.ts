import type { MachineTime } from '../apps/server/src/ports/clock.ts';
import type { FakeFeed } from './fake-feed.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

const hourMs = 3_600_000;

/** The machine's wall clock: it steps by seconds to days, either way, and the step is undone later. */
export class WallClock implements MachineTime {
  isStopped = false;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #feed: FakeFeed;
  readonly #note: (line: string) => void;
  #shiftMs = 0;

  constructor(scheduler: Scheduler, random: Random, feed: FakeFeed, note: (line: string) => void) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#feed = feed;
    this.#note = note;
    this.#later();
  }

  /** True while the time may not be trusted. */
  get isShifted(): boolean {
    return this.#shiftMs !== 0;
  }

  wallMs(): number {
    return this.#scheduler.nowMs + this.#shiftMs;
  }

  monotonicMs(): number {
    return this.#scheduler.nowMs;
  }

  uptimeMs(): null {
    return null;
  }

  undo(): void {
    if (this.#shiftMs !== 0) this.#note('the wall clock is set right');
    this.#shiftMs = 0;
  }

  #later(): void {
    const waitMs = this.#feed.stretch(this.#random.between(2_000, 20_000), 2);
    this.#scheduler.after(waitMs, () => this.#shift());
  }

  #shift(): void {
    if (this.isStopped) return;
    const random = this.#random;
    const size = random.pick([
      random.between(5_001, 60_000),
      random.between(1, 20) * hourMs,
      random.between(1, 9) * 24 * hourMs,
    ]);
    this.#shiftMs = random.chance(0.5) ? size : -size;
    this.#note(`the wall clock steps by ${this.#shiftMs} ms`);
    this.#scheduler.after(this.#feed.stretch(random.between(100, 5_000), 2), () => this.undo());
    this.#later();
  }
}
