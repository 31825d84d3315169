import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CanClose, recordQuote } from '@candor/domain/engine/facts';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { recheckMargin, restoreBands } from '@candor/domain/engine/recheck-margin';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../ports/clock.ts';
import type { LoggedQuote } from '../ports/market.ts';
import { backlogMax, type DecisionLog } from './decision-log.ts';
import { liveTime, loggedTime } from './due-clock.ts';
import type { DueEvents } from './due-events.ts';
import type { UnfinishedActs } from './journal-fold.ts';

/** Ticks before the stored offset that a start reads again, so that every instrument has its last price. */
const warmUpTicks = 20_000;

/** Accounts that a start checks in one turn. */
const accountsPerTurn = 250;

const noAccounts: ReadonlySet<AccountId> = new Set();

/** Quote before which everything due is decided. */
interface Ingested {
  readonly quote: Quote;
  readonly offset: number;
  readonly atMs: number;
  readonly dueMs: number;
  readonly canClose: CanClose;
}

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
    this.#apply(this.#begin(quote, offset, isCaughtUp() ? liveTime : loggedTime, canClose));
  }

  /**
   * Ingests the logged ticks since the last stored offset, under the normal rules (R-LED-12). The first of them decides
   * what an interrupted tick left (R-LED-27). Before and after them every account is checked, some in each turn, so that
   * a start keeps its lease, and leaves nothing of it to the first quote (R-LED-47).
   */
  async replayTicks(
    ticksFrom: (offset: number) => AsyncIterable<readonly LoggedQuote[]>,
    tickOffset: number,
    { tick, turn }: UnfinishedActs,
  ): Promise<void> {
    const { state, clock, log } = this.#deps;
    for (const id of [...tick, ...turn]) state.dirtyAccounts.delete(id);
    // Without prices an account with open orders waits for its first quote.
    const changed = [...state.dirtyAccounts].sort((a, b) => a - b);
    state.dirtyAccounts.clear();
    await inTurns(changed, (ids) => {
      for (const id of ids) state.dirtyAccounts.add(id);
      const atMs = clock.nowMs();
      log.stageEvents(
        recheckMargin(state, () => false, atMs),
        atMs,
      );
    });
    // The next advance of time or tick rechecks them before any other decision.
    addOpen(state, turn);
    let rest: ReadonlySet<AccountId> = tick;
    for await (const piece of ticksFrom(Math.max(0, tickOffset - warmUpTicks))) {
      rest = await this.#replayPiece(piece, tickOffset, rest);
    }
    await inTurns([...state.accounts.keys()], (ids) => {
      for (const id of ids) this.#restoreBands(id);
    });
    addOpen(state, rest);
    log.commit.saveOffset();
    await log.commit.whenCommitted(true);
  }

  #restoreBands(id: AccountId): void {
    const { state, clock } = this.#deps;
    const account = state.accounts.get(id);
    if (account !== undefined && account.bands.size > 0) restoreBands(state, account, clock.nowMs());
  }

  async #replayPiece(
    piece: readonly LoggedQuote[],
    tickOffset: number,
    unfinished: ReadonlySet<AccountId>,
  ): Promise<ReadonlySet<AccountId>> {
    const { state, log } = this.#deps;
    let rest = unfinished;
    for (const { offset, quote } of piece) {
      if (offset < tickOffset) {
        recordQuote(state, quote, quote.timeMs);
        this.#noteSpread(quote);
        continue;
      }
      const canClose = couldCloseAt(state, quote);
      const ingested = this.#begin(quote, offset, loggedTime, canClose);
      await this.#finishRoll(ingested);
      this.#apply(ingested, rest);
      rest = noAccounts;
      if (log.commit.backlog >= backlogMax) await log.commit.whenCommitted(true);
    }
    return rest;
  }

  /** Charges a roll that is due before a logged tick whole, one piece a turn. */
  async #finishRoll({ atMs, canClose }: Ingested): Promise<void> {
    const { due, log } = this.#deps;
    while (due.night !== null) {
      due.rollOn(atMs, canClose);
      if (log.commit.backlog >= backlogMax) await log.commit.whenCommitted(true);
      await nextTurn();
    }
  }

  /** Decides everything due before a quote. Its entries carry the offset before the tick. */
  #begin(quote: Quote, offset: number, timeOf: (quote: Quote, nowMs: number) => number, canClose: CanClose): Ingested {
    const { due, clock } = this.#deps;
    const atMs = clock.nowMs();
    this.#noteSpread(quote);
    const dueMs = due.advanceToQuote(quote, timeOf(quote, atMs), atMs, canClose);
    return { quote, offset, atMs, dueMs, canClose };
  }

  /** Decides on a quote; `unfinished` are the accounts that the tick changed before an interruption. */
  #apply({ quote, offset, atMs, dueMs, canClose }: Ingested, unfinished: ReadonlySet<AccountId> = noAccounts): void {
    const { state, log, due } = this.#deps;
    addOpen(state, unfinished);
    const events = applyQuote(state, quote, atMs, canClose, dueMs, due.night);
    log.stageTick(events, atMs, offset + 1, unfinished.size > 0);
  }

  #noteSpread(quote: Quote): void {
    const { state, isSpreadWide } = this.#deps;
    if (isSpreadWide(quote)) state.wideSpreads.add(quote.instrumentId);
    else state.wideSpreads.delete(quote.instrumentId);
  }
}

/** Acts on accounts, `accountsPerTurn` in each turn. */
async function inTurns(ids: readonly AccountId[], act: (ids: readonly AccountId[]) => void): Promise<void> {
  for (let from = 0; from < ids.length; from += accountsPerTurn) {
    if (from > 0) await nextTurn();
    act(ids.slice(from, from + accountsPerTurn));
  }
}

/** Marks those of the accounts for a margin check that have not ended. */
function addOpen(state: EngineState, accountIds: ReadonlySet<AccountId>): void {
  for (const id of accountIds) if (state.accounts.has(id)) state.dirtyAccounts.add(id);
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
