import type { CanClose } from '@candor/domain/engine/facts';
import type { MarketNow } from '@candor/domain/engine/market-now';
import type { RuleChange, TradingRules } from '@candor/domain/engine/rules/trading-rules';
import type { EngineState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock, ClockMarks, WatchedClock } from '../ports/clock.ts';
import type { HeldLease, Journal, StoredPayments } from '../ports/journal.ts';
import type { LoggedQuote } from '../ports/market.ts';
import type { StartSnapshots } from '../ports/snapshots.ts';
import type { ShardPort } from '../ports/trading-port.ts';
import { ClockKeeper } from './clock-keeper.ts';
import { CommandDesk } from './command-desk.ts';
import { DecisionLog } from './decision-log.ts';
import { DueEvents } from './due-events.ts';
import { Idempotency } from './idempotency.ts';
import { JournalFold } from './journal-fold.ts';
import { NoticeBoard } from './notice-board.ts';
import { QuoteIntake } from './quote-intake.ts';
import { replayJournal } from './replay-journal.ts';
import { createLiveViews, createStoredViews } from './views.ts';

/** Running trading core: its port, its inputs and its shutdown. */
export interface TradingCore extends ShardPort {
  /** Ingests the quote at `offset` of the tick log. */
  onQuote(quote: Quote, offset: number): void;
  /** Advances the time: decides what is due and stores the tick offset. To be called about every second. */
  onTime(): void;
  /** State including uncommitted decisions. Only trading and tests read it; everything else uses the port's views. */
  readonly state: EngineState;
  /** Offset of the next tick in the tick log. */
  readonly tickOffset: number;
  /** True while nothing can be stored: requests are answered `unavailable`, and no command is decided. */
  readonly isStalled: boolean;
  /** Resolves once everything decided is stored; rejects if that takes too long. */
  drain(): Promise<void>;
}

/** Dependencies of the core. */
export interface TradingCoreDeps {
  readonly journal: Journal;
  /** Absent: every start replays the whole journal. */
  readonly snapshots?: StartSnapshots;
  readonly state: EngineState;
  /** Fold of `state` that a standby has kept; absent: the start restores it. */
  readonly warm?: JournalFold;
  readonly clock: Clock;
  /** Reports steps of the wall clock; absent if it cannot step. */
  readonly steps?: Pick<WatchedClock, 'step' | 'startAfter' | 'confirm'> & Partial<WatchedClock>;
  /** Storage of the clock's mark; absent if product time restarts with each process. */
  readonly clockMarks?: ClockMarks;
  /** True if the quote's spread is too wide to open at; absent: every spread is accepted. */
  readonly isSpreadWide?: (quote: Quote) => boolean;
  /** Returns the logged ticks from an offset on; those before the stored offset only restore the last prices. */
  readonly ticksFrom: (offset: number) => AsyncIterable<readonly LoggedQuote[]>;
  /** Resolves once the logged ticks before an offset are durable; absent if no ticks are logged. */
  readonly ticksStored?: (offset: number) => Promise<void>;
  /** True if a position may be force-closed now. */
  readonly canClose: CanClose;
  /** Returns the state of an instrument's market; absent if the age of prices is not checked. */
  readonly marketNow?: (id: InstrumentId) => MarketNow;
  /** False while quotes with past times still arrive, as after a start; absent if none ever do. */
  readonly isCaughtUp?: () => boolean;
  /** True while current prices may still be on their way, as just after taking the lead; absent if they never are. */
  readonly awaitsPrices?: () => boolean;
  /** False while a halt of every company may have been missed; absent if none can be. */
  readonly knowsHalts?: () => boolean;
  /** Lease under which this process leads; absent if no other process can lead. */
  readonly lease?: HeldLease;
  /**
   * Returns the rules in the tables and the ends of replayed rules that the tables lack, read after the replay; those
   * missing in the journal are journaled before the first tick.
   */
  readonly rules?: (replayed: TradingRules) => Promise<readonly RuleChange[]>;
  /** Runs an action in a later turn of the event loop; by default with `setImmediate`. */
  readonly soon?: (action: () => void) => void;
  /** Number of command ids in memory; by default 200,000. */
  readonly recentIdsMax?: number;
  readonly onFatal: (error: Error) => void;
}

/**
 * Starts the single writer of a shard: takes the lead, restores the state from a snapshot and the journal after it, journals missing rules,
 * ingests the ticks since, and then decides commands one by one in memory, storing decisions in groups (docs/adr/0002,
 * docs/adr/0030, docs/adr/0031).
 */
export async function startTradingCore(deps: TradingCoreDeps): Promise<TradingCore> {
  const { journal, state, clock, canClose, steps, marketNow, lease, isCaughtUp = () => true } = deps;
  const {
    awaitsPrices,
    knowsHalts,
    isSpreadWide = () => false,
    ticksStored = () => Promise.resolve(),
    onFatal,
    soon = setImmediate,
  } = deps;
  const leadership = await journal.lead();
  const fold = deps.warm ?? new JournalFold(state, new NoticeBoard());
  await replayJournal(fold, journal, leadership.lastSeq, deps.snapshots ?? null);
  const { notices, time, unfinished } = fold;
  const keeper = steps && new ClockKeeper(steps, deps.clockMarks ?? null, clock);
  keeper?.resume(time);
  const hooks = { onFatal, ticksStored, ...(lease === undefined ? {} : { lease }) };
  const log = new DecisionLog(journal, leadership, notices, hooks);
  const idempotency = openIds(deps, log);
  const due = new DueEvents({ state, log, clock, steps, keeper, canClose, isCaughtUp, soon }, time.newestMs);
  const { payments } = journal;
  const market = { canClose, marketNow, awaitsPrices, knowsHalts };
  const desk = new CommandDesk({ state, log, due, idempotency, payments, clock, lease, ...market });
  const intake = new QuoteIntake({ state, log, due, clock, canClose, isCaughtUp, isSpreadWide });
  await keeper?.save();
  desk.journalRules((await deps.rules?.(state.rules)) ?? [], clock.nowMs());
  await intake.replayTicks(deps.ticksFrom, leadership.tickOffset, unfinished);
  due.serve();
  return coreOf({ state, clock, steps, log, due, desk, intake, notices, keeper, marketNow, payments, lease });
}

/** Opens the index of ids and begins to fill its filters; until they are filled, the table is asked. */
function openIds({ journal, recentIdsMax }: TradingCoreDeps, log: DecisionLog): Idempotency {
  const idempotency = new Idempotency({
    ids: journal.ids,
    committedSeq: () => log.commit.committedSeq,
    ...(recentIdsMax === undefined ? {} : { recentMax: recentIdsMax }),
  });
  void idempotency.fill();
  return idempotency;
}

interface CoreParts {
  readonly state: EngineState;
  readonly clock: Clock;
  readonly steps: TradingCoreDeps['steps'];
  readonly log: DecisionLog;
  readonly due: DueEvents;
  readonly desk: CommandDesk;
  readonly intake: QuoteIntake;
  readonly notices: NoticeBoard;
  readonly keeper: ClockKeeper | undefined;
  readonly marketNow: TradingCoreDeps['marketNow'];
  readonly payments: StoredPayments;
  readonly lease: HeldLease | undefined;
}

function coreOf({
  state,
  clock,
  steps,
  log,
  due,
  desk,
  intake,
  notices,
  keeper,
  marketNow,
  payments,
  lease,
}: CoreParts): TradingCore {
  const { commit } = log;
  return {
    state,
    ...createStoredViews(state, () => commit.whenCommitted(), marketNow, payments),
    ...createLiveViews(state, clock, steps),
    submit: (request) => desk.submit(request),
    findAnswer: (accountId, clientId, bodyHash) => desk.findAnswer(accountId, clientId, bodyHash),
    recordRefusal: (accountId, key, refusal) => desk.recordRefusal(accountId, key, refusal),
    changeRules: (changes) => desk.changeRules(changes),
    followEvents: (follower) => log.follow(follower),
    noticesOf: async (accountId) => notices.of(accountId),
    noticesSince: async (sinceMs) => notices.since(sinceMs),
    onQuote: (quote, offset) => intake.onQuote(quote, offset),
    confirmTime: (stepId, operatorId) => due.confirmTime(stepId, operatorId),
    onTime() {
      const atMs = clock.nowMs();
      due.advanceClock(atMs, atMs);
      commit.saveOffset();
      void keeper?.save();
    },
    drain() {
      due.pause();
      return commit.whenCommitted();
    },
    get committedSeq() {
      return commit.committedSeq;
    },
    get tickOffset() {
      return commit.tickOffset;
    },
    get isStalled() {
      return commit.isStalled || lease?.isHeld === false;
    },
  };
}
