import type { InstrumentId } from '@candor/domain/values/ids';
import type { LoggedQuote, TickLog } from '../../ports/market.ts';
import type {
  MirroredLog,
  StreamedTick,
  TickGap,
  TickLine,
  TickPosition,
  TickStatus,
} from '../../ports/tick-stream.ts';
import { withoutFutureTicks } from './logged-ticks.ts';
import { type FollowerDeps, TickFollower, type TickSink } from './tick-follower.ts';

/** Ticks before the core's position that restore the last prices. */
const warmUpTicks = 20_000;
const retryMs = 200;
const knownCheckMs = 10_000;
/** Before the first contact: a feed whose times are those of the clock. */
const unknownFeed = { source: '', storeKey: '' };
/** Time for which a gap is a warning. */
const gapShownMs = 3_600_000;

/** Receives ticks that the mirror's own log holds. */
export interface TickTaker {
  describe(status: Pick<TickStatus, 'feed'> & Partial<TickStatus>): void;
  /** Sets last prices without delivering them. */
  warm(ticks: readonly LoggedQuote[]): void;
  take(ticks: readonly StreamedTick[]): void;
  alive(ids: readonly InstrumentId[], confirmedMs: number): void;
}

export interface MirrorDeps {
  readonly log: MirroredLog;
  readonly line: TickLine;
  readonly clock: FollowerDeps['clock'];
  /** Returns the first tick that this process needs, as stored by the last leader; null if unknown. */
  readonly neededFrom: () => Promise<TickPosition | null>;
  readonly onError: (error: Error) => void;
  /** Called with ticks that the market role has deleted before this log had them. */
  readonly onGap: (gap: TickGap) => void;
  /** Called if the market role's log is another one, or ends before this one. */
  readonly onNewLog: (before: TickPosition, now: TickPosition) => void;
  /** Returns the latest time that it may be. */
  readonly latestMs: () => number;
  /** Called with the number of logged ticks of the future that a reading left out. */
  readonly onFuture: (count: number) => void;
}

/**
 * A copy of the market role's tick log with the same offsets in own segments, and its delivery to the core: in order,
 * each tick once, and only when this log holds it (docs/adr/0035). Copies from the start on, delivers once asked to.
 */
export class TickMirror implements TickSink, Pick<TickLog, 'readPieces' | 'skipTo' | 'stored' | 'isFailing'> {
  readonly #deps: MirrorDeps;
  readonly #follower: TickFollower;
  #taker: TickTaker | null = null;
  /** Next offset to be delivered. */
  #delivered = 0;
  /** False while ticks are delivered from the log's files. */
  #isLive = false;
  #whenDrained: () => Promise<void> = () => Promise.resolve();
  /** An earlier leader has processed the ticks before this offset, which this log need not hold. */
  #processed = 0;
  #gaps = 0;
  /** Monotonic time of the last gap or change of the log. */
  #brokenMs = Number.NEGATIVE_INFINITY;
  #isPlaced = false;
  #isStopped = false;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.#follower = new TickFollower({ ...deps, sink: this });
  }

  /** Id of the market role's log; '' before the first contact. */
  get id(): string {
    return this.#deps.log.logId ?? '';
  }

  get nextOffset(): number {
    return this.#deps.log.nextOffset;
  }

  get position(): TickPosition | null {
    const { logId, nextOffset } = this.#deps.log;
    return logId === null ? null : { logId, offset: nextOffset };
  }

  /** True while every published tick is in this log and delivered, and the feed has caught up. */
  get isCaughtUp(): boolean {
    return this.#isLive && this.#follower.isCaughtUp;
  }

  /** Gaps found since the start. */
  get gaps(): number {
    return this.#gaps;
  }

  /** True for an hour after ticks were missing or the market role's log was another one. */
  get hasRecentGap(): boolean {
    return this.#deps.clock.monotonicMs() - this.#brokenMs < gapShownMs;
  }

  /** True while the market role cannot be followed. */
  get isAway(): boolean {
    return this.#follower.isFailing;
  }

  get isFailing(): boolean {
    return this.#deps.log.isFailing;
  }

  /** Yields logged ticks, without those that a clock which was ahead left in the future (R-TIME-06). */
  readPieces(fromOffset: number): AsyncIterable<readonly LoggedQuote[]> {
    const { log, latestMs, onFuture } = this.#deps;
    return withoutFutureTicks(log.readPieces(fromOffset), log.feed ?? unknownFeed, latestMs(), onFuture);
  }

  /** Notes that ticks before `offset` were processed; the log itself still copies them. */
  async skipTo(offset: number): Promise<void> {
    this.#processed = offset;
  }

  stored(offset: number): Promise<void> {
    return offset <= this.#processed ? Promise.resolve() : this.#deps.log.stored(offset);
  }

  /**
   * Delivers every tick from `offset` on: those logged already, then live ones. `whenDrained` resolves when the core may
   * take more missed ticks. To be called once.
   */
  async deliverFrom(offset: number, taker: TickTaker, whenDrained: () => Promise<void>): Promise<void> {
    const { log } = this.#deps;
    this.#delivered = offset;
    this.#whenDrained = whenDrained;
    if (log.feed !== null) taker.describe({ feed: log.feed });
    for await (const piece of this.readPieces(Math.max(0, offset - warmUpTicks))) {
      taker.warm(piece.filter((logged) => logged.offset < offset));
      if ((piece.at(-1)?.offset ?? 0) >= offset) break;
    }
    this.#taker = taker;
    await this.#deliverLogged();
  }

  /** Resolves once the market role's log is known, at once unless this is a new folder. */
  async whenKnown(): Promise<void> {
    while (this.#deps.log.logId === null && !this.#isStopped) await this.#follower.whenCurrent(knownCheckMs);
  }

  /** Resolves to true once this log has every published tick, to false after `maxMs`. */
  whenCurrent(maxMs: number): Promise<boolean> {
    return this.#follower.whenCurrent(maxMs);
  }

  /** Resolves when everything is stored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#follower.stop();
    await this.#deps.log.flush().catch(() => undefined);
  }

  async describe(status: TickStatus): Promise<void> {
    const { log } = this.#deps;
    await log.describe(status.feed);
    this.#taker?.describe(status);
    if (!this.#isPlaced) await this.#skipUnneeded(status);
    this.#isPlaced = true;
    if (log.logId !== status.logId) return;
    // Only a market role whose log went back ends before a processed tick.
    this.#delivered = Math.min(this.#delivered, status.next);
    if (this.#processed > status.next) this.#processed = 0;
  }

  async begin(status: TickStatus): Promise<void> {
    const { log, clock, onNewLog } = this.#deps;
    const { logId, first, next } = status;
    const before = this.position;
    const isOther = before !== null && before.logId !== logId;
    // Another log continues above every offset used; what it holds below is from an earlier log of its market role.
    const start = isOther && next >= before.offset ? before.offset : 0;
    const needed = isOther ? start : ((await this.#neededFrom(status)) ?? next - warmUpTicks);
    const now = { logId, offset: Math.max(first, needed) };
    await log.begin(now);
    if (before === null) return;
    this.#processed = 0;
    // All ticks of another log are new; a log that went back is delivered from its end.
    this.#delivered = isOther ? now.offset : next;
    this.#brokenMs = clock.monotonicMs();
    onNewLog(before, now);
  }

  /** Skips ticks that no start needs, after a long absence. */
  async #skipUnneeded(status: TickStatus): Promise<void> {
    const { position } = this;
    const needed = (await this.#neededFrom(status)) ?? 0;
    if (position?.logId !== status.logId || position.offset >= needed || position.offset > status.next) return;
    await this.#deps.log.begin({ logId: status.logId, offset: needed });
  }

  /** Returns the first offset that a start needs; null if the last leader's position is of another log. */
  async #neededFrom({ logId, next }: TickStatus): Promise<number | null> {
    const needed = await this.#deps.neededFrom().catch(() => null);
    return needed?.logId === logId ? Math.max(0, Math.min(needed.offset, next) - warmUpTicks) : null;
  }

  async take(ticks: readonly StreamedTick[]): Promise<void> {
    const { log } = this.#deps;
    // While the disk fails nothing more is queued: what is missed is read later.
    if (log.isFailing) await log.stored(log.nextOffset);
    for (let from = 0; from < ticks.length; ) {
      const source = ticks[from]?.quote.source ?? '';
      await log.useSource(source);
      const first = from;
      for (; from < ticks.length && ticks[from]?.quote.source === source; from += 1) {
        const { quote, offset } = ticks[from] as StreamedTick;
        const at = log.append(quote);
        if (at !== offset) throw new Error(`Invariant: tick ${offset} was logged at ${at}`);
      }
      if (this.#isLive) this.#deliver(ticks.slice(first, from));
    }
  }

  alive(ids: readonly InstrumentId[], confirmedMs: number): void {
    if (this.#isLive) this.#taker?.alive(ids, confirmedMs);
  }

  renew(): void {}

  async skip(gap: TickGap): Promise<void> {
    const { log, clock, onGap } = this.#deps;
    await log.begin({ logId: gap.logId, offset: gap.untilOffset });
    if (this.#isLive) this.#delivered = Math.max(this.#delivered, gap.untilOffset);
    this.#gaps += 1;
    this.#brokenMs = clock.monotonicMs();
    onGap(gap);
  }

  async whenDrained(): Promise<void> {
    await this.#deps.log.flush();
    if (this.#isLive) await this.#whenDrained();
  }

  /** Delivers from the files until they hold nothing more, then live. */
  async #deliverLogged(): Promise<void> {
    const { log, onError } = this.#deps;
    while (!this.#isLive && !this.#isStopped) {
      try {
        // Reading finds every tick below this offset, unless it is in a gap.
        const end = log.nextOffset;
        for await (const piece of this.readPieces(this.#delivered)) {
          this.#deliver(piece.map(toLoggedTick));
          await this.#whenDrained();
        }
        this.#delivered = Math.max(this.#delivered, end);
        this.#isLive = this.#delivered >= log.nextOffset;
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  #deliver(ticks: readonly StreamedTick[]): void {
    const due = ticks.filter(({ offset }) => offset >= this.#delivered);
    const last = due.at(-1);
    if (last === undefined) return;
    this.#delivered = last.offset + 1;
    this.#taker?.take(due);
  }
}

function toLoggedTick({ offset, quote }: LoggedQuote): StreamedTick {
  return { offset, quote, confirmedMs: null, isRestated: false, isRepeat: false };
}
