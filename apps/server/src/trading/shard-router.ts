import type { AccountSummary } from '@candor/domain/calc/account-summary';
import type { Alert } from '@candor/domain/engine/alert';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-request';
import type { Notice } from '@candor/domain/engine/notice';
import type { OpenOrder, OrderRecord } from '@candor/domain/engine/order';
import type { Refusal } from '@candor/domain/engine/refusal';
import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId, InstrumentId, OrderId, Realm } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import { shardOf } from '@candor/domain/values/shard';
import type { ClockStep } from '../ports/clock.ts';
import { UnavailableError } from '../ports/journal.ts';
import type { OfferView } from '../ports/offers.ts';
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
  StopOutWatch,
  StoredBatch,
  TradingPort,
  WithdrawableView,
} from '../ports/trading-port.ts';
import { mergeExposures } from './exposure.ts';
import { ShardOffers } from './shard-offers.ts';
import { mergeWatches } from './stop-out-watch.ts';

export interface ShardRouterDeps {
  /** Core of each shard. */
  readonly cores: ReadonlyMap<number, TradingPort>;
  /** Returns the shards that decide for a company; empty for a company that this process does not know yet. */
  readonly shardsOf: (companyId: CompanyId) => readonly number[];
  /** True if the rules of the shard's companies are known. */
  readonly hasRules: (shard: number) => boolean;
}

interface Rejected {
  readonly reason: unknown;
  readonly own: readonly RuleChange[];
}

/** Room for the shard in the number of a step of the clock. */
const shardsInStepId = 100;

/**
 * The cores of several shards as one: each question goes to the shard that the account's number names, or to those of the
 * company (docs/adr/0039). A shard that is away fails its own accounts only.
 */
export class ShardRouter implements TradingPort {
  readonly offers: OfferView;
  readonly #deps: ShardRouterDeps;

  constructor(deps: ShardRouterDeps) {
    this.#deps = deps;
    this.offers = new ShardOffers(
      [...deps.cores.values()].map(({ offers }) => offers),
      (companyId) => this.#offersOf(companyId),
    );
  }

  async submit(request: Request): Promise<Outcome> {
    return this.#coreOf(request.command.accountId).submit(request);
  }

  async findAnswer(accountId: AccountId, clientId: string, bodyHash?: string | null): Promise<Answer | null> {
    return this.#coreOf(accountId).findAnswer(accountId, clientId, bodyHash);
  }

  async recordRefusal(accountId: AccountId, key: IdempotencyKey, refusal: Refusal): Promise<Outcome> {
    return this.#coreOf(accountId).recordRefusal(accountId, key, refusal);
  }

  /** Each rule goes to the shards that decide by it; a halt of every company to all. Rejects if one of them does. */
  async changeRules(changes: readonly RuleChange[]): Promise<void> {
    for (const [, { reason }] of await this.#spread(changes)) throw reason;
  }

  /**
   * Does as `changeRules`, but a shard that cannot be reached fails no halt of every company: returns such shards, whose
   * cores read it from the tables (R-RUN-77).
   */
  async changeReached(changes: readonly RuleChange[]): Promise<readonly number[]> {
    const failed = await this.#spread(changes);
    for (const { reason, own } of failed.values())
      if (!(reason instanceof UnavailableError && own.every(isHaltOfAll))) throw reason;
    return [...failed.keys()].toSorted((left, right) => left - right);
  }

  /** Each core has a clock of its own: the first one with an unconfirmed step, else the first that answers. */
  async viewClock(): Promise<CoreClock> {
    return (await this.#steppedCore()).clock;
  }

  /** Confirms the step that `viewClock` shows, at its core alone. */
  async confirmTime(stepId: number, operatorId: number): Promise<ClockStep | null> {
    const { core, clock } = await this.#steppedCore();
    return clock.step?.id === stepId ? core.confirmTime(Math.floor(stepId / shardsInStepId), operatorId) : null;
  }

  followEvents(follower: (batch: StoredBatch) => void): () => void {
    const stops = [...this.#deps.cores.values()].map((core) => core.followEvents(follower));
    return () => {
      for (const stop of stops) stop();
    };
  }

  async viewAccount(accountId: AccountId): Promise<AccountView | null> {
    return this.#coreOf(accountId).viewAccount(accountId);
  }

  /** Accounts of one shard are seen at the same moment. */
  viewAccounts(accountIds: readonly AccountId[]): Promise<(AccountView | null)[]> {
    return this.#inShards(
      accountIds,
      (accountId) => accountId,
      (core, ids) => core.viewAccounts(ids),
    );
  }

  async viewAlerts(accountId: AccountId): Promise<readonly Alert[]> {
    return this.#coreOf(accountId).viewAlerts(accountId);
  }

  async viewWithdrawable(accountId: AccountId): Promise<WithdrawableView | null> {
    return this.#coreOf(accountId).viewWithdrawable(accountId);
  }

  async viewPayment(companyId: CompanyId, externalId: string): Promise<PaymentClaims> {
    const views = await Promise.all(this.#coresOf(companyId).map((core) => core.viewPayment(companyId, externalId)));
    return {
      claims: views.flatMap(({ claims }) => claims),
      credited: views.find(({ credited }) => credited !== null)?.credited ?? null,
    };
  }

  async waitingDeposits(companyId: CompanyId): Promise<readonly DepositRecord[]> {
    return (await Promise.all(this.#coresOf(companyId).map((core) => core.waitingDeposits(companyId)))).flat();
  }

  async findAccount(accountId: AccountId): Promise<AccountIdentity | null> {
    return this.#coreOf(accountId).findAccount(accountId);
  }

  async findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    return this.#coreOf(accountId).findOrder(accountId, orderId);
  }

  async hasOrders(accountId: AccountId): Promise<boolean> {
    return this.#coreOf(accountId).hasOrders(accountId);
  }

  async heldBy(accountId: AccountId): Promise<ReadonlySet<InstrumentId>> {
    return this.#coreOf(accountId).heldBy(accountId);
  }

  async summaryOf(accountId: AccountId): Promise<AccountSummary | null> {
    return this.#coreOf(accountId).summaryOf(accountId);
  }

  profitsOf(orders: readonly OpenOrder[]): Promise<readonly Money[]> {
    return this.#inShards(
      orders,
      ({ accountId }) => accountId,
      (core, own) => core.profitsOf(own),
    );
  }

  async exposureOf(companyId: CompanyId, realm: Realm): Promise<readonly Exposure[]> {
    return mergeExposures(await Promise.all(this.#coresOf(companyId).map((core) => core.exposureOf(companyId, realm))));
  }

  async nearestToStopOut(companyId: CompanyId, realm: Realm): Promise<StopOutWatch> {
    const shards = this.#coresOf(companyId).map((core) => core.nearestToStopOut(companyId, realm));
    return mergeWatches(await Promise.all(shards));
  }

  async noticesOf(accountId: AccountId): Promise<readonly Notice[]> {
    return this.#coreOf(accountId).noticesOf(accountId);
  }

  async #steppedCore(): Promise<{ readonly core: TradingPort; readonly clock: CoreClock }> {
    const asked = await Promise.allSettled(
      [...this.#deps.cores].map(async ([shard, core]) => ({ core, clock: ofShard(shard, await core.viewClock()) })),
    );
    const known = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const found = known.find(({ clock }) => clock.step !== null) ?? known[0];
    if (found === undefined) throw new UnavailableError('no core can be reached');
    return found;
  }

  /** Sends each rule to its shards; returns those that reject, with the reason and the rules sent. */
  async #spread(changes: readonly RuleChange[]): Promise<ReadonlyMap<number, Rejected>> {
    const byShard = new Map<number, RuleChange[]>();
    for (const change of changes)
      for (const shard of this.#shardsUnder(change)) byShard.set(shard, [...(byShard.get(shard) ?? []), change]);
    const rejected = new Map<number, Rejected>();
    await Promise.all(
      [...byShard].map(([shard, own]) =>
        this.#coreAt(shard)
          .changeRules(own)
          .catch((reason: unknown) => rejected.set(shard, { reason, own })),
      ),
    );
    return rejected;
  }

  #coreOf(accountId: AccountId): TradingPort {
    return this.#coreAt(shardOf(accountId));
  }

  #coreAt(shard: number): TradingPort {
    const core = this.#deps.cores.get(shard);
    // Its company was made by a process with a higher number of shards.
    if (core === undefined) throw new UnavailableError(`shard ${shard} is not among the shards of this process`);
    return core;
  }

  #coresOf(companyId: CompanyId): readonly [TradingPort, ...TradingPort[]] {
    const [first, ...others] = this.#shardsOf(companyId);
    return [this.#coreAt(first), ...others.map((shard) => this.#coreAt(shard))];
  }

  #shardsOf(companyId: CompanyId): readonly [number, ...number[]] {
    const [first, ...others] = this.#deps.shardsOf(companyId);
    if (first === undefined) throw new UnavailableError(`the shard of company ${companyId} is not known yet`);
    return [first, ...others];
  }

  #offersOf(companyId: CompanyId): OfferView {
    const [shard] = this.#deps.shardsOf(companyId);
    if (shard !== undefined && !this.#deps.hasRules(shard))
      throw new UnavailableError(`the rules of company ${companyId} are not known yet`);
    return this.#coresOf(companyId)[0].offers;
  }

  #shardsUnder(change: RuleChange): readonly number[] {
    switch (change.rule) {
      case 'limits':
        return [shardOf(change.accountId)];
      case 'halt': {
        const { tenantId } = change.halt;
        return tenantId === null ? [...this.#deps.cores.keys()] : this.#shardsOf(tenantId);
      }
      case 'catalogue':
        return [...new Set(change.tenantIds.flatMap((id) => this.#shardsOf(id)))];
      case 'policy':
      case 'terms':
        return this.#shardsOf(change.tenantId);
    }
  }

  /** Asks each shard for its own part; returns the answers in the order of the questions. */
  async #inShards<Asked, Answered>(
    asked: readonly Asked[],
    accountOf: (one: Asked) => AccountId,
    ask: (core: TradingPort, own: readonly Asked[]) => Promise<readonly Answered[]>,
  ): Promise<Answered[]> {
    const places = new Map<number, number[]>();
    for (const [at, one] of asked.entries()) {
      const shard = shardOf(accountOf(one));
      places.set(shard, [...(places.get(shard) ?? []), at]);
    }
    const answers: Answered[] = [];
    await Promise.all(
      [...places].map(async ([shard, own]) => {
        const given = await ask(
          this.#coreAt(shard),
          own.map((at) => asked[at] as Asked),
        );
        for (const [index, at] of own.entries()) answers[at] = given[index] as Answered;
      }),
    );
    return answers;
  }
}

function isHaltOfAll(change: RuleChange): boolean {
  return change.rule === 'halt' && change.halt.tenantId === null;
}

/** Returns the clock with a step that no other shard numbers alike: each counts its own. */
function ofShard(shard: number, clock: CoreClock): CoreClock {
  const { step } = clock;
  return { ...clock, step: step && { ...step, id: step.id * shardsInStepId + shard } };
}
