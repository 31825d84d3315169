import type { Random } from './random.ts';

interface Due {
  readonly atMs: number;
  /** Decides between what is due at one time; drawn from the seed. */
  readonly tie: number;
  readonly action: () => void;
}

const realTimeout = globalThis.setTimeout;
const realImmediate = globalThis.setImmediate;

/**
 * Virtual time. One thing happens after another, each in a millisecond of its own, and nothing else does before all
 * promises it resolved have run dry: the same seed gives the same interleaving.
 */
export class Scheduler {
  nowMs: number;
  readonly #random: Random;
  #due: Due[] = [];

  constructor(startMs: number, random: Random) {
    this.nowMs = startMs;
    this.#random = random;
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

  /** Lets the next thing happen; false when nothing is due. */
  async step(): Promise<boolean> {
    const due = this.#due.shift();
    if (due === undefined) return false;
    this.nowMs = Math.max(due.atMs, this.nowMs + 1);
    due.action();
    await new Promise((resolve) => realImmediate(resolve));
    return true;
  }

  /** The product's own timeouts run on virtual time until the returned function is called. */
  takeTimeouts(): () => void {
    const virtual = (action: () => void, delayMs = 0) => this.after(delayMs, action);
    globalThis.setTimeout = virtual as unknown as typeof setTimeout;
    return () => {
      globalThis.setTimeout = realTimeout;
    };
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie);
}
