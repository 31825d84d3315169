import type { Command } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import { execute, executeRule } from '@candor/domain/engine/execute';
import type { CanClose } from '@candor/domain/engine/facts';
import type { UsedPayment } from '@candor/domain/engine/funds/funds-request';
import { paymentToFind, usedPaymentOf } from '@candor/domain/engine/funds/used-payments';
import type { MarketNow } from '@candor/domain/engine/market-now';
import { isOfPair } from '@candor/domain/engine/pending-end';
import type { Refusal } from '@candor/domain/engine/refusal';
import type { RuleChange, RuleEvent } from '@candor/domain/engine/rules/trading-rules';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId, InstrumentId } from '@candor/domain/values/ids';
import type { Clock } from '../ports/clock.ts';
import type { HeldLease, StoredPayments } from '../ports/journal.ts';
import type { Answer, Decision, IdempotencyKey, Outcome, Request } from '../ports/trading-port.ts';
import { backlogMax, type DecisionLog, noCommand, piecesOf } from './decision-log.ts';
import type { DueEvents } from './due-events.ts';
import type { Idempotency } from './idempotency.ts';
import { withMarkets } from './market-facts.ts';
import { PaymentSearch, type Question } from './payment-search.ts';

/** Maximum for commands that reduce risk: closes, cancels, stops, and cancelled withdrawals (R-ORD-29). */
const reliefBacklogMax = 10_000;

interface CommandDeskDeps {
  readonly state: EngineState;
  readonly log: DecisionLog;
  readonly due: DueEvents;
  readonly idempotency: Idempotency;
  readonly payments: StoredPayments;
  readonly clock: Clock;
  readonly canClose: CanClose;
  readonly marketNow: ((id: InstrumentId) => MarketNow) | undefined;
  readonly lease: HeldLease | undefined;
  /** True while current prices may still be on their way, as just after taking the lead. */
  readonly awaitsPrices: (() => boolean) | undefined;
  /** False while a halt of every company may have been missed. */
  readonly knowsHalts: (() => boolean) | undefined;
}

/** Decides commands and rule changes, and finds the answers to known ids. */
export class CommandDesk {
  readonly #deps: CommandDeskDeps;

  constructor(deps: CommandDeskDeps) {
    this.#deps = deps;
  }

  submit(request: Request): Promise<Outcome> {
    const { command, clientId } = request;
    const { state, idempotency } = this.#deps;
    const waitingMax = isRelief(command) ? reliefBacklogMax : backlogMax;
    const isNew = clientId === null || idempotency.find(command.accountId, clientId) === 'new';
    if (!isNew || paymentToFind(state, command) !== null) return this.#submitAfterSearch(request, waitingMax);
    // Nearly every order: memory knows all that the decision needs.
    try {
      return this.#decideNow(waitingMax, () => this.#decide(request, false));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #submitAfterSearch(request: Request, waitingMax: number): Promise<Outcome> {
    const { command } = request;
    const { state, log, payments } = this.#deps;
    const search = new PaymentSearch(state, payments, () => log.commit.whenCommitted());
    const answering = { search: () => search.next(command), waitingMax };
    return this.#answer(command.accountId, request, answering, (hasWaited) =>
      this.#decide({ ...request, command: search.addTo(command) }, hasWaited),
    );
  }

  async recordRefusal(accountId: AccountId, key: IdempotencyKey, refusal: Refusal): Promise<Outcome> {
    return this.#answer(accountId, key, { search: () => null, waitingMax: reliefBacklogMax }, () => {
      const atMs = this.#deps.clock.nowMs();
      this.#deps.due.advanceClock(atMs, atMs);
      return this.#store({ kind: 'refused', refusal }, key, { accountId, atMs });
    });
  }

  async findAnswer(accountId: AccountId, clientId: string, bodyHash?: string | null): Promise<Answer | null> {
    const { idempotency, log } = this.#deps;
    let known = idempotency.find(accountId, clientId);
    while (known === 'unknown') {
      await idempotency.ask(accountId, clientId);
      known = idempotency.find(accountId, clientId);
    }
    if (known !== 'new') return this.#stored(known, bodyHash);
    // A process that lost the lead does not know its successor's decisions.
    await log.commit.confirmLead();
    return null;
  }

  async changeRules(changes: readonly RuleChange[]): Promise<void> {
    const { commit } = this.#deps.log;
    await new Promise<void>((resolve, reject) => {
      // A roll in progress waits while the journal is away; the change is then in force later.
      if (!this.#putInForce(changes, resolve)) commit.whenCommitted().catch(reject);
    });
    // A rule in force may not be stored yet: its answer waits for that, too.
    await commit.whenCommitted();
  }

  /**
   * Puts rules in force, or does so right after the roll in progress and returns false: a rule may concern any account,
   * and the roll before it is charged whole under the rules before it.
   */
  #putInForce(changes: readonly RuleChange[], done: () => void): boolean {
    const { due, clock } = this.#deps;
    const atMs = clock.nowMs();
    due.advanceClock(atMs, atMs);
    if (due.night !== null) {
      due.afterRoll(() => this.#putInForce(changes, done));
      return false;
    }
    due.recheck(this.journalRules(changes, atMs), atMs);
    done();
    return true;
  }

  /** Puts rules in force and stages the new ones, which it returns. */
  journalRules(changes: readonly RuleChange[], atMs: number): readonly RuleEvent[] {
    const { state, log } = this.#deps;
    const rules = changes.flatMap((change) => executeRule(state, change, atMs) ?? []);
    for (const piece of piecesOf(rules)) log.stage({ kind: 'rules-changed', rules: piece }, { atMs, ...noCommand });
    return rules;
  }

  /**
   * Answers a known id from the journal; otherwise decides, unless the core is stalled or the backlog is full. Before that
   * it asks the database for everything that memory does not know: an older id, or an older payment.
   */
  async #answer(
    accountId: AccountId,
    { clientId, bodyHash }: IdempotencyKey,
    { search, waitingMax }: { readonly search: () => Question | null; readonly waitingMax: number },
    decide: (hasWaited: boolean) => Decision | null,
  ): Promise<Outcome> {
    const { idempotency, log } = this.#deps;
    const find = () => (clientId === null ? 'new' : idempotency.find(accountId, clientId));
    /** Returns the next question to the database; null if nothing is left to ask. */
    const next = (): Question | null => {
      if (known === 'unknown' && clientId !== null) return () => idempotency.ask(accountId, clientId);
      return known === 'new' ? search() : null;
    };
    let known = find();
    let hasWaited = false;
    for (let question = next(); question !== null; question = next()) {
      // Asked only now: an answer that nobody waits for would be an unhandled rejection.
      if (log.commit.isStalled) return { kind: 'unavailable' };
      const isAnswered = await question().then(isTrue, isFalse);
      if (!isAnswered) return { kind: 'unavailable' };
      // Nothing may wait between this and the decision: another call may decide the same id or use the same payment.
      known = find();
      hasWaited = true;
    }
    if (typeof known === 'number') return this.#stored(known, bodyHash).catch(() => ({ kind: 'unavailable' }));
    return this.#decideNow(waitingMax, () => decide(hasWaited));
  }

  /** Decides a command whose id and payment are known, unless the core is stalled or the backlog is full. */
  #decideNow(waitingMax: number, decide: () => Decision | null): Promise<Outcome> {
    const { log, lease } = this.#deps;
    if (log.commit.isStalled || lease?.isHeld === false) return Promise.resolve({ kind: 'unavailable' });
    if (log.commit.backlog >= waitingMax) return Promise.resolve({ kind: 'busy' });
    const decision = decide();
    return decision === null ? Promise.resolve({ kind: 'unavailable' }) : this.#whenStored(decision);
  }

  /** Returns the stored answer, the same for every repeat (R-WIRE-09). Without `bodyHash` any body is accepted. */
  async #stored(seq: number, bodyHash: string | null | undefined): Promise<Answer> {
    const known = await this.#deps.log.find(seq);
    return bodyHash === undefined || known.bodyHash === bodyHash ? known.decision : { kind: 'conflict' };
  }

  /**
   * Decides a command at its time; one that has waited for the table of ids, at the present time. Null if it would be
   * refused for a price that may still be on its way, or would open while a halt may have been missed: its id stays free.
   */
  #decide(request: Request, hasWaited: boolean): Decision | null {
    const { state, due, clock, marketNow, canClose, awaitsPrices, knowsHalts } = this.#deps;
    if (isOpening(request.command) && knowsHalts?.() === false) return null;
    // Its answer would name orders as refused for prices that are still on their way, in every repeat.
    if (request.command.type === 'CloseOrders' && awaitsPrices?.() === true) return null;
    const nowMs = clock.nowMs();
    const command = hasWaited ? { ...request.command, atMs: nowMs } : notLaterThan(request.command, nowMs);
    due.advanceClock(command.atMs, command.atMs, [command.accountId]);
    const result = execute(state, withMarkets(state, command, marketNow), canClose);
    if (!result.ok && forPrices.has(result.refusal) && awaitsPrices?.() === true) return null;
    if (!result.ok) return this.#store({ kind: 'refused', refusal: result.refusal }, request, command);
    // The answer is the entry with the command's own events; what the margin check adds may take further entries.
    const [events = [], ...rest] = piecesOf(result.value, isOfPair);
    const part = rest.length > 0 ? { part: { of: 'turn', isLast: false } as const } : {};
    const answer = { kind: 'done', events, ...part } as const;
    if (request.clientId === null && changesNothing(result.value)) return answer;
    const decision = this.#store(answer, request, command);
    this.#deps.log.stageEvents(rest.flat(), command.atMs, true);
    return decision;
  }

  /** Stages a decision. A refusal changes nothing, so it is stored only if its id must stay refused. */
  #store(
    decision: Decision,
    { clientId, bodyHash }: IdempotencyKey,
    { accountId, atMs }: { readonly accountId: AccountId; readonly atMs: number },
  ): Decision {
    if (decision.kind === 'refused' && clientId === null) return decision;
    const payment = this.#paymentOf(decision);
    const seq = this.#deps.log.stage(decision, { atMs, accountId, clientId, bodyHash, payment });
    if (clientId !== null && bodyHash !== null) this.#deps.idempotency.remember(accountId, clientId, seq, atMs);
    return decision;
  }

  /** Returns the payment that a decision used; a command uses one at most. */
  #paymentOf(decision: Decision): UsedPayment | undefined {
    if (decision.kind === 'refused') return undefined;
    for (const event of decision.events) {
      const used = usedPaymentOf(this.#deps.state, event);
      if (used !== null) return used;
    }
    return undefined;
  }

  #whenStored(outcome: Outcome): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#deps.log.commit.onceCommitted((error) => resolve(error === null ? outcome : { kind: 'unavailable' }));
    });
  }
}

/** Refusals for want of a current price. */
const forPrices: ReadonlySet<Refusal> = new Set([
  'no-price',
  'price-stale',
  'conversion-stale',
  'quote-outdated',
  'market-closed-risk',
]);

/** True if every order that a command would close stays open: as with a refusal, only its id can need the answer. */
function changesNothing(events: readonly EngineEvent[]): boolean {
  return events.length > 0 && events.every(({ type }) => type === 'CloseRefused');
}

const isTrue = () => true;
const isFalse = () => false;

/** Limits a command's time to now: it may have waited while an operator confirmed an earlier time. */
function notLaterThan(command: Command, nowMs: number): Command {
  return command.atMs <= nowMs ? command : { ...command, atMs: nowMs };
}

function isOpening({ type }: Command): boolean {
  return type === 'PlaceOrder' || type === 'ReverseOrder';
}

function isRelief({ type }: Command): boolean {
  return (
    type === 'CloseOrder' ||
    type === 'CloseOrders' ||
    type === 'CancelOrder' ||
    type === 'AmendStops' ||
    type === 'AmendOrder' ||
    type === 'LinkOrders' ||
    type === 'BreakEven' ||
    type === 'CancelWithdrawal'
  );
}
