import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { CanClose } from '@candor/domain/engine/facts';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import { rollOver } from '@candor/domain/engine/roll-over';
import type { EngineState } from '@candor/domain/engine/state';
import type { OrderId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';

/** Maximum delay of a late quote. An older one was not delayed: its feed runs on another time, e.g. a recording. */
const lateMaxMs = 600_000;

/** Returns the effective time of a live quote. */
export function liveTime(quote: Quote, nowMs: number): number {
  return quote.timeMs < nowMs && nowMs - quote.timeMs <= lateMaxMs ? quote.timeMs : nowMs;
}

/** Returns the effective time of a quote of the tick log. */
export function loggedTime(quote: Quote, nowMs: number): number {
  return Math.min(quote.timeMs, nowMs);
}

/**
 * Time reached for the orders: everything due at a time (expiries, the swap of a roll) is decided before anything
 * later. A late quote takes effect at its own time, so that an order is neither charged for a night after the quote
 * that closed it nor filled by a quote after its expiry.
 */
export class DueClock {
  readonly #state: EngineState;
  #reachedMs: number;
  #rolledMs = 0;
  #waiting: readonly OrderId[] = [];
  #quotesTried = 0;

  /** Starts at the time of the last stored decision. */
  constructor(state: EngineState, reachedMs: number) {
    this.#state = state;
    this.#reachedMs = reachedMs;
  }

  /** Time up to which everything due is decided. */
  get reachedMs(): number {
    return this.#reachedMs;
  }

  /** Advances to `timeMs` if it is later; returns the time reached. */
  reach(timeMs: number): number {
    this.#reachedMs = Math.max(this.#reachedMs, timeMs);
    return this.#reachedMs;
  }

  /** Adopts a confirmed time, which may be earlier; orders store their last roll and are not charged again. */
  confirm(timeMs: number): void {
    this.#reachedMs = timeMs;
    this.#rolledMs = 0;
    this.#waiting = [];
  }

  /**
   * Charges the due rolls, including those missed before a start; orders without a conversion rate are charged once
   * they have one.
   */
  roll(dueMs: number, atMs: number, canClose: CanClose): readonly EngineEvent[] {
    // Accounts rechecked here are checked in the sessions of this time.
    this.#state.nowMs = dueMs;
    const rollMs = tradingDayStart(dueMs);
    const isNew = rollMs > this.#rolledMs;
    // A rate can only become available with the first quote of an instrument.
    if (!isNew && (this.#waiting.length === 0 || this.#quotesTried === this.#state.quotes.size)) {
      // After an expiry without a roll the account is rechecked now, not at the next decision.
      return recheckMargin(this.#state, canClose, atMs);
    }
    this.#quotesTried = this.#state.quotes.size;
    if (isNew) this.#rolledMs = rollMs;
    const { events, waiting } = rollOver(this.#state, this.#rolledMs, atMs, canClose, isNew ? null : this.#waiting);
    this.#waiting = waiting;
    return events;
  }
}
