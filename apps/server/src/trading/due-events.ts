import type { CanClose } from '@candor/domain/engine/facts';
import { accountsReachedBy, decideDue } from '@candor/domain/engine/on-quote';
import type { NightRoll } from '@candor/domain/engine/roll-over';
import { RuleChecks } from '@candor/domain/engine/rule-checks';
import type { RuleEvent } from '@candor/domain/engine/rules/trading-rules';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock, ClockStep, WatchedClock } from '../ports/clock.ts';
import type { ClockKeeper } from './clock-keeper.ts';
import { backlogMax, type DecisionLog, noCommand } from './decision-log.ts';
import { DueClock } from './due-clock.ts';

interface DueEventsDeps {
  readonly state: EngineState;
  readonly log: DecisionLog;
  readonly clock: Clock;
  readonly steps: Pick<WatchedClock, 'step'> | undefined;
  readonly keeper: ClockKeeper | undefined;
  readonly canClose: CanClose;
  readonly isCaughtUp: () => boolean;
  /** Runs an action in a later turn of the event loop. */
  readonly soon: (action: () => void) => void;
}

/** Decides what is due by time, before anything later: expiries, swap alerts and swap (R-ORD-05, R-ALR-16, R-ORD-14). */
export class DueEvents {
  readonly #deps: DueEventsDeps;
  readonly #due: DueClock;
  /** Accounts that changed rules concern, checked in pieces once no roll is in progress. */
  readonly #checks: RuleChecks;
  /** False during a start, which charges each roll whole before the next tick. */
  #isServing = false;
  #isScheduled = false;
  #isPaused = false;
  /** Actions that wait for the end of the roll in progress, oldest first. */
  #afterRoll: (() => void)[] = [];

  /** `reachedMs` is the time of the last stored decision. */
  constructor(deps: DueEventsDeps, reachedMs: number) {
    this.#deps = deps;
    this.#due = new DueClock(deps.state, reachedMs);
    this.#checks = new RuleChecks(deps.state);
  }

  /**
   * Advances to `timeMs` and decides at `atMs` everything due by then. A roll is charged in pieces over several turns,
   * to `accountIds` before this returns (R-LED-27); these are rechecked, too, if changed rules concern them (R-LED-46).
   */
  advanceClock(timeMs: number, atMs: number, accountIds: readonly AccountId[] = []): void {
    const { state, log, canClose, isCaughtUp } = this.#deps;
    this.#isPaused = false;
    if (this.isTimeHeld()) return this.#settle(accountIds, atMs, canClose);
    // While past quotes still arrive, only they advance the time.
    const dueMs = isCaughtUp() ? this.#due.reach(timeMs) : this.#due.reachedMs;
    log.stageEvents(decideDue(state, dueMs, atMs), atMs);
    log.stageEvents(this.#due.roll(dueMs, atMs, canClose), atMs);
    this.#settle(accountIds, atMs, canClose);
  }

  /**
   * Advances to the time of a quote and charges the rolls before it; returns the time up to which orders expire. While
   * the time is unconfirmed, stops and targets still work in their sessions, but nothing expires and no roll begins.
   */
  advanceToQuote(quote: Quote, timeMs: number, atMs: number, canClose: CanClose): number {
    const dueMs = this.isTimeHeld() ? timeMs : this.#due.reach(timeMs);
    if (!this.#deps.state.isTimeUnconfirmed) {
      this.#deps.log.stageEvents(this.#due.roll(dueMs, atMs, canClose), atMs);
    }
    const isAwaited = this.#due.isRolling || !this.#checks.isDone;
    if (isAwaited) this.#settle(accountsReachedBy(this.#deps.state, quote), atMs, canClose);
    return dueMs;
  }

  /** Roll in progress; null if no pieces are left. */
  get night(): NightRoll | null {
    return this.#due.night;
  }

  /** Charges the next piece of a roll at once. */
  rollOn(atMs: number, canClose: CanClose): void {
    this.#deps.log.stageEvents(this.#due.rollOn(atMs, canClose), atMs);
  }

  /** Runs an action in the turn of the last piece of the roll in progress, after earlier ones. */
  afterRoll(action: () => void): void {
    this.#afterRoll.push(action);
    this.#goOn();
  }

  /** Rechecks the accounts that rules concern: the first piece at once, each further one in a turn of its own (R-LED-46). */
  recheck(rules: readonly RuleEvent[], atMs: number): void {
    const isFirst = this.#checks.isDone;
    this.#checks.add(rules);
    if (isFirst) this.#checkOn(atMs);
    this.#goOn();
  }

  /** From now on, the pieces of a roll and of a recheck follow one a turn. */
  serve(): void {
    this.#isServing = true;
    this.#goOn();
  }

  /** Charges and checks no further piece until the next advance; the next start charges and checks the rest. */
  pause(): void {
    this.#isPaused = true;
  }

  #settle(accountIds: readonly AccountId[], atMs: number, canClose: CanClose): void {
    const { log } = this.#deps;
    if (this.#due.isRolling) log.stageEvents(this.#due.settle(accountIds, atMs, canClose), atMs);
    if (!this.#checks.isDone && accountIds.length > 0)
      log.stageEvents(this.#checks.settle(accountIds, canClose, atMs, this.#due.night), atMs);
    this.#goOn();
  }

  /** Schedules the next piece; while the journal is behind, the next advance does. */
  #goOn(): void {
    const { commit } = this.#deps.log;
    const isDone = !this.#isAmidRoll && this.#checks.isDone;
    if (isDone || !this.#isServing || this.#isScheduled) return;
    if (this.#isPaused || commit.isStalled || commit.backlog >= backlogMax) return;
    this.#isScheduled = true;
    this.#deps.soon(() => {
      this.#isScheduled = false;
      if (!this.#isPaused) this.#goOnNow();
    });
  }

  #goOnNow(): void {
    const { clock, canClose } = this.#deps;
    const atMs = clock.nowMs();
    if (this.#isAmidRoll) {
      this.rollOn(atMs, canClose);
      if (!this.#due.isRolling) for (const action of this.#afterRoll.splice(0)) action();
    } else {
      this.advanceClock(atMs, atMs);
      if (!this.#due.isRolling) this.#checkOn(atMs);
    }
    this.#goOn();
  }

  get #isAmidRoll(): boolean {
    return this.#due.isRolling || this.#afterRoll.length > 0;
  }

  #checkOn(atMs: number): void {
    if (!this.#checks.isDone) this.#deps.log.stageEvents(this.#checks.piece(this.#deps.canClose, atMs), atMs);
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
