import { expireOrders } from '@candor/domain/engine/change-order';
import type { CanClose } from '@candor/domain/engine/facts';
import type { EngineState } from '@candor/domain/engine/state';
import type { Clock, ClockStep, WatchedClock } from '../ports/clock.ts';
import type { ClockKeeper } from './clock-keeper.ts';
import { type DecisionLog, noCommand } from './decision-log.ts';
import { DueClock } from './due-clock.ts';

interface DueEventsDeps {
  readonly state: EngineState;
  readonly log: DecisionLog;
  readonly clock: Clock;
  readonly steps: Pick<WatchedClock, 'step'> | undefined;
  readonly keeper: ClockKeeper | undefined;
  readonly canClose: CanClose;
  readonly isCaughtUp: () => boolean;
}

/** Decides what is due by time, before anything later: expiries and swap (R-ORD-05, R-ORD-14). */
export class DueEvents {
  readonly #deps: DueEventsDeps;
  readonly #due: DueClock;

  /** `reachedMs` is the time of the last stored decision. */
  constructor(deps: DueEventsDeps, reachedMs: number) {
    this.#deps = deps;
    this.#due = new DueClock(deps.state, reachedMs);
  }

  /** Advances to `timeMs` and decides at `atMs` everything due by then. */
  advanceClock(timeMs: number, atMs: number): void {
    const { state, log, canClose, isCaughtUp } = this.#deps;
    if (this.isTimeHeld()) return;
    // While past quotes still arrive, only they advance the time.
    const dueMs = isCaughtUp() ? this.#due.reach(timeMs) : this.#due.reachedMs;
    log.stageEvents(expireOrders(state, dueMs, atMs), atMs);
    log.stageEvents(this.#due.roll(dueMs, atMs, canClose), atMs);
  }

  /**
   * Advances to the time of a quote and charges the rolls before it; returns the time up to which orders expire. While
   * the time is unconfirmed, stops and targets still work in their sessions, but nothing expires or rolls.
   */
  advanceToQuote(timeMs: number, atMs: number, canClose: CanClose): number {
    const dueMs = this.isTimeHeld() ? timeMs : this.#due.reach(timeMs);
    if (!this.#deps.state.isTimeUnconfirmed) {
      this.#deps.log.stageEvents(this.#due.roll(dueMs, atMs, canClose), atMs);
    }
    return dueMs;
  }

  /** True while a step of the wall clock is unconfirmed: nothing rolls, expires or opens (R-TIME-04). */
  isTimeHeld(): boolean {
    const { state, steps } = this.#deps;
    state.isTimeUnconfirmed = steps !== undefined && steps.step !== null;
    return state.isTimeUnconfirmed;
  }

  /**
   * Adopts the wall clock's time by an operator's order; null unless the step of this id is unconfirmed (R-TIME-05).
   */
  async confirmTime(stepId: number, operatorId: number): Promise<ClockStep | null> {
    const { log, steps, keeper } = this.#deps;
    const step = steps?.step ?? null;
    const change = keeper?.confirm(stepId) ?? null;
    if (step === null || change === null) return null;
    const { toMs } = change;
    const seq = log.stage({ kind: 'time-confirmed', ...change, operatorId }, { atMs: toMs, ...noCommand });
    this.#due.confirm(toMs);
    this.advanceClock(toMs, toMs);
    await log.commit.whenCommitted();
    keeper?.confirmed(seq);
    return step;
  }
}
