import type { Command } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import { evolve } from '@candor/domain/engine/evolve';
import { execute } from '@candor/domain/engine/execute';
import { expireOrders } from '@candor/domain/engine/expire-orders';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { type CanClose, settleAccounts } from '@candor/domain/engine/settle-account';
import type { EngineState } from '@candor/domain/engine/state';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../ports/clock.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { LoggedQuote } from '../ports/tick-log.ts';
import { type Decision, decodeDecision, encodeDecision } from './codec.ts';
import { GroupCommit } from './group-commit.ts';
import { chainHash, genesisHash } from './hash-chain.ts';
import { Idempotency } from './idempotency.ts';
import { NoticeBoard } from './notice-board.ts';
import { PassingTime } from './passing-time.ts';

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
  /** Waits until everything decided is stored. */
  drain(): Promise<void>;
}

/** A journal entry's place and hash, with the decision that its payload encodes. */
export interface DecidedEntry {
  readonly seq: number;
  readonly hash: Buffer;
  readonly decision: Decision;
}

interface Decided {
  readonly decision: Decision;
  readonly bodyHash: string | null;
}

/** What was decided and is not stored yet, by its place in the journal. */
class StagedDecisions extends Map<number, Decided> {
  take(seq: number): Decision {
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
const readPage = 2_000;
/** Ticks before the stored offset that are read again, so that every instrument has the price that stood. */
const warmUpTicks = 20_000;

/** What the core is started with. */
export interface TradingCoreDeps {
  readonly journal: Journal;
  readonly state: EngineState;
  readonly clock: Clock;
  /** Logged ticks from an offset on; those before what is stored only tell the prices that stood. */
  readonly ticksFrom: (offset: number) => AsyncIterable<readonly LoggedQuote[]>;
  /** Resolves once the logged ticks before an offset outlive a crash; left out where no ticks are logged. */
  readonly ticksStored?: (offset: number) => Promise<void>;
  /** Whether a position may be closed by force now. */
  readonly canClose: CanClose;
  /** False while quotes still come that are earlier than now, as after a start; left out where none ever do. */
  readonly isCaughtUp?: () => boolean;
  readonly onFatal: (error: Error) => void;
}

/**
 * The single writer of a shard: it takes the lead, replays the journal into the state, and from then on decides one
 * command after another in memory, storing decisions in groups (docs/adr/0002).
 */
export async function startTradingCore(deps: TradingCoreDeps): Promise<TradingCore> {
  const { journal, state, clock, isCaughtUp = () => true } = deps;
  const leadership = await journal.lead();
  const idempotency = new Idempotency();
  const notices = new NoticeBoard();
  const time = new PassingTime(state, await remember({ journal, state, idempotency, notices }, leadership.lastSeq));
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
  });
  const staged = new StagedDecisions();
  let stagedSeq = leadership.lastSeq;

  function stage(
    decision: Decision,
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
      return known.bodyHash === bodyHash ? known.decision : { kind: 'conflict' };
    } catch {
      return { kind: 'unavailable' };
    }
  }

  function decideNow(request: Request): Decision {
    const { command, clientId, bodyHash } = request;
    passTime(command.atMs, command.atMs);
    const result = execute(state, command, deps.canClose);
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
    // Until all is told that was quoted meanwhile, time passes with the quotes alone.
    const dueMs = isCaughtUp() ? time.reach(timeMs) : time.reachedMs;
    stageEvents(expireOrders(state, dueMs, atMs), atMs);
    stageEvents(time.roll(dueMs, atMs, deps.canClose), atMs);
  }

  function takeIn(quote: Quote, offset: number, dueMs: number, canClose: CanClose): void {
    const atMs = clock.nowMs();
    commit.tickOffset = offset + 1;
    stageEvents(time.roll(dueMs, atMs, canClose), atMs);
    stageEvents(applyQuote(state, quote, atMs, canClose, dueMs), atMs);
  }

  /** What nobody asked for: the doings of quotes and of time. */
  function stageEvents(events: readonly EngineEvent[], atMs: number): void {
    if (events.length === 0) return;
    stage({ kind: 'done', events }, { atMs, accountId: null, clientId: null, bodyHash: null });
  }

  async function committed(outcome: Outcome): Promise<Outcome> {
    try {
      await commit.barrier();
      return outcome;
    } catch {
      return { kind: 'unavailable' };
    }
  }

  await replayTicks();

  /** What happened while nobody decided: the ticks after the last stored one, under the normal rules (R-LED-12). */
  async function replayTicks(): Promise<void> {
    const { tickOffset } = leadership;
    // Without prices nothing is decided here: every account rests until its first quote.
    settleAccounts(state, () => false, clock.nowMs());
    for await (const piece of deps.ticksFrom(Math.max(0, tickOffset - warmUpTicks))) await takePiece(piece);
    commit.saveOffset();
    await commit.barrier();
  }

  async function takePiece(piece: readonly LoggedQuote[]): Promise<void> {
    const { tickOffset } = leadership;
    for (const { offset, quote } of piece) {
      if (offset < tickOffset) {
        state.quotes.set(quote.instrumentId, quote);
        continue;
      }
      takeIn(quote, offset, time.reachLogged(quote, clock.nowMs()), couldCloseAt(state, quote));
      if (commit.backlog >= backlogMax) await commit.barrier();
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
    async submit(request) {
      const { command, clientId, bodyHash } = request;
      const known = clientId === null ? undefined : idempotency.find(command.accountId, clientId);
      if (known !== undefined) return answerAgain(known, bodyHash);
      if (commit.backlog >= (isRelief(request.command) ? reliefBacklogMax : backlogMax)) return { kind: 'busy' };
      return committed(decideNow(request));
    },
    async findCommand(accountId, clientId) {
      const known = idempotency.find(accountId, clientId);
      if (known !== undefined) return (await findDecided(known)).decision;
      // Somebody who has been succeeded does not know what was decided since.
      await commit.confirmLead();
      return null;
    },
    onQuote(quote, offset) {
      const nowMs = clock.nowMs();
      const dueMs = isCaughtUp() ? time.reachLive(quote, nowMs) : time.reachLogged(quote, nowMs);
      takeIn(quote, offset, dueMs, deps.canClose);
    },
    onTime() {
      const atMs = clock.nowMs();
      passTime(atMs, atMs);
      commit.saveOffset();
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

function eventsOf(decision: Decision): readonly EngineEvent[] {
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

/** Brings everything that the journal speaks of to where it ended; answers the time of the last decision. */
async function remember(
  into: { journal: Journal; state: EngineState; idempotency: Idempotency; notices: NoticeBoard },
  lastSeq: number,
): Promise<number> {
  let storedAtMs = 0;
  await replay(into.journal, lastSeq, (entry, decision) => {
    for (const event of eventsOf(decision)) evolve(into.state, event);
    into.notices.take(entry.seq, eventsOf(decision));
    const { accountId, clientId, bodyHash, atMs } = entry;
    storedAtMs = Math.max(storedAtMs, atMs);
    if (accountId === null || clientId === null || bodyHash === null) return;
    into.idempotency.remember(accountId, clientId, entry.seq, atMs);
  });
  return storedAtMs;
}

/** Reads the journal from its beginning, checking sequence and hash chain on the way (R-LED-06). */
async function replay(
  journal: Journal,
  lastSeq: number,
  take: (entry: JournalEntry, decision: Decision) => void,
): Promise<void> {
  let hash: Buffer = genesisHash;
  let next = lastSeq > 0 ? journal.read(0, readPage) : Promise.resolve([]);
  for (let seq = 0; seq < lastSeq; ) {
    const entries = await next;
    // The next page comes while this one is understood.
    const from = seq + entries.length;
    if (from < lastSeq) {
      next = journal.read(from, readPage);
      next.catch(() => undefined);
    }
    if (entries.length === 0) throw new Error(`Invariant: journal holds ${lastSeq} entries, ended at ${seq}`);
    for (const entry of entries) {
      seq += 1;
      if (entry.seq !== seq) throw new Error(`Invariant: journal is dense, entry ${seq} was ${entry.seq}`);
      hash = chainHash(hash, entry);
      if (!hash.equals(entry.hash))
        throw new Error(`Invariant: journal entry ${seq} is as it was written; its hash differs`);
      take(entry, decodeDecision(entry.payload));
    }
  }
}
