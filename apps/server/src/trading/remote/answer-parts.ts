import { UnavailableError } from '../../ports/journal.ts';
import { type CoreAnswer, partMax, toBody } from './core-wire.ts';

/** Answers that wait to be fetched in parts, in bytes and for how long. */
const keptMax = 64_000_000;
const keptMs = 30_000;

interface Kept {
  readonly body: Buffer;
  readonly atMs: number;
}

/** Long answers, which are fetched in parts. */
export class AnswerParts {
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #lastId = 0;

  /** Returns an answer as it is, or the number of its parts. Throws UnavailableError if too many are kept. */
  split(body: Buffer): Uint8Array {
    if (body.length <= partMax) return body;
    this.#forgetOld();
    if (this.#bytes + body.length > keptMax) throw new UnavailableError('too many long answers are being fetched');
    this.#lastId += 1;
    this.#kept.set(this.#lastId, { body, atMs: performance.now() });
    this.#bytes += body.length;
    return toBody({ parts: Math.ceil(body.length / partMax), id: this.#lastId } satisfies CoreAnswer);
  }

  /** Returns part `at`, and forgets the answer after its last one. */
  take(id: number, at: number): Uint8Array {
    const kept = this.#kept.get(id);
    if (kept === undefined) throw new UnavailableError('the parts of this answer are no longer kept');
    const end = (at + 1) * partMax;
    if (end >= kept.body.length) this.#forget(id, kept);
    return kept.body.subarray(at * partMax, end);
  }

  #forgetOld(): void {
    const beforeMs = performance.now() - keptMs;
    for (const [id, kept] of this.#kept) {
      if (kept.atMs > beforeMs) return;
      this.#forget(id, kept);
    }
  }

  #forget(id: number, { body }: Kept): void {
    this.#kept.delete(id);
    this.#bytes -= body.length;
  }
}
