import type { Random } from './random.ts';

interface Due {
  readonly atMs: number;
  /** Orders actions due at the same time; drawn from the seed. */
  readonly tie: number;
  readonly action: () => void;
}

const real = pick();
const realImmediate = globalThis.setImmediate;

function pick() {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  return { setTimeout, clearTimeout, setInterval, clearInterval };
}

/**
 * Virtual time. Actions run one after another, each in its own millisecond, and the next one starts only after all
 * promises of the last have settled: the same seed gives the same interleaving.
 */
export class Scheduler {
  nowMs: number;
  readonly #random: Random;
  readonly #turns: number;
  #due: Due[] = [];

  /** `turns` of the event loop pass after each action: as many as the longest promise chain it starts. */
  constructor(startMs: number, random: Random, turns = 1) {
    this.nowMs = startMs;
    this.#random = random;
    this.#turns = turns;
  }

  after(delayMs: number, action: () => void): void {
    const due = { atMs: this.nowMs + delayMs, tie: this.#random.unit(), action };
    let index = this.#due.length;
    while (index > 0 && isBefore(due, this.#due[index - 1] as Due)) index -= 1;
    this.#due.splice(index, 0, due);
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Runs the next action; false if nothing is due. */
  async step(): Promise<boolean> {
    const due = this.#due.shift();
    if (due === undefined) return false;
    this.nowMs = Math.max(due.atMs, this.nowMs + 1);
    due.action();
    for (let turn = 0; turn < this.#turns; turn += 1) await new Promise((resolve) => realImmediate(resolve));
    return true;
  }

  /** Puts the product's own timers on virtual time until the returned function is called. */
  takeTimeouts(): () => void {
    const begin = (action: () => void, delayMs: number, isRepeated: boolean) => {
      const timer = new VirtualTimer();
      const run = () => {
        if (timer.isCleared) return;
        action();
        if (isRepeated) this.after(delayMs, run);
      };
      this.after(delayMs, run);
      return timer;
    };
    const clear = (timer: unknown) => {
      if (timer instanceof VirtualTimer) timer.isCleared = true;
      else real.clearTimeout(timer as NodeJS.Timeout);
    };
    const virtual = {
      setTimeout: (action: () => void, delayMs = 0) => begin(action, delayMs, false),
      setInterval: (action: () => void, delayMs = 0) => begin(action, delayMs, true),
      clearTimeout: clear,
      clearInterval: clear,
    };
    Object.assign(globalThis, virtual);
    return () => Object.assign(globalThis, real);
  }
}

/** Return value of `setTimeout`, as far as it is used. */
class VirtualTimer {
  isCleared = false;

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie);
}
