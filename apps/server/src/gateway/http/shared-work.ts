import { WorkEndedError } from '../../ports/work.ts';

/** Work whose result several callers wait for: started once, and aborted when the last of them has left (R-SEC-33). */
export class SharedWork<Result> {
  readonly #end = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;
  #isDone = false;

  constructor(begin: (signal: AbortSignal) => Promise<Result>) {
    this.#result = begin(this.#end.signal);
    const done = () => {
      this.#isDone = true;
    };
    this.#result.then(done, done);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** True if all callers left before there was a result: the next caller starts again. */
  get isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  /** Waits for the result. Throws the error of the work, or WorkEndedError once the caller has left. */
  async wait(signal: AbortSignal): Promise<Result> {
    if (this.#isDone) return this.#result;
    let leave = () => {};
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(new WorkEndedError('shared work'));
    });
    this.#waiting += 1;
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    try {
      return await Promise.race([this.#result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isDone) this.#end.abort();
    }
  }
}
