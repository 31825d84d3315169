import { tradingDayStart } from '@candor/domain/calc/trading-day';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { CanClose } from '@candor/domain/engine/facts';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import { accountsOf, NightRoll } from '@candor/domain/engine/roll-over';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
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
  /** Latest roll begun. */
  #rolledMs = 0;
  /** Roll in progress: some accounts are not charged yet. */
  #roll: NightRoll | null = null;
  #waiting: ReadonlySet<OrderId> = new Set();
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
    this.#roll = null;
    this.#waiting = new Set();
  }

  /** True while pieces of a roll are left to `rollOn`. */
  get isRolling(): boolean {
    return this.#roll !== null;
  }

  /** Roll in progress; null if none is. */
  get night(): NightRoll | null {
    return this.#roll;
  }

  /**
   * Begins the roll due, including those missed before a start, with its first piece; orders without a conversion rate
   * are charged once they have one. Rechecks the accounts that changed.
   */
  roll(dueMs: number, atMs: number, canClose: CanClose): EngineEvent[] {
    // Accounts rechecked here are checked in the sessions of this time.
    this.#state.nowMs = dueMs;
    if (this.#begin(tradingDayStart(dueMs))) return this.rollOn(atMs, canClose);
    // After an expiry without a roll the account is rechecked now, not at the next decision.
    return recheckMargin(this.#state, canClose, atMs, this.#roll);
  }

  /** Charges and rechecks the next piece of the roll in progress (R-LED-27). */
  rollOn(atMs: number, canClose: CanClose): EngineEvent[] {
    const roll = this.#roll;
    if (roll === null) return [];
    const events = roll.piece(atMs);
    if (roll.isDone) {
      this.#roll = null;
      this.#waiting = roll.waiting;
    }
    return [...events, ...recheckMargin(this.#state, canClose, atMs, this.#roll)];
  }

  /** Charges and rechecks accounts that are decided about before the roll in progress reaches them (R-LED-27). */
  settle(accountIds: readonly AccountId[], atMs: number, canClose: CanClose): EngineEvent[] {
    if (this.#roll === null) return [];
    const charged = this.#roll.charge(accountIds, atMs);
    return [...charged, ...recheckMargin(this.#state, canClose, atMs, this.#roll)];
  }

  /** Begins a newer roll, or a retry of the waiting orders; false if neither is due. */
  #begin(rollMs: number): boolean {
    const state = this.#state;
    const isNew = rollMs > this.#rolledMs;
    // A rate can only become available with the first quote of an instrument.
    const isRetry = this.#roll === null && this.#waiting.size > 0 && this.#quotesTried !== state.quotes.size;
    if (!isNew && !isRetry) return false;
    this.#quotesTried = state.quotes.size;
    if (isNew) this.#rolledMs = rollMs;
    // A newer roll begins again at the first account, and charges what the one before left.
    this.#roll = new NightRoll(state, this.#rolledMs, isNew ? undefined : accountsOf(state, this.#waiting));
    return true;
  }
}
