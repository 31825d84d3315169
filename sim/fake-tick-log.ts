import type { Quote } from '@candor/domain/values/quote';
import type { LoggedQuote } from '../apps/server/src/ports/market.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

const flushMs = 20;

/** The tick log's files, which outlive the process; unwritten ticks do not. */
export class FakeTickLog {
  readonly #written: LoggedQuote[];
  #waiting: LoggedQuote[] = [];
  readonly #scheduler: Scheduler;
  #isFlushDue = false;
  nextOffset: number;

  private constructor(scheduler: Scheduler, written: LoggedQuote[], nextOffset: number) {
    this.#scheduler = scheduler;
    this.#written = written;
    this.nextOffset = nextOffset;
  }

  static create(scheduler: Scheduler): FakeTickLog {
    return new FakeTickLog(scheduler, [], 0);
  }

  append(quote: Quote): number {
    const offset = this.nextOffset;
    this.nextOffset += 1;
    this.#waiting.push({ offset, quote });
    if (!this.#isFlushDue) {
      this.#isFlushDue = true;
      this.#scheduler.after(flushMs, () => this.flush());
    }
    return offset;
  }

  flush(): void {
    this.#isFlushDue = false;
    this.#written.push(...this.#waiting);
    this.#waiting = [];
  }

  /** Writes after a delay; a crash may come first. */
  async stored(offset: number): Promise<void> {
    if (offset <= this.writtenOffset) return;
    await this.#scheduler.sleep(1);
    this.flush();
  }

  /** Everything before this offset survives a crash. */
  get writtenOffset(): number {
    return this.#waiting[0]?.offset ?? this.nextOffset;
  }

  async *read(fromOffset: number): AsyncGenerator<LoggedQuote> {
    this.flush();
    for (const logged of this.#written.slice()) {
      if (logged.offset < fromOffset) continue;
      // Files are read in pieces; anything may happen between two of them.
      if (logged.offset % 16 === 0) await this.#scheduler.sleep(1);
      yield logged;
    }
  }

  skipTo(offset: number): void {
    this.flush();
    this.nextOffset = Math.max(this.nextOffset, offset);
  }

  /** Log that the next process finds: of the unwritten ticks, a first part or none. */
  afterCrash(random: Random): FakeTickLog {
    const kept = random.chance(0.3) ? this.#waiting.slice(0, random.between(0, this.#waiting.length)) : [];
    const written = [...this.#written, ...kept];
    return new FakeTickLog(this.#scheduler, written, (written.at(-1)?.offset ?? -1) + 1);
  }
}
