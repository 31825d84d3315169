import type { InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import {
  type SeriesVersion,
  type StreamedTick,
  type TickBatch,
  type TickGap,
  type TickLine,
  type TickPosition,
  type TickPrices,
  type TickStatus,
  tickPageMax,
  tickQuestions,
  tickTopic,
} from '../../ports/tick-stream.ts';
import { decodeBatch, decodeJson, decodePage, decodePrices, encodeJson } from './tick-codec.ts';

const statusEveryMs = 1_000;
/** A question unanswered for this long is asked again. */
const answerMaxMs = 5_000;
/** Messages that may wait while missing ticks are read; beyond it they are dropped and read. */
const queueMax = 256;
/** Clock comparisons of which the best counts. */
const comparisonsKept = 8;

/** Receives the stream in order. Times are this process's monotonic ones. */
export interface TickSink {
  /** Place of the next tick; null before the first contact. */
  readonly position: TickPosition | null;
  /** Describes the running market role; called with every status, before anything else of its run. */
  describe(status: TickStatus): Promise<void>;
  /** Begins in a log that does not continue the position. */
  begin(status: TickStatus): Promise<void>;
  /** Takes consecutive ticks, the first at the position. */
  take(ticks: readonly StreamedTick[]): Promise<void>;
  alive(ids: readonly InstrumentId[], confirmedMs: number): void;
  renew(versions: readonly SeriesVersion[]): void;
  /** Moves the position over ticks that no longer exist. */
  skip(gap: TickGap): Promise<void>;
  /** Resolves when more missed ticks may be taken. */
  whenDrained(): Promise<void>;
  /** Replaces all prices and the position. Absent: every tick is needed. */
  replace?(prices: TickPrices): void;
}

export interface FollowerDeps {
  readonly line: TickLine;
  readonly sink: TickSink;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called once when the market role or the sink starts to fail. */
  readonly onError: (error: Error) => void;
}

/**
 * Follows the tick stream: puts messages in order, drops repeated ones, reads missed ticks by position, and maps the
 * market role's monotonic times. Heals alone after any failure (docs/adr/0035).
 */
export class TickFollower {
  readonly #deps: FollowerDeps;
  readonly #unfollow: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting = new Set<() => void>();
  #queue: Uint8Array[] = [];
  #status: TickStatus | null = null;
  /** Highest end of the log that any message of the status's run has shown. */
  #end = 0;
  /** True once the sink knows the status. */
  #isStatusTaken = true;
  /** The status question under way. */
  #asking: Promise<void> | null = null;
  #isWorking = false;
  #working: Promise<void> = Promise.resolve();
  /** Rejects each question in flight. */
  readonly #asks = new Set<(error: Error) => void>();
  #isBehind = false;
  #isFailing = false;
  #isStopped = false;
  /** Lower bounds of this process's monotonic clock minus the market role's, one a status. */
  #startsMs: number[] = [];

  /** True if the last status or message said that the feed has delivered everything missed. */
  #isMarketCaughtUp = false;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
    this.#unfollow = deps.line.follow(tickTopic, {
      onMessage: (body) => this.#receive(body),
      onGap: () => void this.#askStatus(),
    });
    this.#timer = setInterval(() => void this.#askStatus(), statusEveryMs);
    this.#timer.unref();
    void this.#askStatus();
  }

  /** True while the sink has every tick published, and the feed has delivered those that it missed. */
  get isCaughtUp(): boolean {
    return this.#isCurrent && this.#isMarketCaughtUp;
  }

  /** True while the market role cannot be asked, or the sink fails. */
  get isFailing(): boolean {
    return this.#isFailing || this.#status === null;
  }

  /** Resolves to true once the sink has every published tick, to false after `maxMs`. */
  whenCurrent(maxMs: number): Promise<boolean> {
    if (this.#isCurrent) return Promise.resolve(true);
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        this.#waiting.delete(reached);
        resolve(false);
      }, maxMs);
      const reached = () => {
        clearTimeout(limit);
        resolve(true);
      };
      this.#waiting.add(reached);
    });
  }

  get #isCurrent(): boolean {
    return this.#status !== null && this.#isStatusTaken && !this.#isBehind;
  }

  /** Resolves when the sink is no longer used. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#unfollow();
    for (const end of this.#asks) end(new Error('stopped'));
    await this.#working;
  }

  #receive(body: Uint8Array): void {
    this.#queue.push(body);
    if (this.#queue.length > queueMax) {
      this.#queue = [];
      this.#isBehind = true;
    }
    this.#work();
  }

  /** Compares clocks and positions with the market role, apart from the order of messages; one question at a time. */
  #askStatus(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#asking ??= this.#takeAnswer().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #takeAnswer(): Promise<void> {
    const askedMs = this.#deps.clock.monotonicMs();
    try {
      const status = decodeJson(await this.#ask(tickQuestions.status, {})) as TickStatus;
      if (status.run !== this.#status?.run) {
        this.#startsMs = [];
        this.#end = 0;
      }
      // The answer is no older than its question, so ages err high, by at most the travel time of the question.
      this.#startsMs = [...this.#startsMs, askedMs - status.monotonicMs].slice(-comparisonsKept);
      this.#status = status;
      this.#isStatusTaken = false;
      this.#work();
    } catch (error) {
      this.#noteFailure(error);
    }
  }

  /** Does everything in order, one thing at a time. */
  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#working = this.#workOff()
      .catch((error: unknown) => {
        // The next status tries again.
        this.#isBehind = true;
        this.#noteFailure(error);
      })
      .finally(() => {
        this.#isWorking = false;
      });
  }

  async #workOff(): Promise<void> {
    while (!this.#isStopped && this.#status !== null) {
      if (!this.#isStatusTaken) await this.#takeStatus(this.#status);
      else if (this.#isBehind) await this.#readOn(this.#status);
      else {
        const body = this.#queue.shift();
        if (body === undefined) {
          this.#isFailing = false;
          for (const reached of this.#waiting) reached();
          this.#waiting.clear();
          return;
        }
        await this.#takeBatch(decodeBatch(body), this.#status);
      }
    }
  }

  async #takeStatus(answer: TickStatus): Promise<void> {
    const { sink } = this.#deps;
    // Ticks pushed after the answer may be taken before it: within a run the log only grows.
    this.#end = Math.max(this.#end, answer.next);
    const status = { ...answer, next: this.#end };
    this.#isStatusTaken = true;
    this.#isMarketCaughtUp = status.isCaughtUp;
    await sink.describe(status);
    const { position } = sink;
    const continues = position?.logId === status.logId && position.offset <= status.next;
    if (!continues) {
      if (sink.replace === undefined) await sink.begin(status);
      else await this.#replacePrices(status);
    }
    this.#isBehind = (sink.position?.offset ?? 0) < status.next;
  }

  async #takeBatch(batch: TickBatch, status: TickStatus): Promise<void> {
    const { sink } = this.#deps;
    const { position } = sink;
    if (position === null || isOfOther(batch, status)) {
      await this.#askStatus();
      return;
    }
    if (batch.from > position.offset) {
      this.#isBehind = true;
      return;
    }
    this.#end = Math.max(this.#end, batch.from + batch.ticks.length);
    this.#isMarketCaughtUp = batch.isCaughtUp;
    sink.renew(batch.renewed);
    const ticks = batch.ticks.slice(position.offset - batch.from);
    if (ticks.length > 0) await sink.take(this.#withOwnTimes(ticks));
    const confirmedMs = this.#ownTime(batch.alive?.confirmedMs ?? null);
    if (batch.alive !== null && confirmedMs !== null) sink.alive(batch.alive.ids, confirmedMs);
  }

  /** Reads one page of missed ticks. */
  async #readOn(status: TickStatus): Promise<void> {
    const { sink } = this.#deps;
    const { position } = sink;
    if (position === null) return this.#replacePrices(status);
    const isRecentOnly = sink.replace !== undefined;
    const asked = { from: position.offset, limit: tickPageMax, isRecentOnly };
    const page = decodePage(await this.#ask(tickQuestions.read, asked));
    if (isOfOther(page, status)) return this.#askStatus();
    if (page.isGone) return this.#replacePrices(status);
    this.#end = Math.max(this.#end, page.end);
    // The sink may have moved on meanwhile.
    const { offset, logId } = sink.position ?? position;
    if (page.from > offset) await sink.skip({ logId, offset, untilOffset: page.from });
    const ticks = page.ticks.slice(Math.max(0, offset - page.from));
    if (ticks.length > 0) await sink.take(this.#withOwnTimes(ticks));
    await sink.whenDrained();
    this.#isBehind = (sink.position?.offset ?? 0) < page.end;
  }

  async #replacePrices(status: TickStatus): Promise<void> {
    const prices = decodePrices(await this.#ask(tickQuestions.prices, {}));
    if (isOfOther(prices, status)) return this.#askStatus();
    this.#deps.sink.replace?.({ ...prices, ticks: this.#withOwnTimes(prices.ticks) });
    this.#isBehind = false;
  }

  #withOwnTimes(ticks: readonly StreamedTick[]): StreamedTick[] {
    return ticks.map((tick) => ({ ...tick, confirmedMs: this.#ownTime(tick.confirmedMs) }));
  }

  #ownTime(marketMs: number | null): number | null {
    return marketMs === null || this.#startsMs.length === 0 ? null : marketMs + Math.max(...this.#startsMs);
  }

  async #ask(name: string, question: object): Promise<Uint8Array> {
    let end: (error: Error) => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      end = reject;
    });
    this.#asks.add(end);
    const limit = setTimeout(() => end(new Error(`The market role did not answer ${name}.`)), answerMaxMs);
    try {
      return await Promise.race([this.#deps.line.ask(name, encodeJson(question)), ended]);
    } finally {
      clearTimeout(limit);
      this.#asks.delete(end);
    }
  }

  #noteFailure(error: unknown): void {
    if (this.#isStopped) return;
    if (!this.#isFailing) this.#deps.onError(error instanceof Error ? error : new Error(String(error)));
    this.#isFailing = true;
  }
}

/** True if the message is from another run of the market role than the status. */
function isOfOther(message: { readonly logId: string; readonly run: string }, status: TickStatus): boolean {
  return message.logId !== status.logId || message.run !== status.run;
}
