import type { EngineEvent } from '../engine/event.ts';
import type { OrderRecord } from '../engine/order.ts';
import type { AccountId, CompanyId, InstrumentId, OrderId, Side } from '../values/ids.ts';
import { findRule, type HedgedSpec, type HedgeRule, hedgedSteps, type RoutedPosition } from './hedge-rules.ts';

/** Open position of a real account. */
export interface ClientPosition extends RoutedPosition {
  readonly orderId: OrderId;
  readonly companyId: CompanyId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
}

/** Nets of a company in one instrument, in lot steps; bought is above zero. */
interface Nets {
  readonly companyId: CompanyId;
  readonly instrumentId: InstrumentId;
  total: bigint;
  /** By the place of the rule. Positions that no rule fits are in `total` alone. */
  readonly byRule: Map<number, bigint>;
}

/** Net position of a company's clients in an instrument, and the hedge that its rules want, in lot steps. */
export interface WantedHedge {
  readonly companyId: CompanyId;
  readonly instrumentId: InstrumentId;
  readonly clientSteps: bigint;
  readonly wantedSteps: bigint;
}

/** Position of a client before and after an event. */
export interface PositionChange {
  readonly before: ClientPosition | null;
  readonly after: ClientPosition | null;
}

type PlaceKey = `${CompanyId}/${InstrumentId}`;

/**
 * Open positions of the real accounts, and the hedge that each company's rules want. That hedge is a function of the open
 * positions and the rules alone (R-HDG-02); an event costs the same whatever the number of positions. Memory grows with
 * open positions and real accounts, not with entries.
 */
export class ClientBook {
  readonly #specs: ReadonlyMap<InstrumentId, HedgedSpec>;
  readonly #accounts = new Map<AccountId, CompanyId>();
  readonly #positions = new Map<OrderId, ClientPosition>();
  readonly #rules = new Map<CompanyId, readonly HedgeRule[]>();
  readonly #nets = new Map<PlaceKey, Nets>();

  constructor(specs: ReadonlyMap<InstrumentId, HedgedSpec>) {
    this.#specs = specs;
  }

  /** Number of open positions. */
  get size(): number {
    return this.#positions.size;
  }

  /** Puts rules in force for a company; its positions are routed again. */
  setRules(companyId: CompanyId, rules: readonly HedgeRule[]): void {
    this.#rules.set(companyId, rules);
    for (const nets of this.#nets.values()) if (nets.companyId === companyId) nets.byRule.clear();
    for (const position of this.#positions.values())
      if (position.companyId === companyId) this.#addToRule(position, 1n);
  }

  /** Adds a real account. */
  addAccount(accountId: AccountId, companyId: CompanyId): void {
    this.#accounts.set(accountId, companyId);
  }

  /** Adds the open order of an account; orders of accounts that are not real are left out. */
  addOrder(order: OrderRecord): void {
    this.#change(order.id, this.#positionOf(order));
  }

  /** Follows an event; null if it changes no position of a real account. */
  take(event: EngineEvent): PositionChange | null {
    if (event.type === 'AccountOpened' && event.realm === 'real') this.addAccount(event.accountId, event.tenantId);
    else if (event.type === 'AccountClosed') this.#accounts.delete(event.accountId);
    else if (event.type === 'OrderOpened' || event.type === 'OrderReduced' || event.type === 'OrderClosed')
      return this.#change(event.order.id, this.#positionOf(event.order));
    return null;
  }

  /** Returns the company of a real account; null for any other. */
  companyOf(accountId: AccountId): CompanyId | null {
    return this.#accounts.get(accountId) ?? null;
  }

  /** Returns the wanted hedge of each instrument in which a company has or had positions, or rules were set. */
  wanted(): WantedHedge[] {
    return [...this.#nets.values()].map((nets) => this.#wantedOf(nets));
  }

  /** Returns the wanted hedge of one instrument. */
  wantedIn(companyId: CompanyId, instrumentId: InstrumentId): WantedHedge {
    return this.#wantedOf(this.#netsOf(companyId, instrumentId));
  }

  #positionOf(order: OrderRecord): ClientPosition | null {
    const companyId = this.#accounts.get(order.accountId);
    if (companyId === undefined || order.status !== 'open') return null;
    const { id: orderId, instrumentId, side, lots, openedAtMs } = order;
    return { orderId, companyId, instrumentId, side, lots, openedAtMs: openedAtMs ?? order.placedAtMs };
  }

  #change(orderId: OrderId, after: ClientPosition | null): PositionChange | null {
    const before = this.#positions.get(orderId) ?? null;
    if (before === null && after === null) return null;
    if (before !== null) {
      this.#netsOf(before.companyId, before.instrumentId).total -= stepsOf(before);
      this.#addToRule(before, -1n);
    }
    if (after === null) this.#positions.delete(orderId);
    else {
      this.#positions.set(orderId, after);
      this.#netsOf(after.companyId, after.instrumentId).total += stepsOf(after);
      this.#addToRule(after, 1n);
    }
    return { before, after };
  }

  #addToRule(position: ClientPosition, sign: bigint): void {
    const spec = this.#specs.get(position.instrumentId);
    const rules = this.#rules.get(position.companyId);
    if (spec === undefined || rules === undefined) return;
    const at = findRule(rules, spec, position);
    if (at === null) return;
    const { byRule } = this.#netsOf(position.companyId, position.instrumentId);
    byRule.set(at, (byRule.get(at) ?? 0n) + sign * stepsOf(position));
  }

  #netsOf(companyId: CompanyId, instrumentId: InstrumentId): Nets {
    const key: PlaceKey = `${companyId}/${instrumentId}`;
    let nets = this.#nets.get(key);
    if (nets === undefined) {
      nets = { companyId, instrumentId, total: 0n, byRule: new Map() };
      this.#nets.set(key, nets);
    }
    return nets;
  }

  #wantedOf({ companyId, instrumentId, total, byRule }: Nets): WantedHedge {
    const spec = this.#specs.get(instrumentId);
    const rules = this.#rules.get(companyId) ?? [];
    let wantedSteps = 0n;
    for (const [at, net] of byRule) {
      const rule = rules[at];
      if (rule !== undefined && spec !== undefined) wantedSteps += hedgedSteps(rule.share, net, spec.lotStepE8);
    }
    return { companyId, instrumentId, clientSteps: total, wantedSteps };
  }
}

/** Signed size of a position in lot steps. */
function stepsOf({ side, lots }: ClientPosition): bigint {
  return side === 'buy' ? BigInt(lots) : -BigInt(lots);
}
