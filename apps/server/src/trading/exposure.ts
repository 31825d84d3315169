import { positionValue } from '@candor/domain/calc/net-exposure';
import { stepUnitsE8 } from '@candor/domain/calc/order-formulas';
import type { ExposureSide, ExposureSums } from '@candor/domain/engine/exposure-book';
import { currentRate } from '@candor/domain/engine/facts';
import type { EngineState } from '@candor/domain/engine/state';
import { divHalfEven, powerOfTen } from '@candor/domain/values/decimal';
import type { CompanyId, Realm } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Lots, lotsScale } from '@candor/domain/values/lots';
import { type Money, moneyScale, toMoney, zeroMoney } from '@candor/domain/values/money';
import { type Price, toPrice } from '@candor/domain/values/price';
import { closingPrice, type Quote } from '@candor/domain/values/quote';
import type { Exposure } from '../ports/trading-port.ts';

const reported = 'USD';
/** Returns the exposure of a company's real or demo accounts at the current prices; its cost is that of the instruments (R-OPS-60). */
export function exposuresOf(state: EngineState, companyId: CompanyId, realm: Realm): readonly Exposure[] {
  return [...state.exposures.of(companyId, realm)].flatMap(([id, sums]) => {
    const spec = state.specs.get(id);
    return spec === undefined ? [] : [toExposure(state, spec, sums)];
  });
}

function toExposure(state: EngineState, spec: InstrumentSpec, sums: ExposureSums): Exposure {
  const { buy, sell } = sums;
  const quote = state.quotes.get(spec.id);
  const at = (side: 'buy' | 'sell') =>
    quote === undefined ? sums[side].lotsPrice : BigInt(sums[side].lots) * BigInt(closingPrice(quote, side));
  const won = at('buy') - buy.lotsPrice - (at('sell') - sell.lotsPrice);
  return {
    spec,
    orders: sums.orders,
    accounts: sums.accounts,
    longLots: buy.lots,
    shortLots: sell.lots,
    longPrice: average(buy),
    shortPrice: average(sell),
    notional: inDollars(state, spec, at('buy') + at('sell')),
    netValue: netValue(state, spec, buy.lots - sell.lots, quote),
    clientProfit: inDollars(state, spec, won),
  };
}

function netValue(state: EngineState, spec: InstrumentSpec, lots: number, quote: Quote | undefined): Money {
  const rate = currentRate(state, spec, reported);
  if (quote === undefined || rate === null) return zeroMoney;
  const value = positionValue({ spec, lots: Math.abs(lots) as Lots, quote, rate });
  return toMoney(lots < 0 ? -value : value);
}

function average({ lots, lotsPrice }: ExposureSide): Price | null {
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
    netValue: toMoney(a.netValue + b.netValue),
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
