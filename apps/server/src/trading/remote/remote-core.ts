import { randomUUID } from 'node:crypto';
import type { AccountSummary } from '@candor/domain/calc/account-summary';
import type { Alert } from '@candor/domain/engine/alert';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-request';
import type { Notice } from '@candor/domain/engine/notice';
import type { OpenOrder, OrderRecord } from '@candor/domain/engine/order';
import type { Refusal } from '@candor/domain/engine/refusal';
import type { RuleChange, TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId, InstrumentId, OrderId, Realm } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Money } from '@candor/domain/values/money';
import type { Clock, ClockStep } from '../../ports/clock.ts';
import { type Journal, UnavailableError } from '../../ports/journal.ts';
import type { LineClient } from '../../ports/lines.ts';
import type { OfferView } from '../../ports/offers.ts';
import type {
  AccountIdentity,
  AccountView,
  Answer,
  CoreClock,
  Exposure,
  IdempotencyKey,
  Outcome,
  PaymentClaims,
  Request,
  ShardPort,
  StoredBatch,
  WithdrawableView,
} from '../../ports/trading-port.ts';
import { StateOfferView } from '../offer-view.ts';
import {
  type AskedMethod,
  BusyError,
  type CoreAnswer,
  type CoreEntrance,
  type CoreQuestion,
  type CoreStatus,
  coreQuestions,
  fromBody,
  fromPush,
  type MethodOf,
  questionOf,
  type StoredPush,
  toBody,
  toPortError,
  topics,
} from './core-wire.ts';
import { RulesReplica } from './rules-replica.ts';
import { StoredEntries } from './stored-entries.ts';

/** Time after which a request that changes something is refused by the core. */
const dueAfterMs = 10_000;
const enterAgainMs = 250;
/** A leader may not know yet that its last commits were stored, which takes it at most one stall (3.5 s). */
const behindMax = 24;

export interface RemoteCoreDeps {
  readonly client: LineClient;
  /** Journal that the core writes, for entries whose pushes were missed. */
  readonly journal: Pick<Journal, 'read'>;
  readonly specs: Iterable<InstrumentSpec>;
  /** Policy of companies without their own. */
  readonly fallbackPolicy: TradingPolicy;
  readonly clock: Clock;
  /** Called with every reason for which the core cannot be reached or its entries cannot be read. */
  readonly onError: (error: Error) => void;
  /** Called when a follower of the stored entries throws, and with HistoryLostError. */
  readonly onFatal: (error: Error) => void;
}

/** A new leader's journal ends before entries that this process has seen; the message names the remedy. */
class HistoryLostError extends Error {
  override readonly name = 'HistoryLostError';
}

type Result<Name extends AskedMethod> = Awaited<ReturnType<ShardPort[Name]>>;

/** State of the core as this process knows it. */
export type RemoteStatus = Pick<CoreStatus, 'isStalled' | 'isTimeUnconfirmed'> & {
  /** Epoch of the leader. */
  readonly epoch: number;
};

/**
 * Trading core in another process, over a line. When the line breaks, a command under way is answered `unavailable` at once:
 * the same id finds its decision later. Followers get every entry once and in order; missed ones are read from
 * the journal. It follows the lead to a new leader by itself.
 */
export class RemoteCore implements ShardPort {
  readonly offers: OfferView;
  readonly #deps: RemoteCoreDeps;
  readonly #rules: RulesReplica;
  readonly #stored: StoredEntries;
  readonly #name = randomUUID();
  readonly #listeners = new Set<(status: RemoteStatus | null) => void>();
  readonly #stops: (() => void)[];
  readonly #entered: Promise<void>;
  #markEntered: () => void = () => undefined;
  #status: RemoteStatus | null = null;
  #knownSeq = 0;
  #changes = 0;
  /** Largest lower bound of the core's monotonic clock minus this process's. */
  #clockAheadMs: number | null = null;
  /** Answers in a row of a leader that lacks followed entries. */
  #behind = 0;
  /** Server that is being asked for status and rules. */
  #entering: string | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: RemoteCoreDeps) {
    this.#deps = deps;
    this.#rules = new RulesReplica(deps.specs, deps.fallbackPolicy);
    this.offers = new StateOfferView(this.#rules, deps.clock);
    this.#entered = new Promise((resolve) => {
      this.#markEntered = resolve;
    });
    this.#stored = new StoredEntries(deps.journal, {
      onEntries: (entries) => this.#rules.take(entries),
      onError: deps.onError,
      onFatal: deps.onFatal,
    });
    const enter = () => void this.#enter();
    const { client } = deps;
    this.#stops = [
      client.follow(topics.stored, { onMessage: (body) => this.#takeStored(fromPush(body)), onGap: enter }),
      client.follow(topics.status, {
        onMessage: (body) => this.#take(fromBody(body) as CoreStatus),
        onGap: () => undefined,
      }),
      client.onChange((isUp) => {
        this.#clockAheadMs = null; // Another server has another clock.
        if (isUp) enter();
        else this.#leave();
      }),
    ];
    if (client.isUp) enter();
  }

  /** Resolves once the core was reached for the first time: before, no rules are known. */
  untilEntered(): Promise<void> {
    return this.#entered;
  }

  /** Null while the core cannot be reached. */
  get status(): RemoteStatus | null {
    return this.#status;
  }

  /** True while the core cannot be reached, or cannot store. */
  get isStalled(): boolean {
    return this.#status?.isStalled ?? true;
  }

  get committedSeq(): number {
    return this.#knownSeq;
  }

  /**
   * Returns the sequence of the last entry that the core has stored, also if another gateway asked for it; the last known
   * one while the core cannot be reached.
   */
  async latestSeq(): Promise<number> {
    await this.#ask(coreQuestions.seq, { args: [] }).catch(() => undefined);
    return this.#knownSeq;
  }

  /** Calls `listener` when the core is reached, lost, stalled, or replaced by another leader; returns the way to stop. */
  onChange(listener: (status: RemoteStatus | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops following; the caller closes the line. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    for (const stop of this.#stops) stop();
    this.#stored.close();
  }

  submit(request: Request): Promise<Outcome> {
    return this.#decide('submit', request);
  }

  recordRefusal(accountId: AccountId, key: IdempotencyKey, refusal: Refusal): Promise<Outcome> {
    const { clientId, bodyHash } = key;
    return this.#decide('recordRefusal', accountId, { clientId, bodyHash }, refusal);
  }

  findAnswer(accountId: AccountId, clientId: string, bodyHash?: string | null): Promise<Answer | null> {
    return bodyHash === undefined
      ? this.#view('findAnswer', accountId, clientId)
      : this.#view('findAnswer', accountId, clientId, bodyHash);
  }

  async changeRules(changes: readonly RuleChange[]): Promise<void> {
    await this.#change('changeRules', changes);
  }

  confirmTime(stepId: number, operatorId: number): Promise<ClockStep | null> {
    return this.#change('confirmTime', stepId, operatorId);
  }

  followEvents(follower: (batch: StoredBatch) => void): () => void {
    return this.#stored.follow(follower);
  }

  viewAccount(accountId: AccountId): Promise<AccountView | null> {
    return this.#view('viewAccount', accountId);
  }

  viewAccounts(accountIds: readonly AccountId[]): Promise<(AccountView | null)[]> {
    return this.#view('viewAccounts', accountIds);
  }

  viewAlerts(accountId: AccountId): Promise<readonly Alert[]> {
    return this.#view('viewAlerts', accountId);
  }

  viewWithdrawable(accountId: AccountId): Promise<WithdrawableView | null> {
    return this.#view('viewWithdrawable', accountId);
  }

  viewPayment(companyId: CompanyId, externalId: string): Promise<PaymentClaims> {
    return this.#view('viewPayment', companyId, externalId);
  }

  waitingDeposits(companyId: CompanyId): Promise<readonly DepositRecord[]> {
    return this.#view('waitingDeposits', companyId);
  }

  findAccount(accountId: AccountId): Promise<AccountIdentity | null> {
    return this.#view('findAccount', accountId);
  }

  findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    return this.#view('findOrder', accountId, orderId);
  }

  hasOrders(accountId: AccountId): Promise<boolean> {
    return this.#view('hasOrders', accountId);
  }

  async heldBy(accountId: AccountId): Promise<ReadonlySet<InstrumentId>> {
    return new Set(await this.#view('heldBy', accountId)); // A list on the wire.
  }

  summaryOf(accountId: AccountId): Promise<AccountSummary | null> {
    return this.#view('summaryOf', accountId);
  }

  profitsOf(orders: readonly OpenOrder[]): Promise<readonly Money[]> {
    return this.#view('profitsOf', orders);
  }

  exposureOf(companyId: CompanyId, realm: Realm): Promise<readonly Exposure[]> {
    return this.#view('exposureOf', companyId, realm);
  }

  nearestToStopOut(companyId: CompanyId, realm: Realm): ReturnType<ShardPort['nearestToStopOut']> {
    return this.#view('nearestToStopOut', companyId, realm);
  }

  viewClock(): Promise<CoreClock> {
    return this.#view('viewClock');
  }

  noticesOf(accountId: AccountId): Promise<readonly Notice[]> {
    return this.#view('noticesOf', accountId);
  }

  noticesSince(sinceMs: number): Promise<readonly Notice[]> {
    return this.#view('noticesSince', sinceMs);
  }

  async #decide<Name extends 'submit' | 'recordRefusal'>(
    name: Name,
    ...args: Parameters<ShardPort[Name]>
  ): Promise<Outcome> {
    try {
      return await this.#change(name, ...args);
    } catch (error) {
      // Not sent, or not handled.
      if (error instanceof BusyError) return { kind: 'busy' };
      if (error instanceof UnavailableError) return { kind: 'unavailable' };
      throw error;
    }
  }

  #view<Name extends MethodOf<'view'>>(name: Name, ...args: Parameters<ShardPort[Name]>): Promise<Result<Name>> {
    return this.#ask(questionOf(name), { args });
  }

  async #change<Name extends MethodOf<'change'>>(
    name: Name,
    ...args: Parameters<ShardPort[Name]>
  ): Promise<Result<Name>> {
    if (this.#clockAheadMs === null) throw new UnavailableError('the core cannot be reached');
    this.#changes += 1;
    const once = `${this.#name}:${this.#changes}`;
    const dueMs = this.#deps.clock.monotonicMs() + this.#clockAheadMs + dueAfterMs;
    return this.#ask<Result<Name>>(questionOf(name), { args, once, dueMs });
  }

  async #ask<Value>(name: string, question: CoreQuestion): Promise<Value> {
    const { client } = this.#deps;
    try {
      let answer = fromBody(await client.ask(name, toBody(question))) as CoreAnswer;
      if ('parts' in answer) answer = fromBody(await this.#fetch(answer)) as Exclude<CoreAnswer, { parts: number }>;
      this.#knownSeq = Math.max(this.#knownSeq, answer.seq);
      return answer.value as Value;
    } catch (error) {
      throw toPortError(error as Error);
    }
  }

  async #fetch({ id, parts }: { readonly id: number; readonly parts: number }): Promise<Buffer> {
    const { client } = this.#deps;
    const asked = Array.from({ length: parts - 1 }, (_, at) =>
      client.ask(coreQuestions.part, toBody({ args: [id, at] })),
    );
    const first = await Promise.all(asked);
    // The last part is asked for alone: the core forgets the answer with it.
    return Buffer.concat([...first, await client.ask(coreQuestions.part, toBody({ args: [id, parts - 1] }))]);
  }

  /** Learns status and rules, and from where on entries are followed; asks until the core answers. */
  async #enter(): Promise<void> {
    clearTimeout(this.#retry);
    const { peer } = this.#deps.client;
    // One question is enough: entries stored after its answer are pushed, or shown missing by the next status.
    if (peer === null || this.#isClosed || this.#entering === peer.instance) return;
    this.#entering = peer.instance;
    const { delivered } = this.#stored;
    try {
      const { status, rules } = await this.#ask<CoreEntrance>(coreQuestions.enter, { args: [] });
      // Another leader has taken over meanwhile, and is asked itself.
      if (this.#deps.client.peer?.instance !== peer.instance || this.#isClosed) return;
      this.#requireHistory(delivered, status.seq);
      this.#rules.begin(rules, status.seq);
      this.#stored.reach(status.seq);
      this.#take(status);
      this.#markEntered();
    } catch (error) {
      if (!this.#deps.client.isUp) return;
      this.#deps.onError(error as Error);
      this.#retry = setTimeout(() => void this.#enter(), enterAgainMs);
      this.#retry.unref();
    } finally {
      if (this.#entering === peer.instance) this.#entering = null;
    }
  }

  /**
   * Everything delivered before the question was sent is stored: a leader that lacks it for longer than a commit may be
   * unclear leads a restored database. Throws until then.
   */
  #requireHistory(delivered: number | null, seq: number): void {
    const isBehind = delivered !== null && seq < delivered;
    this.#behind = isBehind ? this.#behind + 1 : 0;
    if (!isBehind) return;
    if (this.#behind < behindMax)
      throw new Error(`The leader knows of entry ${seq}, but entry ${delivered} is stored.`);
    this.#deps.onFatal(
      new HistoryLostError(
        `The journal ends at entry ${seq}, but entry ${delivered} was stored before: the database was restored from a backup. Start this process again (docs/runbook/cluster.md).`,
      ),
    );
  }

  #takeStored(push: StoredPush): void {
    this.#knownSeq = Math.max(this.#knownSeq, push.to);
    this.#stored.take(push);
  }

  #take(status: CoreStatus): void {
    const { peer } = this.#deps.client;
    if (peer === null) return;
    const aheadMs = status.atMs - this.#deps.clock.monotonicMs();
    this.#clockAheadMs = Math.max(this.#clockAheadMs ?? aheadMs, aheadMs);
    this.#knownSeq = Math.max(this.#knownSeq, status.seq);
    this.#rules.show(status);
    // Its push may have been lost.
    this.#stored.reach(status.seq);
    this.#setStatus({ epoch: peer.rank, isStalled: status.isStalled, isTimeUnconfirmed: status.isTimeUnconfirmed });
  }

  #leave(): void {
    clearTimeout(this.#retry);
    this.#setStatus(null);
  }

  #setStatus(status: RemoteStatus | null): void {
    const before = this.#status;
    this.#status = status;
    if (before?.epoch === status?.epoch && before?.isStalled === status?.isStalled) return;
    for (const listener of this.#listeners) listener(status);
  }
}
