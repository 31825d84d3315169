/** Works of a hedger that may wait; a provider that sends more than can be booked is not a provider to follow. */
export const turnsMax = 10_000;

/** Does one work after the other. After the first error, or when too many wait, it ends and does nothing any more. */
export class TurnQueue {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isStopped = false;
  readonly #onFailed: (error: Error) => void;

  /** `onFailed` is called at most once. */
  constructor(onFailed: (error: Error) => void) {
    this.#onFailed = onFailed;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Resolves when everything that was added is done. */
  get settled(): Promise<void> {
    return this.#last;
  }

  add(work: () => Promise<void>): void {
    if (this.#isStopped) return;
    if (this.#waiting >= turnsMax) {
      this.#fail(new Error(`more than ${turnsMax} reports and wake-ups wait`));
      return;
    }
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      this.#waiting -= 1;
      if (this.#isStopped) return;
      try {
        await work();
      } catch (error) {
        this.#fail(error as Error);
      }
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  #fail(error: Error): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#onFailed(error);
  }
}
