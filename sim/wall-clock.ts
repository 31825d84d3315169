import type { MachineTime } from '../apps/server/src/ports/clock.ts';
import type { FakeFeed } from './fake-feed.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** Two steps differ by more than the tolerance. */
const unitMs = 6_000;
const hourMs = 3_600_000;
/** Maximum distance of confirmed from elapsed time: ids are valid only for a week. */
const confirmedMaxMs = 48 * hourMs;

/** The world's reactions to a step. */
export interface StepHooks {
  readonly note: (line: string) => void;
  /** Shift that operators have confirmed and the journal holds. */
  readonly confirmedMs: () => number;
  /** False until a new process could know of a step. */
  readonly isMarked: () => boolean;
  /** Confirms the wall clock's time as an operator. */
  readonly confirm: () => void;
}

/**
 * The machine's wall clock: it steps by seconds to days, either way, while the program runs and while it is down. Some
 * steps are right: the feed's times follow, and an operator confirms the new time. Others are undone later.
 */
export class WallClock implements MachineTime {
  isStopped = false;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #feed: FakeFeed;
  readonly #hooks: StepHooks;
  readonly #isConfirmed: boolean;
  #shiftMs = 0;
  #feedShiftMs = 0;

  /** Without `isConfirmed` no operator confirms a step. */
  constructor(scheduler: Scheduler, random: Random, feed: FakeFeed, hooks: StepHooks, isConfirmed: boolean) {
    this.#scheduler = scheduler;
    this.#random = random;
    this.#feed = feed;
    this.#hooks = hooks;
    this.#isConfirmed = isConfirmed;
    this.#later();
  }

  wallMs(): number {
    return this.#scheduler.nowMs + this.#shiftMs;
  }

  monotonicMs(): number {
    return this.#scheduler.nowMs;
  }

  uptimeMs(): number {
    return this.#scheduler.nowMs;
  }

  bootId(): string {
    return 'simulated';
  }

  /** Time that the feed stamps on quotes. */
  feedMs(): number {
    return this.#scheduler.nowMs + this.#feedShiftMs;
  }

  /** Sets the clock to the last confirmed time. */
  undo(): void {
    const confirmedMs = this.#hooks.confirmedMs();
    if (this.#shiftMs !== confirmedMs) this.#hooks.note('the wall clock is set right');
    this.#shiftMs = confirmedMs;
    this.#feedShiftMs = confirmedMs;
  }

  #later(): void {
    const waitMs = this.#feed.stretch(this.#random.between(2_000, 20_000), 2);
    this.#scheduler.after(waitMs, () => this.#shift());
  }

  #shift(): void {
    if (this.isStopped) return;
    this.#later();
    if (!this.#hooks.isMarked()) return;
    const random = this.#random;
    const isRight = this.#isConfirmed && random.chance(0.5);
    const sizeMs = unitMs * this.#size(isRight);
    const way = random.chance(0.5) ? 1 : -1;
    const fromMs = this.#hooks.confirmedMs();
    const isTooFar = isRight && Math.abs(fromMs + way * sizeMs) > confirmedMaxMs;
    this.#shiftMs = fromMs + (isTooFar ? -way : way) * sizeMs;
    if (isRight) this.#feedShiftMs = this.#shiftMs;
    this.#hooks.note(`the wall clock steps by ${this.#shiftMs - fromMs} ms${isRight ? ', and is right' : ''}`);
    const confirmChance = isRight ? 0.9 : 0;
    const waitMs = this.#feed.stretch(random.between(100, 5_000), 2);
    if (random.chance(confirmChance)) this.#scheduler.after(waitMs, () => this.#hooks.confirm());
    // A step not confirmed by then was wrong, and is undone.
    this.#scheduler.after(isRight ? waitMs + 3_000 : waitMs, () => this.undo());
  }

  #size(isRight: boolean): number {
    const random = this.#random;
    const hourUnits = hourMs / unitMs;
    const sizes = [random.between(1, 10), random.between(1, 20) * hourUnits];
    return random.pick(isRight ? sizes : [...sizes, random.between(1, 9) * 24 * hourUnits]);
  }
}
