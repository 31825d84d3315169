import { stepUnitsE8 } from '@candor/domain/calc/order-formulas';
import { currentRate } from '@candor/domain/engine/facts';
import { isOpen, type OpenOrder } from '@candor/domain/engine/order';
import type { EngineState } from '@candor/domain/engine/state';
import { divHalfEven, powerOfTen } from '@candor/domain/values/decimal';
import type { AccountId, CompanyId, InstrumentId, Realm } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { lotsScale } from '@candor/domain/values/lots';
import { type Money, moneyScale, toMoney, zeroMoney } from '@candor/domain/values/money';
import { type Price, toPrice } from '@candor/domain/values/price';
import { closingPrice } from '@candor/domain/values/quote';
import type { Clock } from '../ports/clock.ts';
import type { Exposure } from '../ports/trading-port.ts';

/** Exact sums: lots, and lots times opening price. */
interface Side {
  lots: number;
  lotsPrice: bigint;
}

interface Sums {
  readonly accounts: Set<AccountId>;
  readonly buy: Side;
  readonly sell: Side;
  orders: number;
}

type SumsById = Map<InstrumentId, Sums>;

const reported = 'USD';
const freshMs = 1_000;

/** Client exposure of companies, calculated in one walk over open orders at most once a second (R-OPS-60). */
export class Exposures {
  readonly #state: EngineState;
  readonly #clock: Clock;
  readonly #known = new Map<CompanyId, { readonly atMs: number; readonly byRealm: Record<Realm, Exposure[]> }>();

  constructor(state: EngineState, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /** Returns the exposure of a company's real or demo accounts. */
  of(companyId: CompanyId, realm: Realm): readonly Exposure[] {
    const atMs = this.#clock.monotonicMs();
    let known = this.#known.get(companyId);
    if (known === undefined || atMs - known.atMs >= freshMs) {
      known = { atMs, byRealm: this.#calculate(companyId) };
      this.#known.set(companyId, known);
    }
    return known.byRealm[realm];
  }

  #calculate(companyId: CompanyId): Record<Realm, Exposure[]> {
    const sums: Record<Realm, SumsById> = { real: new Map(), demo: new Map() };
    for (const account of this.#state.accounts.values()) {
      if (account.tenantId !== companyId) continue;
      for (const order of account.orders.values()) if (isOpen(order)) add(sums[account.realm], order);
    }
    const toExposures = (byId: SumsById) =>
      [...byId].flatMap(([id, one]) => {
        const spec = this.#state.specs.get(id);
        return spec === undefined ? [] : [toExposure(this.#state, spec, one)];
      });
    return { real: toExposures(sums.real), demo: toExposures(sums.demo) };
  }
}

function add(byId: SumsById, order: OpenOrder): void {
  let sums = byId.get(order.instrumentId);
  if (sums === undefined) {
    const none = () => ({ lots: 0, lotsPrice: 0n });
    sums = { accounts: new Set(), buy: none(), sell: none(), orders: 0 };
    byId.set(order.instrumentId, sums);
  }
  sums.orders += 1;
  sums.accounts.add(order.accountId);
  const side = sums[order.side];
  side.lots += order.lots;
  // Lots × price of one order is a safe integer; their sum may not be.
  side.lotsPrice += BigInt(order.lots) * BigInt(order.openPrice);
}

function toExposure(state: EngineState, spec: InstrumentSpec, sums: Sums): Exposure {
  const { buy, sell } = sums;
  const quote = state.quotes.get(spec.id);
  const at = (side: 'buy' | 'sell') =>
    quote === undefined ? sums[side].lotsPrice : BigInt(sums[side].lots) * BigInt(closingPrice(quote, side));
  const won = at('buy') - buy.lotsPrice - (at('sell') - sell.lotsPrice);
  return {
    spec,
    orders: sums.orders,
    accounts: sums.accounts.size,
    longLots: buy.lots,
    shortLots: sell.lots,
    longPrice: average(buy),
    shortPrice: average(sell),
    notional: inDollars(state, spec, at('buy') + at('sell')),
    clientProfit: inDollars(state, spec, won),
  };
}

function average({ lots, lotsPrice }: Side): Price | null {
  return lots === 0 ? null : toPrice(Number(divHalfEven(lotsPrice, BigInt(lots))));
}

/** Converts lots × price (any sign) to dollars at the conversion pair's mid; 0 without a price. Rounded once. */
function inDollars(state: EngineState, spec: InstrumentSpec, lotsPrice: bigint): Money {
  const rate = currentRate(state, spec, reported);
  if (rate === null) return zeroMoney;
  const amount = lotsPrice * stepUnitsE8(spec) * rate.numerator * powerOfTen(moneyScale);
  return toMoney(divHalfEven(amount, powerOfTen(spec.digits + lotsScale) * rate.denominator));
}

/** Adds up the exposures of one company's shards, whose accounts differ. Averages of several shards are rounded twice. */
export function mergeExposures(shards: readonly (readonly Exposure[])[]): readonly Exposure[] {
  const [first = [], ...others] = shards;
  const byId = new Map(first.map((one) => [one.spec.id, one]));
  for (const one of others.flat()) {
    const known = byId.get(one.spec.id);
    byId.set(one.spec.id, known === undefined ? one : addExposures(known, one));
  }
  return [...byId.values()];
}

function addExposures(a: Exposure, b: Exposure): Exposure {
  return {
    spec: a.spec,
    orders: a.orders + b.orders,
    accounts: a.accounts + b.accounts,
    longLots: a.longLots + b.longLots,
    shortLots: a.shortLots + b.shortLots,
    longPrice: averageOf([a.longPrice, a.longLots], [b.longPrice, b.longLots]),
    shortPrice: averageOf([a.shortPrice, a.shortLots], [b.shortPrice, b.shortLots]),
    notional: toMoney(a.notional + b.notional),
    clientProfit: toMoney(a.clientProfit + b.clientProfit),
  };
}

function averageOf(...sides: readonly (readonly [Price | null, number])[]): Price | null {
  const held = sides.filter((side): side is readonly [Price, number] => side[0] !== null);
  const lots = held.reduce((sum, [, own]) => sum + own, 0);
  if (lots === 0) return null;
  const weighed = held.reduce((sum, [price, own]) => sum + BigInt(price) * BigInt(own), 0n);
  return toPrice(Number(divHalfEven(weighed, BigInt(lots))));
}
