import type { TickAnswers, TickLine } from '../apps/server/src/ports/tick-stream.ts';

/** Decides what happens to one pushed message: how many copies arrive, and after how many later messages. */
export type PushFault = () => { readonly copies: number; readonly lateBy: number };

const noFault: PushFault = () => ({ copies: 1, lateBy: 0 });

/** A market role's line to its followers in memory, which can lose, double, delay and reorder messages, and break. */
export class TickLines implements TickAnswers {
  readonly #handlers = new Map<string, (body: Uint8Array) => Uint8Array | Promise<Uint8Array>>();
  readonly #followers = new Set<Parameters<TickLine['follow']>[1]>();
  readonly #asking = new Set<(error: Error) => void>();
  #late: { body: Uint8Array; after: number }[] = [];
  #isUp = true;
  fault: PushFault = noFault;
  /** Questions by name. */
  readonly asked = new Map<string, number>();
  /** Resolves when an answer that is ready may arrive. */
  answersMayArrive: (name: string) => Promise<void> = () => Promise.resolve();
  pushed = 0;
  pushedBytes = 0;

  readonly line: TickLine = {
    ask: (name, body) => this.#ask(name, body),
    follow: (_topic, follower) => {
      this.#followers.add(follower);
      return () => this.#followers.delete(follower);
    },
  };

  answer(name: string, handler: (body: Uint8Array) => Uint8Array | Promise<Uint8Array>): void {
    this.#handlers.set(name, handler);
  }

  publish(_topic: string, body: Uint8Array): void {
    this.pushed += 1;
    this.pushedBytes += body.length;
    const { copies, lateBy } = this.fault();
    for (let copy = 0; copy < copies; copy += 1) {
      if (lateBy > 0) this.#late.push({ body, after: lateBy + copy });
      else this.#deliver(body);
    }
    this.#late = this.#late.map(({ body: late, after }) => ({ body: late, after: after - 1 }));
    const due = this.#late.filter(({ after }) => after < 0);
    this.#late = this.#late.filter(({ after }) => after >= 0);
    for (const one of due) this.#deliver(one.body);
  }

  /** Ends every question in flight; until `mend` nothing passes. */
  cut(): void {
    this.#isUp = false;
    for (const reject of this.#asking) reject(new Error('line broken'));
    this.#asking.clear();
  }

  mend(): void {
    this.#isUp = true;
    for (const follower of this.#followers) follower.onGap();
  }

  /** Forgets the answers of a market role that has ended. */
  clear(): void {
    this.#handlers.clear();
    this.#late = [];
  }

  #deliver(body: Uint8Array): void {
    if (!this.#isUp) return;
    for (const follower of this.#followers) follower.onMessage(body);
  }

  #ask(name: string, body: Uint8Array): Promise<Uint8Array> {
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    return new Promise((resolve, reject) => {
      const handler = this.#handlers.get(name);
      if (!this.#isUp || handler === undefined) {
        reject(new Error('line broken'));
        return;
      }
      this.#asking.add(reject);
      Promise.resolve(handler(body))
        .then(async (answer) => {
          await this.answersMayArrive(name);
          return answer;
        })
        .then(resolve, reject)
        .finally(() => this.#asking.delete(reject));
    });
  }
}
