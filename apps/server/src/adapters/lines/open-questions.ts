import { AnswererError, LineBrokenError, LineBusyError } from '../../ports/lines.ts';

/** Name of the error for a question that no handler answers. */
export const noAnswerer = 'NoAnswererError';

interface Question {
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly askedAtMs: number;
}

/** Maximum of open questions of one client. */
const openMax = 10_000;
/** A question without an answer for this long counts as lost, whatever the line says of itself. */
const answerMaxMs = 15_000;

/** Questions under way by number, with a bound. There is no timer for each: `rejectOld` is called by the heartbeat. */
export class OpenQuestions {
  readonly #open = new Map<number, Question>();
  readonly #max: number;
  #lastId = 0;

  constructor(max = openMax) {
    this.#max = max;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Opens a question and calls `send` with its number. */
  ask(send: (id: number) => void): Promise<Uint8Array> {
    if (this.#open.size >= this.#max)
      return Promise.reject(new LineBusyError(`${this.#max} questions are under way on this line.`));
    this.#lastId = (this.#lastId + 1) % 0x1_0000_0000;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, askedAtMs: performance.now() });
      try {
        send(id);
      } catch (error) {
        this.#open.delete(id);
        reject(error);
      }
    });
  }

  /** Resolves a question; the answer to an unknown number, as to one that was given up, is dropped. */
  answered(id: number, answer: Uint8Array): void {
    this.#take(id)?.resolve(answer);
  }

  failed(id: number, name: string, message: string): void {
    this.#take(id)?.reject(toError(name, message));
  }

  /** Rejects one question because it reached nobody. */
  broken(id: number, reason: string): void {
    this.#take(id)?.reject(new LineBrokenError(reason));
  }

  rejectAll(reason: string): void {
    const questions = [...this.#open.values()];
    this.#open.clear();
    for (const { reject } of questions) reject(new LineBrokenError(reason));
  }

  /** Rejects the questions that got no answer for too long. */
  rejectOld(): void {
    const beforeMs = performance.now() - answerMaxMs;
    for (const [id, { askedAtMs }] of this.#open) {
      // In the order of asking: the rest is younger.
      if (askedAtMs > beforeMs) return;
      this.broken(id, `no answer within ${answerMaxMs} ms`);
    }
  }

  #take(id: number): Question | undefined {
    const question = this.#open.get(id);
    this.#open.delete(id);
    return question;
  }
}

function toError(name: string, message: string): Error {
  return name === 'LineBusyError' ? new LineBusyError(message) : new AnswererError(name, message);
}
