import { type Answerer, BodyTooLongError, bodyMax, LineBusyError } from '../../ports/lines.ts';
import { noAnswerer } from './open-questions.ts';

/** Receives the answer to a question, or the error of its handler. */
export interface AnswerSink {
  answered(body: Uint8Array): void;
  failed(name: string, message: string): void;
}

/** Maximum of questions that a server handles at the same time. */
const runningMax = 20_000;

/** Handlers of a server by name. */
export class Answerers {
  readonly #byName = new Map<string, Answerer>();
  readonly #max: number;
  #running = 0;

  constructor(max = runningMax) {
    this.#max = max;
  }

  add(name: string, answerer: Answerer): void {
    if (this.#byName.has(name)) throw new Error(`Invariant: one handler answers ${name}`);
    this.#byName.set(name, answerer);
  }

  /** Handles a question; every question gets an answer or an error. */
  handle(name: string, body: Uint8Array, sink: AnswerSink): void {
    const answerer = this.#byName.get(name);
    if (answerer === undefined) return sink.failed(noAnswerer, `Nothing answers ${name} here.`);
    if (this.#running >= this.#max) return fail(sink, new LineBusyError(`${this.#max} questions are being answered.`));
    try {
      const answer = answerer(body);
      if (answer instanceof Uint8Array) return send(sink, answer);
      this.#running += 1;
      answer
        .then(
          (late) => send(sink, late),
          (error: unknown) => fail(sink, error),
        )
        .finally(() => {
          this.#running -= 1;
        });
    } catch (error) {
      fail(sink, error);
    }
  }
}

function send(sink: AnswerSink, answer: Uint8Array): void {
  if (answer.byteLength > bodyMax) fail(sink, new BodyTooLongError(answer.byteLength));
  else sink.answered(answer);
}

function fail(sink: AnswerSink, error: unknown): void {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  sink.failed(name, message.slice(0, 1_000));
}
