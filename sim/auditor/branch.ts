import type { Command } from '@candor/domain/engine/command';
import { CostAudit } from './cost.ts';
import type { Happening, MarketOf, MayClose, RuleOfOperators, Rules, Tick } from './facts.ts';
import { isHalt, reachedBy, takeHalts } from './market-rules.ts';
import type { Model } from './model.ts';
import { judge, type Verdict } from './model-commands.ts';
import { firstRow, inPieces, recheck, type UnfinishedActs } from './row-parts.ts';
import { levelOf, takeLevel } from './stop-out-levels.ts';

export interface Asked {
  readonly command: Command;
  readonly clientId: string | null;
  readonly bodyHash: string | null;
}

export interface Remembered {
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

/** Stored history when a process takes the lead. */
interface History {
  /** Own copy of the stored state. */
  readonly model: Model;
  readonly remembered: ReadonlyMap<string, Remembered>;
  readonly rows: number;
  readonly epoch: number;
  readonly tickOffset: number;
  readonly unfinished: UnfinishedActs;
  readonly reachedMs: number;
  readonly shiftMs: number;
}

/** Tick with its place, its times and the markets of its decision. */
export interface TickFacts {
  readonly offset: number;
  /** Effective time of the tick. */
  readonly timeMs: number;
  readonly mayClose: MayClose;
  /** True if the stored rows had already seen the tick. */
  readonly isRepeated: boolean;
  /** True at a start, which charges a roll whole before the tick. */
  readonly isReplay: boolean;
}

function hasActed({ type, order }: Happening): boolean {
  return type === 'OrderOpened' || /stop|take/.test(order?.closeReason ?? '');
}

/** Expected view of one process: the stored history when it took the lead, and its input since. */
export class Branch {
  readonly model: Model;
  readonly cost = new CostAudit();
  readonly epoch: number;
  readonly tickOffset: number;
  readonly remembered: Map<string, Remembered>;
  readonly expected: Expected[] = [];
  /** Ticks ingested but not yet counted by the store, each with the staged sequence at its end. */
  readonly ticks: { readonly tick: Tick; readonly offset: number; readonly stagedSeq: number }[] = [];
  stagedSeq: number;
  pushedSeq: number;
  nextOffset: number;
  readonly #rules: Rules;
  /** Accounts changed by a tick that was stored in part before this process led. */
  readonly #unfinished: Set<number>;
  /** Accounts of a turn that was stored in part. */
  readonly #unfinishedTurn: ReadonlySet<number>;
  /** Rule changes that wait for the end of the roll in progress. */
  #waitingRules: (readonly RuleOfOperators[])[] = [];
  /** Everything due before this time is decided. */
  #reachedMs: number;
  /** Product time minus elapsed time; only operators' confirmations change it. */
  #shiftMs: number;

  constructor(rules: Rules, { model, remembered, rows, epoch, tickOffset, unfinished, reachedMs, shiftMs }: History) {
    this.#rules = rules;
    this.model = model;
    this.epoch = epoch;
    this.tickOffset = tickOffset;
    this.remembered = new Map(remembered);
    this.stagedSeq = rows;
    this.pushedSeq = rows;
    this.nextOffset = tickOffset;
    this.#unfinished = new Set(unfinished.tick);
    this.#unfinishedTurn = new Set(unfinished.turn);
    this.#reachedMs = reachedMs;
    this.#shiftMs = shiftMs;
    recheck(model, unfinished.turn);
    // Rules may be stored without the notices that they ask for.
    for (const account of model.accounts.values())
      if (levelOf(model, account, 0).due !== null) model.changed.add(account.id);
  }

  /** Product time: elapsed time plus the confirmed shift, whatever the wall clock says (R-TIME-01). */
  get productMs(): number {
    return this.#rules.clocks.elapsedMs() + this.#shiftMs;
  }

  /** True if the wall clock differs from product time (R-TIME-04). */
  isHeld(): boolean {
    this.model.isHeld = this.#rules.clocks.wallMs() !== this.productMs;
    return this.model.isHeld;
  }

  /** Takes the wall clock's time after an operator's confirmation, and expects what is due by it (R-TIME-05). */
  confirm(operatorId: number, mayClose: MayClose): void {
    const [fromMs, toMs] = [this.productMs, this.#rules.clocks.wallMs()];
    const verdict = { kind: 'time-confirmed', fromMs, toMs, operatorId } as const;
    this.#expect({ atMs: toMs, accountId: null, clientId: null, verdict, tickOffset: this.nextOffset });
    this.#shiftMs += toMs - fromMs;
    this.#reachedMs = toMs;
    this.model.night.restart();
    this.advanceClock(toMs, mayClose);
  }

  /** Expects what is due by a time; a roll in progress first charges the account that the next decision is about. */
  advanceClock(atMs: number, mayClose: MayClose, accountIds: readonly number[] = []): void {
    const { model } = this;
    if (!this.isHeld()) {
      this.#reachedMs = Math.max(this.#reachedMs, atMs);
      this.#expectEvents(atMs, model.expire(this.#reachedMs, atMs));
      this.#expectEvents(atMs, model.roll(mayClose, this.#reachedMs, atMs));
    }
    this.#expectEvents(atMs, model.chargeFirst(accountIds, mayClose, atMs));
  }

  ingest(tick: Tick, { offset, timeMs, mayClose, isRepeated, isReplay }: TickFacts): void {
    const { model } = this;
    const atMs = this.productMs;
    // R-TIME-04: stops continue while the time is unconfirmed, and nothing becomes due.
    const isHeld = this.isHeld();
    if (!isHeld) {
      this.#reachedMs = Math.max(this.#reachedMs, timeMs);
      this.#expectEvents(atMs, model.roll(mayClose, this.#reachedMs, atMs));
    }
    this.#expectEvents(atMs, model.chargeFirst(reachedBy(tick, model.ordersOf(tick.instrumentId)), mayClose, atMs));
    while (isReplay && model.night.isRolling) this.#expectEvents(atMs, model.rollOn(mayClose, atMs));
    const isRest = this.#unfinished.size > 0;
    this.resume();
    const events = model.onTick(tick, isHeld ? timeMs : this.#reachedMs, atMs, mayClose);
    this.#expectEvents(atMs, events, {
      isRepeated: isRepeated && events.some(hasActed),
      isRest,
      nextOffset: offset + 1,
    });
    this.nextOffset = offset + 1;
    this.ticks.push({ tick, offset, stagedSeq: this.stagedSeq });
  }

  /** Has the accounts of an interrupted tick checked with the next decision. */
  resume(): void {
    recheck(this.model, this.#unfinished);
    this.#unfinished.clear();
  }

  /** Expects the next piece of the roll in progress, and after the last one the rules that waited (R-LED-27). */
  rollOn(mayClose: MayClose): void {
    const atMs = this.productMs;
    this.#expectEvents(atMs, this.model.rollOn(mayClose, atMs));
    if (this.model.night.isRolling) return;
    for (const changes of this.#waitingRules.splice(0)) this.rule(changes, mayClose);
  }

  /** Halts take effect after everything due before them, and new ones are journaled (R-OPS-51). */
  rule(changes: readonly RuleOfOperators[], mayClose: MayClose): void {
    this.advanceClock(this.productMs, mayClose);
    if (this.model.night.isRolling) this.#waitingRules.push(changes);
    else
      this.#expectEvents(this.productMs, this.putInForce(changes) ? this.model.settle(mayClose, this.productMs) : []);
  }

  /** Expects the rules that a start lacks, and the notices that are due without a price. Unfinished acts go on later. */
  begin(changes: readonly RuleOfOperators[]): void {
    const { model } = this;
    this.putInForce(changes);
    for (const id of this.#unfinished) model.changed.delete(id);
    const now = [...model.changed].filter((id) => !this.#unfinishedTurn.has(id));
    this.#expectEvents(
      this.productMs,
      model.settle(() => false, this.productMs, now),
    );
  }

  /** Expects the rules that are new; false if there are none. Accounts under a changed level are checked next. */
  putInForce(changes: readonly RuleOfOperators[]): boolean {
    const atMs = this.productMs;
    const { model } = this;
    const taken = changes.flatMap((rule): readonly RuleOfOperators[] =>
      isHalt(rule)
        ? takeHalts(model.halts, [rule], atMs)
        : [takeLevel(model.levels, rule, atMs)].filter((one) => one !== null),
    );
    for (const rule of taken) {
      if (rule.rule !== 'policy') continue;
      for (const { id, tenantId } of model.accounts.values()) if (tenantId === rule.tenantId) model.changed.add(id);
    }
    const rules = taken.map((change) => ({ type: 'RuleSet', atMs, ...change }));
    const source = { atMs, accountId: null, clientId: null, tickOffset: this.nextOffset };
    for (const piece of inPieces(rules, this.#rules.entryEventsMax))
      this.#expect({ ...source, verdict: { kind: 'rules-changed', rules: piece } });
    return rules.length > 0;
  }

  /** Decides a command of a new id, and expects its rows. The answer is the first of them. */
  ask({ command: { atMs, ...asked }, clientId, bodyHash }: Asked, mayClose: MayClose, marketOf: MarketOf) {
    // A command stamped by a later clock counts at the deciding process's time.
    const command = { ...asked, atMs: Math.min(atMs, this.productMs) } as Command;
    const { accountId } = command;
    this.advanceClock(command.atMs, mayClose, [accountId]);
    const whole = judge(this.model, command, mayClose, marketOf);
    const [verdict, rest] = firstRow(whole, this.#rules.entryEventsMax);
    const isStored = clientId !== null || !changesNothing(whole);
    const source = { atMs: command.atMs, accountId, clientId, tickOffset: this.nextOffset };
    if (isStored) this.#expect({ ...source, verdict });
    const seq = this.stagedSeq;
    if (clientId !== null && bodyHash !== null)
      this.remembered.set(`${accountId}/${clientId}`, { bodyHash, verdict, seq });
    if (isStored) this.#expectEvents(command.atMs, rest, { isRest: true });
    return { answer: verdict, seq, isStored };
  }

  /** Expects one row, or several of an act that is too large for one; only the last counts the act's tick. */
  #expectEvents(
    atMs: number,
    events: readonly Happening[],
    { isRepeated = false, isRest = false, nextOffset = null as number | null } = {},
  ): void {
    const pieces = inPieces(events, this.#rules.entryEventsMax);
    const isDivided = isRest || pieces.length > 1;
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      const tickOffset = (isLast ? nextOffset : null) ?? this.nextOffset;
      const part = { of: nextOffset === null ? 'turn' : 'tick', isLast } as const;
      const verdict = { kind: 'done', events: piece, ...(isDivided ? { part } : {}) } as const;
      this.#expect({ atMs, accountId: null, clientId: null, tickOffset, isRepeated, verdict });
    }
  }

  #expect(expected: Expected): void {
    this.expected.push(expected);
    this.stagedSeq += 1;
  }
}

function changesNothing(verdict: Verdict): boolean {
  if (verdict.kind !== 'done') return true;
  return verdict.events.length > 0 && verdict.events.every(({ type }) => type === 'CloseRefused');
}
