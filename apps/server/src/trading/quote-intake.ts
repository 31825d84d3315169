import { type CanClose, recordQuote } from '@candor/domain/engine/facts';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import type { EngineState } from '@candor/domain/engine/state';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../ports/clock.ts';
import type { LoggedQuote } from '../ports/market.ts';
import { backlogMax } from './command-desk.ts';
import type { DecisionLog } from './decision-log.ts';
import { liveTime, loggedTime } from './due-clock.ts';
import type { DueEvents } from './due-events.ts';

/** Ticks before the stored offset that a start reads again, so that every instrument has its last price. */
const warmUpTicks = 20_000;

interface QuoteIntakeDeps {
  readonly state: EngineState;
  readonly log: DecisionLog;
  readonly due: DueEvents;
  readonly clock: Clock;
  readonly canClose: CanClose;
  readonly isCaughtUp: () => boolean;
  readonly isSpreadWide: (quote: Quote) => boolean;
}

/** Feeds quotes to the engine: at a start those of the tick log, then live ones. */
export class QuoteIntake {
  readonly #deps: QuoteIntakeDeps;

  constructor(deps: QuoteIntakeDeps) {
    this.#deps = deps;
  }

  /** Ingests a live quote at `offset` of the tick log. */
  onQuote(quote: Quote, offset: number): void {
    const { isCaughtUp, canClose } = this.#deps;
    this.#ingestQuote(quote, offset, isCaughtUp() ? liveTime : loggedTime, canClose);
  }

  /** Ingests the logged ticks since the last stored offset, under the normal rules (R-LED-12). */
  async replayTicks(
    ticksFrom: (offset: number) => AsyncIterable<readonly LoggedQuote[]>,
    tickOffset: number,
  ): Promise<void> {
    const { state, clock, log } = this.#deps;
    // Without prices nothing is decided here: every account waits for its first quote.
    recheckMargin(state, () => false, clock.nowMs());
    for await (const piece of ticksFrom(Math.max(0, tickOffset - warmUpTicks))) {
      await this.#replayPiece(piece, tickOffset);
    }
    log.commit.saveOffset();
    await log.commit.whenCommitted(true);
  }

  async #replayPiece(piece: readonly LoggedQuote[], tickOffset: number): Promise<void> {
    const { state, log } = this.#deps;
    for (const { offset, quote } of piece) {
      if (offset < tickOffset) {
        recordQuote(state, quote, quote.timeMs);
        this.#noteSpread(quote);
        continue;
      }
      this.#ingestQuote(quote, offset, loggedTime, couldCloseAt(state, quote));
      if (log.commit.backlog >= backlogMax) await log.commit.whenCommitted(true);
    }
  }

  #ingestQuote(
    quote: Quote,
    offset: number,
    timeOf: (quote: Quote, nowMs: number) => number,
    canClose: CanClose,
  ): void {
    const { state, log, due, clock } = this.#deps;
    const atMs = clock.nowMs();
    log.commit.tickOffset = offset + 1;
    this.#noteSpread(quote);
    const dueMs = due.advanceToQuote(timeOf(quote, atMs), atMs, canClose);
    log.stageEvents(applyQuote(state, quote, atMs, canClose, dueMs), atMs);
  }

  #noteSpread(quote: Quote): void {
    const { state, isSpreadWide } = this.#deps;
    if (isSpreadWide(quote)) state.wideSpreads.add(quote.instrumentId);
    else state.wideSpreads.delete(quote.instrumentId);
  }
}

/**
 * Returns the rule for forced closes while ticks are replayed: a position may be closed while its own price is fresh. A
 * quote restated at a start may have any age, even from before the market closed, and closes nothing.
 */
function couldCloseAt(state: EngineState, quote: Quote): CanClose {
  const isRestated = quote.timeMs <= (state.quotes.get(quote.instrumentId)?.timeMs ?? 0);
  const { closeAgeMaxMs } = state.rules.fallback;
  return (id) => !isRestated && quote.timeMs - (state.quotes.get(id)?.timeMs ?? 0) <= closeAgeMaxMs;
}
