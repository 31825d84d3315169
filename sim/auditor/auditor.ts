import type { Command } from '@candor/domain/engine/command';
import { firstDifference, require, requireSame, show, Violation } from './compare.ts';
import { CostAudit, type LiveCost } from './cost.ts';
import type { HaltRule, Happening, MarketOf, MayClose, Rules, Tick } from './facts.ts';
import { type LiveState, requireAboveStopOut, requireSameFacts } from './live-state.ts';
import { takeHalts } from './market-rules.ts';
import { Model } from './model.ts';
import { judge, type Verdict } from './model-commands.ts';
import { StoredJournal, type StoredRow } from './stored-journal.ts';

interface Remembered {
  readonly bodyHash: string;
  readonly verdict: Verdict;
  readonly seq: number;
}

/** A decision that one process should have taken and that is not yet stored. */
interface Expected {
  readonly atMs: number;
  readonly accountId: number | null;
  readonly clientId: string | null;
  readonly verdict: Verdict;
  /** Offset of the next tick at that time: the row may only be stored after the ticks before it. */
  readonly tickOffset: number;
  /** True if it acts on a tick that the stored rows had already seen. */
  readonly isRepeated?: boolean;
}

/** Expected view of one process: the stored history when it took the lead, and its input since. */
interface Branch {
  readonly model: Model;
  readonly cost: CostAudit;
  readonly epoch: number;
  readonly tickOffset: number;
  readonly remembered: Map<string, Remembered>;
  readonly expected: Expected[];
  /** Ticks ingested but not yet counted by the store, each with the staged sequence at its end. */
  readonly ticks: { readonly tick: Tick; readonly offset: number; readonly stagedSeq: number }[];
  stagedSeq: number;
  pushedSeq: number;
  nextOffset: number;
  /** Everything due before this time is decided. */
  reachedMs: number;
  /** Product time minus elapsed time; only operators' confirmations change it. */
  shiftMs: number;
}

export interface Asked {
  readonly command: Command;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

export interface Ticket {
  readonly asked: Asked;
  readonly branch: Branch;
  readonly answer: Verdict | { readonly kind: 'conflict' };
  /**
   * Sequence that must be stored before the answer; if the command itself is not stored, that of the decision before
   * it.
   */
  readonly seq: number;
  readonly isStored: boolean;
}

function nameOf({ instrumentId, timeMs, bid, ask }: Tick): string {
  return [instrumentId, timeMs, bid, ask].join('/');
}

function hasActed({ type, order }: Happening): boolean {
  return type === 'OrderOpened' || /stop|take/.test(order?.closeReason ?? '');
}

/** Follows all input and output, shares no code with the engine, and throws at the first violation. */
export class Auditor {
  readonly journal = new StoredJournal();
  readonly #rules: Rules;
  readonly #committed: Model;
  readonly #remembered = new Map<string, Remembered>();
  /** By instrument and number: a superseded leader and its successor may give two quotes the same number. */
  readonly #ticks = new Map<string, Tick[]>();
  readonly #branches = new Map<number, Branch>();
  /** Ticks seen by the stored rows, by the feed's content and not by their numbers. */
  readonly #takenIn = new Set<string>();
  readonly #lost = new Set<string>();
  /** Ticks that restated a price: a decision on one may be lost, and is taken again at a replay. */
  readonly #restated = new Set<string>();
  #lastRowOffset = 0;
  /** Stored state of time. */
  #stored = { reachedMs: 0, shiftMs: 0 };

  constructor(rules: Rules, lastOrderId: number) {
    this.#rules = rules;
    this.#committed = new Model(rules, lastOrderId);
  }

  /** Records that a process took the lead at the stored history. */
  led(process: number, epoch: number, tickOffset: number): void {
    this.#branches.set(process, {
      model: this.#committed.copy(),
      cost: new CostAudit(),
      epoch,
      tickOffset,
      remembered: new Map(this.#remembered),
      expected: [],
      ticks: [],
      stagedSeq: this.journal.rows.length,
      pushedSeq: this.journal.rows.length,
      nextOffset: tickOffset,
      ...this.#stored,
    });
  }

  /** Shift that operators have confirmed and the journal holds. */
  get confirmedMs(): number {
    return this.#stored.shiftMs;
  }

  /** Product time: elapsed time plus the confirmed shift, whatever the wall clock says (R-TIME-01). */
  productMs(process: number): number {
    return this.#productMs(this.#branch(process));
  }

  /** True if the wall clock differs from product time (R-TIME-04). */
  isHeld(process: number): boolean {
    return this.#isHeld(this.#branch(process));
  }

  #productMs({ shiftMs }: Branch): number {
    return this.#rules.clocks.elapsedMs() + shiftMs;
  }

  #isHeld(branch: Branch): boolean {
    branch.model.isHeld = this.#rules.clocks.wallMs() !== this.#productMs(branch);
    return branch.model.isHeld;
  }

  /** Takes the wall clock's time after an operator's confirmation, and expects what is due by it (R-TIME-05). */
  confirmed(process: number, operatorId: number, mayClose: MayClose): void {
    const branch = this.#branch(process);
    const [fromMs, toMs] = [this.#productMs(branch), this.#rules.clocks.wallMs()];
    const verdict = { kind: 'time-confirmed', fromMs, toMs, operatorId } as const;
    this.#expect(branch, { atMs: toMs, accountId: null, clientId: null, verdict, tickOffset: branch.nextOffset });
    branch.shiftMs += toMs - fromMs;
    branch.reachedMs = toMs;
    this.#advanceClock(branch, toMs, mayClose);
  }

  /** Records an accepted tick before it is passed on. */
  accepted(tick: Tick): void {
    const key = `${tick.instrumentId}/${tick.seq}`;
    this.#ticks.set(key, [...(this.#ticks.get(key) ?? []), tick]);
  }

  /** Ticks before the stored offset only restore prices; those after it are decided on (R-LED-12). */
  replayed(process: number, tick: Tick, offset: number): void {
    const branch = this.#branch(process);
    const { model } = branch;
    if (offset < branch.tickOffset) {
      model.price(tick, tick.timeMs);
      return;
    }
    const atMs = this.#productMs(branch);
    const limit = this.#rules.closeAgeMaxMs;
    const isNew = tick.timeMs > (model.prices.get(tick.instrumentId)?.timeMs ?? 0);
    const couldClose: MayClose = (id) => isNew && tick.timeMs - (model.prices.get(id)?.timeMs ?? 0) <= limit;
    this.#ingestQuote(
      branch,
      tick,
      { offset, atMs, timeMs: Math.min(tick.timeMs, atMs), mayClose: couldClose },
      this.#restated.has(`${tick.instrumentId}/${tick.seq}`),
    );
  }

  ticked(process: number, tick: Tick, offset: number, mayClose: MayClose, isRestated = false): void {
    const branch = this.#branch(process);
    const atMs = this.#productMs(branch);
    // A late tick counts at its own time; one older than ten minutes only restates a price.
    if (isRestated) this.#restated.add(`${tick.instrumentId}/${tick.seq}`);
    const timeMs = tick.timeMs < atMs && tick.timeMs >= atMs - 600_000 ? tick.timeMs : atMs;
    this.#ingestQuote(branch, tick, { offset, atMs, timeMs, mayClose }, isRestated);
  }

  #ingestQuote(
    branch: Branch,
    tick: Tick,
    { offset, atMs, timeMs, mayClose }: { offset: number; atMs: number; timeMs: number; mayClose: MayClose },
    isRestated = false,
  ): void {
    branch.nextOffset = offset + 1;
    // R-TIME-04: stops continue while the time is unconfirmed, and nothing becomes due.
    const isHeld = this.#isHeld(branch);
    if (!isHeld) {
      branch.reachedMs = Math.max(branch.reachedMs, timeMs);
      this.#expectEvents(branch, atMs, branch.model.roll(mayClose, branch.reachedMs, atMs));
    }
    const events = branch.model.onTick(tick, isHeld ? timeMs : branch.reachedMs, atMs, mayClose);
    // A current price is restated at every start, and acts as any other.
    const name = nameOf(tick);
    const isRepeated = !isRestated && this.#takenIn.has(name) && !this.#lost.has(name);
    this.#expectEvents(branch, atMs, events, isRepeated && events.some(hasActed));
    branch.ticks.push({ tick, offset, stagedSeq: branch.stagedSeq });
  }

  timed(process: number, mayClose: MayClose): void {
    this.#advanceClock(this.#branch(process), this.productMs(process), mayClose);
  }

  #advanceClock(branch: Branch, atMs: number, mayClose: MayClose): void {
    if (this.#isHeld(branch)) return;
    branch.reachedMs = Math.max(branch.reachedMs, atMs);
    this.#expectEvents(branch, atMs, branch.model.expire(branch.reachedMs, atMs));
    this.#expectEvents(branch, atMs, branch.model.roll(mayClose, branch.reachedMs, atMs));
  }

  /** Halts take effect after everything due before them, and new ones are journaled (R-OPS-51). */
  ruled(process: number, changes: readonly HaltRule[], mayClose: MayClose): void {
    const branch = this.#branch(process);
    this.#advanceClock(branch, this.#productMs(branch), mayClose);
    this.ruledAtStart(process, changes);
  }

  /** Like `ruled`, before the first tick of a start, when nothing has been decided yet. */
  ruledAtStart(process: number, changes: readonly HaltRule[]): void {
    const branch = this.#branch(process);
    const atMs = this.#productMs(branch);
    const rules = takeHalts(branch.model.halts, changes, atMs).map((change) => ({ type: 'RuleSet', atMs, ...change }));
    if (rules.length === 0) return;
    const source = { atMs, accountId: null, clientId: null, tickOffset: branch.nextOffset };
    this.#expect(branch, { ...source, verdict: { kind: 'rules-changed', rules } });
  }

  asked(process: number, asked: Asked, mayClose: MayClose, marketOf: MarketOf): Ticket {
    const branch = this.#branch(process);
    const { clientId, bodyHash } = asked;
    // A command stamped by a later clock counts at the deciding process's time.
    const command = { ...asked.command, atMs: Math.min(asked.command.atMs, this.#productMs(branch)) };
    const { atMs, accountId } = command;
    const key = `${accountId}/${clientId}`;
    const known = clientId === null ? undefined : branch.remembered.get(key);
    if (known !== undefined) {
      const answer = known.bodyHash === bodyHash ? known.verdict : ({ kind: 'conflict' } as const);
      return { asked, branch, answer, seq: known.seq, isStored: true };
    }
    this.#advanceClock(branch, atMs, mayClose);
    const verdict = judge(branch.model, command, mayClose, marketOf);
    const isStored = verdict.kind === 'done' || clientId !== null;
    if (isStored) this.#expect(branch, { atMs, accountId, clientId, verdict, tickOffset: branch.nextOffset });
    const seq = branch.stagedSeq;
    if (clientId !== null && bodyHash !== null) branch.remembered.set(key, { bodyHash, verdict, seq });
    return { asked, branch, answer: verdict, seq, isStored };
  }

  /** P1, P2, P3: an answer equals the decision, and everything it depends on is stored. */
  answered(ticket: Ticket, outcome: { readonly kind: string }): void {
    const { kind } = outcome;
    if (kind === 'unavailable' || kind === 'busy') return;
    const { asked, answer, branch, seq, isStored } = ticket;
    const about = () => `${show(asked)} was answered ${show(outcome)}`;
    const difference = firstDifference(answer, outcome);
    require(difference === null, 'P1-same-answer', () => `${about()}:${difference}`);
    require(this.journal.rows.length >= seq, 'P2-acked-is-stored', about);
    if (!isStored || kind === 'conflict') return;
    const row = this.journal.rows[seq - 1];
    const isOwn = row?.entry.clientId === asked.clientId && row.entry.accountId === asked.command.accountId;
    require(isOwn && row.epoch <= branch.epoch, 'P2-acked-is-stored', about);
    const stored = firstDifference(this.journal.decisions[seq - 1], outcome);
    require(stored === null, 'P1-same-answer', () => `${about()}, stored otherwise:${stored}`);
  }

  /** Model of the stored rows only. */
  get committed(): Model {
    return this.#committed;
  }

  /** P2: each row is the expected decision of one process on one of its commands or ticks, in order. */
  storedRow(process: number, row: StoredRow): void {
    const branch = this.#branches.get(process);
    const { entry } = row;
    const expected = branch?.expected.shift();
    const isTraced =
      expected !== undefined &&
      expected.atMs === entry.atMs &&
      expected.accountId === entry.accountId &&
      expected.clientId === entry.clientId;
    const decision = this.journal.take(row, this.#ticks, this.#committed);
    if (expected === undefined || !isTraced) {
      if (expected !== undefined) requireSame(expected.verdict, decision, `row ${entry.seq} stands for another: `);
      throw new Violation('P2-phantom', `row ${entry.seq} ${entry.payload}, expected ${show(expected)}`);
    }
    requireSame(expected.verdict, decision, `row ${entry.seq}`);
    require(expected.isRepeated !== true, 'E4-repeated', () => `row ${entry.seq} ${entry.payload}`);
    this.#lastRowOffset = expected.tickOffset;
    const { reachedMs, shiftMs } = this.#stored;
    if (decision.kind === 'time-confirmed') {
      this.#stored = { reachedMs: entry.atMs, shiftMs: shiftMs + decision.toMs - decision.fromMs };
    } else this.#stored = { reachedMs: Math.max(reachedMs, entry.atMs), shiftMs };
    if (entry.clientId === null || entry.bodyHash === null) return;
    const remembered = { bodyHash: entry.bodyHash, verdict: decision, seq: entry.seq };
    this.#remembered.set(`${entry.accountId}/${entry.clientId}`, remembered);
  }

  /** Records the sequence from which a process pushes stored events. */
  listens(process: number, committedSeq: number): void {
    this.#branch(process).pushedSeq = committedSeq;
  }

  /** Records a tick lost from the log: a new process cannot know that it was ingested. */
  lost(tick: Tick): void {
    this.#lost.add(nameOf(tick));
  }

  /** P3: pushed events are stored, row after row, without gaps or repeats. */
  pushed(process: number, events: readonly unknown[], committedSeq: number): void {
    const branch = this.#branch(process);
    const about = () => `pushed up to row ${committedSeq}: ${show(events)}`;
    require(committedSeq <= this.journal.rows.length && committedSeq > branch.pushedSeq, 'P3-push-is-stored', about);
    const decisions = this.journal.decisions.slice(branch.pushedSeq, committedSeq);
    branch.pushedSeq = committedSeq;
    const stored = decisions.flatMap((decision) => (decision.kind === 'done' ? decision.events : []));
    const difference = firstDifference(stored, events);
    require(difference === null, 'P3-push-is-stored', () => `${about()}, stored otherwise:${difference}`);
  }

  /** The stored offset counts the ticks seen by the stored rows, and none with a missing decision (R-LED-12). */
  storedOffset(process: number, tickOffset: number): void {
    const branch = this.#branch(process);
    const about = () => `tick offset ${tickOffset} with ${this.journal.rows.length} rows stored`;
    require(tickOffset >= this.#lastRowOffset, 'T1-offset', about);
    require(tickOffset <= branch.nextOffset, 'T1-offset', about);
    while ((branch.ticks[0]?.offset ?? tickOffset) < tickOffset) {
      const taken = branch.ticks.shift();
      require((taken?.stagedSeq ?? 0) <= this.journal.rows.length, 'T1-offset', about);
      if (taken !== undefined) this.#takenIn.add(nameOf(taken.tick));
    }
    this.#lastRowOffset = tickOffset;
  }

  /** Compares a running core with the expected state and cost. */
  inspect(process: number, state: LiveState & LiveCost, where: string, tick: Tick | null = null): void {
    const { model, cost } = this.#branch(process);
    requireSameFacts(model, state, where);
    cost.take(model, state, tick, where);
  }

  inspectTick(process: number, state: LiveState, instrumentId: number, mayClose: MayClose): void {
    requireAboveStopOut(this.#branch(process).model, state, instrumentId, mayClose);
  }

  isStored(process: number): boolean {
    return this.#branch(process).expected.length === 0;
  }

  /** Requires that everything a process decided is stored. */
  requireStored(process: number): void {
    const { expected } = this.#branch(process);
    require(expected.length === 0, 'P2-never-stored', () => show(expected));
    const { balances } = this.#committed;
    for (const [key, balance] of balances) {
      require(balance === this.journal.balance(key), 'L3-balance', () => `${key} ${balance}`);
    }
  }

  #expectEvents(branch: Branch, atMs: number, events: readonly Happening[], isRepeated = false): void {
    if (events.length === 0) return;
    const source = { atMs, accountId: null, clientId: null, tickOffset: branch.nextOffset, isRepeated };
    this.#expect(branch, { ...source, verdict: { kind: 'done', events } });
  }

  #expect(branch: Branch, expected: Expected): void {
    branch.expected.push(expected);
    branch.stagedSeq += 1;
  }

  #branch(process: number): Branch {
    const branch = this.#branches.get(process);
    if (branch === undefined) throw new Error(`auditor: process ${process} has led`);
    return branch;
  }
}
