import { type Asked, Branch, type Remembered, type TickFacts } from './branch.ts';
import { firstDifference, require, requireSame, show, Violation } from './compare.ts';
import type { LiveCost } from './cost.ts';
import type { MarketOf, MayClose, RuleOfOperators, Rules, Tick } from './facts.ts';
import { type LiveState, requireAboveStopOut, requireSameFacts } from './live-state.ts';
import { Model } from './model.ts';
import type { Verdict } from './model-commands.ts';
import { StoredJournal, type StoredRow } from './stored-journal.ts';

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
    const [model, remembered, rows] = [this.#committed.copy(), this.#remembered, this.journal.rows.length];
    const history = {
      model,
      remembered,
      rows,
      epoch,
      tickOffset,
      unfinished: this.journal.unfinished,
      ...this.#stored,
    };
    this.#branches.set(process, new Branch(this.#rules, history));
  }

  /** Shift that operators have confirmed and the journal holds. */
  get confirmedMs(): number {
    return this.#stored.shiftMs;
  }

  productMs(process: number): number {
    return this.#branch(process).productMs;
  }

  isHeld(process: number): boolean {
    return this.#branch(process).isHeld();
  }

  confirmed(process: number, operatorId: number, mayClose: MayClose): void {
    this.#branch(process).confirm(operatorId, mayClose);
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
    const limit = this.#rules.closeAgeMaxMs;
    const isNew = tick.timeMs > (model.prices.get(tick.instrumentId)?.timeMs ?? 0);
    const mayClose: MayClose = (id) => isNew && tick.timeMs - (model.prices.get(id)?.timeMs ?? 0) <= limit;
    const about = { offset, timeMs: Math.min(tick.timeMs, branch.productMs), mayClose, isReplay: true };
    this.#ingest(branch, tick, about, this.#restated.has(`${tick.instrumentId}/${tick.seq}`));
  }

  ticked(process: number, tick: Tick, offset: number, mayClose: MayClose, isRestated = false): void {
    const branch = this.#branch(process);
    const atMs = branch.productMs;
    // A late tick counts at its own time; one older than ten minutes only restates a price.
    if (isRestated) this.#restated.add(`${tick.instrumentId}/${tick.seq}`);
    const timeMs = tick.timeMs < atMs && tick.timeMs >= atMs - 600_000 ? tick.timeMs : atMs;
    this.#ingest(branch, tick, { offset, timeMs, mayClose, isReplay: false }, isRestated);
  }

  #ingest(branch: Branch, tick: Tick, about: Omit<TickFacts, 'isRepeated'>, isRestated: boolean): void {
    // A current price is restated at every start, and acts as any other.
    const name = nameOf(tick);
    const isRepeated = !isRestated && this.#takenIn.has(name) && !this.#lost.has(name);
    branch.ingest(tick, { ...about, isRepeated });
  }

  timed(process: number, mayClose: MayClose): void {
    const branch = this.#branch(process);
    branch.advanceClock(branch.productMs, mayClose);
  }

  /** Records that a process goes on with the roll in progress. */
  rolledOn(process: number, mayClose: MayClose): void {
    this.#branch(process).rollOn(mayClose);
  }

  ruled(process: number, changes: readonly RuleOfOperators[], mayClose: MayClose): void {
    this.#branch(process).rule(changes, mayClose);
  }

  /** Like `ruled`, before the first tick of a start, when nothing has been decided yet. */
  ruledAtStart(process: number, changes: readonly RuleOfOperators[]): void {
    this.#branch(process).begin(changes);
  }

  asked(process: number, asked: Asked, mayClose: MayClose, marketOf: MarketOf): Ticket {
    const branch = this.#branch(process);
    const { clientId, bodyHash, command } = asked;
    const known = clientId === null ? undefined : branch.remembered.get(`${command.accountId}/${clientId}`);
    if (known === undefined) return { asked, branch, ...branch.ask(asked, mayClose, marketOf) };
    const answer = known.bodyHash === bodyHash ? known.verdict : ({ kind: 'conflict' } as const);
    return { asked, branch, answer, seq: known.seq, isStored: true };
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
    const branch = this.#branch(process);
    branch.pushedSeq = committedSeq;
    branch.resume();
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

  #branch(process: number): Branch {
    const branch = this.#branches.get(process);
    if (branch === undefined) throw new Error(`auditor: process ${process} has led`);
    return branch;
  }
}
