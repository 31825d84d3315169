import type { Command, MarketNow } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import { execute } from '@candor/domain/engine/execute';
import { expireOrders } from '@candor/domain/engine/expire-orders';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { takeQuote } from '@candor/domain/engine/sessions';
import { type CanClose, settleAccounts } from '@candor/domain/engine/settle-account';
import type { EngineState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock, ClockMarks, ClockStep, WatchedClock } from '../ports/clock.ts';
import type { HeldLease, Journal } from '../ports/journal.ts';
import type { LoggedQuote } from '../ports/market.ts';
import { ClockKeeper } from './clock-keeper.ts';
import { type Decision, decodeDecision, encodeDecision, type StoredDecision } from './codec.ts';
import { GroupCommit } from './group-commit.ts';
import { Idempotency } from './idempotency.ts';
import { withMarkets } from './market-facts.ts';
import { NoticeBoard } from './notice-board.ts';
import { liveTime, loggedTime, PassingTime } from './passing-time.ts';
import { remember } from './remember.ts';

/** A command with the client's own id for it; the same id and body always get the same answer. */
export interface Request {
  readonly command: Command;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

export type Outcome =
  | Decision
  | { readonly kind: 'conflict' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' };

export interface TradingCore {
  /** Decides now, answers after the commit. */
  submit(request: Request): Promise<Outcome>;
  /** What became of a client's id, once that is stored; null when it was never decided. Rejects when another leads. */
  findCommand(accountId: number, clientId: string): Promise<Decision | null>;
  /** Takes in the quote that stands at `offset` of the tick log. */
  onQuote(quote: Quote, offset: number): void;
  /**
   * Takes the wall clock's time at an operator's word; what is due by it is decided at once. Null unless the step of this
   * id stands (R-TIME-05).
   */
  confirmTime(stepId: number, operatorId: number): Promise<ClockStep | null>;
  /** Lets time pass: expires pending orders, stores how far the ticks were taken in. To be called every second or so. */
  onTime(): void;
  /** Reads the state; the value is handed out only once everything it may show is stored. */
  read<Value>(view: (state: EngineState) => Value): Promise<Value>;
  /** The state as it stands, uncommitted decisions included: for figures that are not promises (live profit). */
  readonly state: EngineState;
  readonly committedSeq: number;
  /** Where the next tick is expected in the tick log. */
  readonly tickOffset: number;
  /** Called with the events of each stored batch, in order. A listener that throws ends the core: it would miss what it threw at. */
  onEvents(listener: (events: readonly EngineEvent[], committedSeq: number) => void): void;
  /** What accounts are to be told of unasked; from stored entries alone. */
  readonly notices: Pick<NoticeBoard, 'of' | 'follow'>;
  /** Called with each stored batch, in order: what the journal now holds, without reading it. */
  onStored(listener: (decided: readonly DecidedEntry[]) => void): void;
  /** True while nothing can be stored: what is asked is answered `unavailable`, and new commands are not decided. */
  readonly isStalled: boolean;
  /** Waits until everything decided is stored; rejects when that takes too long. */
  drain(): Promise<void>;
}

/** A journal entry's place and hash, with the decision that its payload encodes. */
export interface DecidedEntry {
  readonly seq: number;
  readonly hash: Buffer;
  readonly decision: StoredDecision;
}

interface Decided {
  readonly decision: StoredDecision;
  readonly bodyHash: string | null;
}

/** What was decided and is not stored yet, by its place in the journal. */
class StagedDecisions extends Map<number, Decided> {
  take(seq: number): StoredDecision {
    const decided = this.get(seq);
    if (decided === undefined) throw new Error(`Invariant: entry ${seq} was staged`);
    this.delete(seq);
    return decided.decision;
  }
}

/** Decisions that may wait to be stored before opens are answered `busy`. */
const backlogMax = 5_000;
/** Until this, what lets go of risk is still taken: closes, cancels and stops, and withdrawals taken back (R-ORD-29). */
const reliefBacklogMax = 10_000;
/** Ticks before the stored offset that are read again, so that every instrument has the price that stood. */
const warmUpTicks = 20_000;

/** What the core is started with. */
export interface TradingCoreDeps {
  readonly journal: Journal;
  readonly state: EngineState;
  readonly clock: Clock;
  /** Tells steps of the wall clock; left out where it cannot step. */
  readonly steps?: Pick<WatchedClock, 'step' | 'startAfter' | 'confirm'> & Partial<WatchedClock>;
  /** Where the clock's mark is stored; left out where product time begins anew with each process. */
  readonly clockMarks?: ClockMarks;
  /** True if nothing may be opened at the quote's spread; left out where every spread will do. */
  readonly isSpreadWide?: (quote: Quote) => boolean;
  /** Logged ticks from an offset on; those before what is stored only tell the prices that stood. */
  readonly ticksFrom: (offset: number) => AsyncIterable<readonly LoggedQuote[]>;
  /** Resolves once the logged ticks before an offset outlive a crash; left out where no ticks are logged. */
  readonly ticksStored?: (offset: number) => Promise<void>;
  /** Whether a position may be closed by force now. */
  readonly canClose: CanClose;
  /** How an instrument's market stands; left out where the age of prices is not looked at. */
  readonly marketNow?: (id: InstrumentId) => MarketNow;
  /** False while quotes still come that are earlier than now, as after a start; left out where none ever do. */
  readonly isCaughtUp?: () => boolean;
  /** The lease under which this process leads; left out where nobody else can. */
  readonly lease?: HeldLease;
  readonly onFatal: (error: Error) => void;
}

/**
 * The single writer of a shard: it takes the lead, replays the journal into the state, and from then on decides one
 * command after another in memory, storing decisions in groups (docs/adr/0002).
 */
export async function startTradingCore(deps: TradingCoreDeps): Promise<TradingCore> {
  const { journal, state, clock, steps, isCaughtUp = () => true, isSpreadWide = () => false } = deps;
  const leadership = await journal.lead();
  const idempotency = new Idempotency();
  const notices = new NoticeBoard();
  const history = await remember({ journal, state, idempotency, notices }, leadership.lastSeq);
  const time = new PassingTime(state, history.newestMs);
  const keeper = steps && new ClockKeeper(steps, deps.clockMarks ?? null, clock);
  keeper?.resume(history);
  const listeners: ((events: readonly EngineEvent[], committedSeq: number) => void)[] = [];
  const storedListeners: ((decided: readonly DecidedEntry[]) => void)[] = [];
  const commit = new GroupCommit(journal, leadership, {
    onCommitted: (entries) => {
      const decided = entries.map(({ seq, hash }) => ({ seq, hash, decision: staged.take(seq) }));
      const events = decided.flatMap(({ decision }) => eventsOf(decision));
      tellAll([
        () => {
          for (const { seq, decision } of decided) notices.take(seq, eventsOf(decision));
        },
        ...listeners.map((listener) => () => listener(events, commit.committedSeq)),
        ...storedListeners.map((listener) => () => listener(decided)),
      ]);
    },
    onFatal: deps.onFatal,
    ticksStored: deps.ticksStored ?? (() => Promise.resolve()),
    ...(deps.lease === undefined ? {} : { lease: deps.lease }),
  });
  const staged = new StagedDecisions();
  let stagedSeq = leadership.lastSeq;

  function stage(
    decision: StoredDecision,
    source: { atMs: number; accountId: number | null; clientId: string | null; bodyHash: string | null },
  ): void {
    stagedSeq += 1;
    staged.set(stagedSeq, { decision, bodyHash: source.bodyHash });
    commit.stage({ payload: encodeDecision(decision), ...source });
  }

  /** What an entry holds, once it is stored: a conflict too is told only then. */
  async function findDecided(seq: number): Promise<Decided> {
    const pending = staged.get(seq);
    await commit.barrier();
    if (pending !== undefined) return pending;
    const [entry] = await journal.read(seq - 1, 1);
    if (entry?.seq !== seq) throw new Error(`Invariant: the journal holds entry ${seq}`);
    return { decision: decodeDecision(entry.payload), bodyHash: entry.bodyHash };
  }

  /** The answer that was given, read again where it is stored: the same bytes, whoever gave it (R-WIRE-09). */
  async function answerAgain(seq: number, bodyHash: string | null): Promise<Outcome> {
    try {
      const known = await findDecided(seq);
      return known.bodyHash === bodyHash ? ofCommand(known.decision) : { kind: 'conflict' };
    } catch {
      return { kind: 'unavailable' };
    }
  }

  function decideNow(request: Request): Decision {
    const { clientId, bodyHash } = request;
    const command = notLaterThan(request.command, clock.nowMs());
    passTime(command.atMs, command.atMs);
    const result = execute(state, withMarkets(state, command, deps.marketNow), deps.canClose);
    const decision: Decision = result.ok
      ? { kind: 'done', events: result.value }
      : { kind: 'refused', refusal: result.refusal };
    // A refusal changes nothing, so it is stored only where its id must stay refused.
    if (result.ok || clientId !== null) {
      stage(decision, { atMs: command.atMs, accountId: command.accountId, clientId, bodyHash });
      if (clientId !== null && bodyHash !== null) {
        idempotency.remember(command.accountId, clientId, stagedSeq, command.atMs);
      }
    }
    return decision;
  }

  /** What is due by now comes before what is asked for or quoted: expiries, and the swap of a night (R-ORD-05, R-ORD-14). */
  function passTime(timeMs: number, atMs: number): void {
    if (isTimeHeld()) return;
    // Until all is told that was quoted meanwhile, time passes with the quotes alone.
    const dueMs = isCaughtUp() ? time.reach(timeMs) : time.reachedMs;
    stageEvents(expireOrders(state, dueMs, atMs), atMs);
    stageEvents(time.roll(dueMs, atMs, deps.canClose), atMs);
  }

  function takeIn(
    quote: Quote,
    offset: number,
    timeOf: (quote: Quote, nowMs: number) => number,
    canClose: CanClose,
  ): void {
    const atMs = clock.nowMs();
    commit.tickOffset = offset + 1;
    noteSpread(quote);
    // While the time is unconfirmed stops and targets go on in their sessions, and nothing is due by time.
    const timeMs = timeOf(quote, atMs);
    const dueMs = isTimeHeld() ? timeMs : time.reach(timeMs);
    if (!state.isTimeUnconfirmed) stageEvents(time.roll(dueMs, atMs, canClose), atMs);
    stageEvents(applyQuote(state, quote, atMs, canClose, dueMs), atMs);
  }

  function noteSpread(quote: Quote): void {
    if (isSpreadWide(quote)) state.wideSpreads.add(quote.instrumentId);
    else state.wideSpreads.delete(quote.instrumentId);
  }

  /** True while a step of the wall clock stands: nothing rolls, expires or opens (R-TIME-04). */
  function isTimeHeld(): boolean {
    state.isTimeUnconfirmed = steps !== undefined && steps.step !== null;
    return state.isTimeUnconfirmed;
  }

  /** What nobody asked for: the doings of quotes and of time. */
  function stageEvents(events: readonly EngineEvent[], atMs: number): void {
    if (events.length === 0) return;
    stage({ kind: 'done', events }, { atMs, ...noCommand });
  }

  async function committed(outcome: Outcome): Promise<Outcome> {
    try {
      await commit.barrier();
      return outcome;
    } catch {
      return { kind: 'unavailable' };
    }
  }

  await keeper?.save();
  await replayTicks();

  /** What happened while nobody decided: the ticks after the last stored one, under the normal rules (R-LED-12). */
  async function replayTicks(): Promise<void> {
    const { tickOffset } = leadership;
    // Without prices nothing is decided here: every account rests until its first quote.
    settleAccounts(state, () => false, clock.nowMs());
    for await (const piece of deps.ticksFrom(Math.max(0, tickOffset - warmUpTicks))) await takePiece(piece);
    commit.saveOffset();
    await commit.barrier(true);
  }

  async function takePiece(piece: readonly LoggedQuote[]): Promise<void> {
    const { tickOffset } = leadership;
    for (const { offset, quote } of piece) {
      if (offset < tickOffset) {
        takeQuote(state, quote, quote.timeMs);
        noteSpread(quote);
        continue;
      }
      takeIn(quote, offset, loggedTime, couldCloseAt(state, quote));
      if (commit.backlog >= backlogMax) await commit.barrier(true);
    }
  }

  return {
    state,
    notices,
    get committedSeq() {
      return commit.committedSeq;
    },
    get tickOffset() {
      return commit.tickOffset;
    },
    get isStalled() {
      return commit.isStalled;
    },
    async submit(request) {
      const { command, clientId, bodyHash } = request;
      const known = clientId === null ? undefined : idempotency.find(command.accountId, clientId);
      if (known !== undefined) return answerAgain(known, bodyHash);
      if (commit.isStalled || deps.lease?.isHeld === false) return { kind: 'unavailable' };
      if (commit.backlog >= (isRelief(request.command) ? reliefBacklogMax : backlogMax)) return { kind: 'busy' };
      return committed(decideNow(request));
    },
    async findCommand(accountId, clientId) {
      const known = idempotency.find(accountId, clientId);
      if (known !== undefined) return ofCommand((await findDecided(known)).decision);
      // Somebody who has been succeeded does not know what was decided since.
      await commit.confirmLead();
      return null;
    },
    onQuote(quote, offset) {
      takeIn(quote, offset, isCaughtUp() ? liveTime : loggedTime, deps.canClose);
    },
    async confirmTime(stepId, operatorId) {
      const step = steps?.step ?? null;
      const change = keeper?.confirm(stepId) ?? null;
      if (step === null || change === null) return null;
      const { toMs } = change;
      stage({ kind: 'time-confirmed', ...change, operatorId }, { atMs: toMs, ...noCommand });
      const seq = stagedSeq;
      time.confirm(toMs);
      passTime(toMs, toMs);
      await commit.barrier();
      keeper?.confirmed(seq);
      return step;
    },
    onTime() {
      const atMs = clock.nowMs();
      passTime(atMs, atMs);
      commit.saveOffset();
      void keeper?.save();
    },
    async read(view) {
      const value = view(state);
      await commit.barrier();
      return value;
    },
    onEvents(listener) {
      listeners.push(listener);
    },
    onStored(listener) {
      storedListeners.push(listener);
    },
    drain: () => commit.barrier(),
  };
}

const noCommand = { accountId: null, clientId: null, bodyHash: null };

function ofCommand(decision: StoredDecision): Decision {
  if (decision.kind === 'time-confirmed') throw new Error('Invariant: a client id leads to a command');
  return decision;
}

function eventsOf(decision: StoredDecision): readonly EngineEvent[] {
  return decision.kind === 'done' ? decision.events : [];
}

/**
 * Then as now: a position could be closed while its own price was fresh. A price that was only said again at a start may
 * be of any age, also of before the market closed.
 */
function couldCloseAt(state: EngineState, quote: Quote): CanClose {
  const isSaidAgain = quote.timeMs <= (state.quotes.get(quote.instrumentId)?.timeMs ?? 0);
  return (id) => !isSaidAgain && quote.timeMs - (state.quotes.get(id)?.timeMs ?? 0) <= state.policy.closeAgeMaxMs;
}

/** A command may wait on its way while an operator confirms an earlier time. */
function notLaterThan(command: Command, nowMs: number): Command {
  return command.atMs <= nowMs ? command : { ...command, atMs: nowMs };
}

function isRelief({ type }: Command): boolean {
  return type === 'CloseOrder' || type === 'CancelOrder' || type === 'AmendStops' || type === 'CancelWithdrawal';
}

/** Everybody hears, whoever throws; the first error is thrown then. */
function tellAll(tellings: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const tell of tellings) {
    try {
      tell();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
