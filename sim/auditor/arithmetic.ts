import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { newYorkDay } from './calendar.ts';

// The auditor's own arithmetic, written from the rules, not from the engine.

export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface Prices {
  readonly bid: number;
  readonly ask: number;
}

const million = 1_000_000n;
const tenTo = (exponent: number) => 10n ** BigInt(exponent);

/** Rounds to the nearest, ties to even (R-ORD-12). */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const whole = size / denominator;
  const twice = (size % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return sign * (isUp ? whole + 1n : whole);
}

function upward(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

function units(spec: InstrumentSpec, lots: number): bigint {
  return BigInt(lots) * BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
}

export function profitOf(
  spec: InstrumentSpec,
  order: { side: string; lots: number; openPrice: number | null },
  close: number,
  rate: Rate,
): bigint {
  const open = order.openPrice ?? 0;
  const move = BigInt(order.side === 'buy' ? close - open : open - close);
  return nearest(move * units(spec, order.lots) * rate.numerator * million, tenTo(spec.digits + 8) * rate.denominator);
}

export function marginOf(spec: InstrumentSpec, lots: number, price: number, leverage: number, rate: Rate): bigint {
  if (spec.marginMode === 'fixed-per-lot') {
    return upward(BigInt(lots) * BigInt(spec.lotStepE8) * spec.marginPerLotMicros, tenTo(8));
  }
  const notional = units(spec, lots) * BigInt(price) * rate.numerator * million;
  return upward(notional, tenTo(spec.digits + 8) * rate.denominator * BigInt(leverage));
}

export function feeOf(spec: InstrumentSpec, feeType: string, lots: number, price: number, rate: Rate): bigint {
  if (feeType === 'per-lot') return nearest(BigInt(lots) * BigInt(spec.lotStepE8) * spec.feeRateE8, tenTo(10));
  const notional = units(spec, lots) * BigInt(price) * rate.numerator * spec.feeRateE8;
  return nearest(notional * million, tenTo(spec.digits + 16) * rate.denominator);
}

/** Credit of a deposit in micros; paid amount and rate in 10⁻⁸, never negative (R-FND-01). */
export function creditOf(paid: bigint, rate: bigint): bigint {
  return (paid * million) / rate;
}

/** Payout in 10⁻⁸, with seven decimals for BTC and ETH and two for all other currencies (R-FND-02). */
export function receivedOf(amount: bigint, fee: bigint, rate: bigint, currency: string): bigint {
  if (fee >= amount) return 0n;
  const lastDecimal = currency === 'BTC' || currency === 'ETH' ? 10n : million;
  const worth = ((amount - fee) * rate) / million;
  return worth - (worth % lastDecimal);
}

/**
 * Mid price of the pair that converts one currency into another; undefined if there is no pair, null without a price.
 */
export function rateBetween(
  from: string,
  to: string,
  specs: readonly InstrumentSpec[],
  priceOf: (id: number) => Prices | undefined,
): Rate | null | undefined {
  if (from === to) return { numerator: 1n, denominator: 1n };
  for (const spec of specs) {
    if (spec.assetClass === 'index' || spec.assetClass === 'energy') continue;
    const isForward = spec.baseCurrency === from && spec.quoteCurrency === to;
    if (!isForward && (spec.baseCurrency !== to || spec.quoteCurrency !== from)) continue;
    const prices = priceOf(spec.id);
    if (prices === undefined) return null;
    const sum = BigInt(prices.bid + prices.ask);
    const two = 2n * tenTo(spec.digits);
    return isForward ? { numerator: sum, denominator: two } : { numerator: two, denominator: sum };
  }
  return undefined;
}

/** Pair whose price a conversion depends on; null if none is needed or none exists. */
export function converterOf(from: string, to: string, specs: readonly InstrumentSpec[]): number | null {
  let found: number | null = null;
  rateBetween(from, to, specs, (id) => {
    found = id;
    return undefined;
  });
  return found;
}

/** Swap points for each night: threefold on the instrument's day, none on a weekend's night (R-ORD-14). */
export function swapOf(
  spec: InstrumentSpec,
  order: { side: string; lots: number },
  rollMs: number,
  rate: Rate,
): bigint {
  const day = newYorkDay(rollMs);
  let nights = day === spec.swapTripleDay ? 3n : 1n;
  if (spec.swapTripleDay !== null && (day === 0 || day === 6)) nights = 0n;
  const points = BigInt(order.side === 'buy' ? spec.swapLongE2 : spec.swapShortE2) * nights;
  const units = BigInt(order.lots) * BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
  // Points in hundredths of the last digit, units in 10⁻⁸, the result in millionths.
  return nearest(points * units * rate.numerator * 10n ** 6n, 10n ** BigInt(spec.digits + 10) * rate.denominator);
}

/** Returns the part of an order that a partial close ends, as an order of its own. */
export function partOf<Held extends Sized>(order: Held, lots: number, id: number) {
  const share = (amount: bigint) => {
    const product = amount * BigInt(lots);
    const quotient = product / BigInt(order.lots);
    return product < 0n && product % BigInt(order.lots) !== 0n ? quotient - 1n : quotient;
  };
  const { margin, fee, swap } = order;
  const shares = { margin: share(margin), fee: share(fee), swap: share(swap) };
  return { ...order, ...shares, id, parentId: order.id, lots };
}

interface Sized {
  readonly id: number;
  readonly lots: number;
  readonly margin: bigint;
  readonly fee: bigint;
  readonly swap: bigint;
}
