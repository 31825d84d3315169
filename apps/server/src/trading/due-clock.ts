import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { CanClose } from '@candor/domain/engine/facts';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import { rollOver } from '@candor/domain/engine/roll-over';
import type { EngineState } from '@candor/domain/engine/state';
import type { OrderId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';

/** A quote older than this when it comes was not held up: its feed has a time of its own, as recorded ones do. */
const lateMaxMs = 600_000;

/** The time a quote counts at that comes now. */
export function liveTime(quote: Quote, nowMs: number): number {
  return quote.timeMs < nowMs && nowMs - quote.timeMs <= lateMaxMs ? quote.timeMs : nowMs;
}

/** The time a quote of the tick log counts at. */
export function loggedTime(quote: Quote, nowMs: number): number {
  return Math.min(quote.timeMs, nowMs);
}

/**
 * How far time has passed for the orders: what is due at a time (expiry, the swap of a roll) is decided before
 * anything that comes later. A quote counts at its own time where it is taken in late, so that an order is not
 * charged for a night after the quote that closed it, nor filled by one that came after its expiry.
 */
export class DueClock {
  readonly #state: EngineState;
  #reachedMs: number;
  #rolledMs = 0;
  #waiting: readonly OrderId[] = [];
  #quotesTried = 0;

  /** Starts at the last stored decision. */
  constructor(state: EngineState, reachedMs: number) {
    this.#state = state;
    this.#reachedMs = reachedMs;
  }

  /** How far it is decided already. */
  get reachedMs(): number {
    return this.#reachedMs;
  }

  /** The time something counts at: never before what was decided already. */
  reach(timeMs: number): number {
    this.#reachedMs = Math.max(this.#reachedMs, timeMs);
    return this.#reachedMs;
  }

  /** Takes a confirmed time, which may be earlier; orders remember their last roll and are not charged again. */
  confirm(timeMs: number): void {
    this.#reachedMs = timeMs;
    this.#rolledMs = 0;
    this.#waiting = [];
  }

  /** Charges the rolls that are due, those missed before a start too; orders without a conversion rate once they have one. */
  roll(dueMs: number, atMs: number, canClose: CanClose): readonly EngineEvent[] {
    // Whoever is settled here is settled in the sessions of this time.
    this.#state.nowMs = dueMs;
    const rollMs = tradingDayStart(dueMs);
    const isNew = rollMs > this.#rolledMs;
    // A rate can only come with the first quote of an instrument.
    if (!isNew && (this.#waiting.length === 0 || this.#quotesTried === this.#state.quotes.size)) {
      // An expiry alone leaves its account to be settled now, not by whatever comes next.
      return recheckMargin(this.#state, canClose, atMs);
    }
    this.#quotesTried = this.#state.quotes.size;
    if (isNew) this.#rolledMs = rollMs;
    const { events, waiting } = rollOver(this.#state, this.#rolledMs, atMs, canClose, isNew ? null : this.#waiting);
    this.#waiting = waiting;
    return events;
  }
}
