import { divCeil, divHalfEven, mulDivHalfEven, powerOfTen, type Ratio, ratioOne } from '../values/decimal.ts';
import type { Currency, InstrumentId, Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import { type Lots, lotsScale } from '../values/lots.ts';
import { type Money, moneyScale, toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import { closingPrice, openingPrice, type Quote } from '../values/quote.ts';
import { type AccountSummary, type AccountTotals, calculateAccountSummary } from './account-summary.ts';
import { newYorkWeekday } from './trading-day.ts';

/** Conversion between two currencies: none, or one pair read forwards or backwards. */
export type ConversionPath =
  | { readonly kind: 'same' }
  | { readonly kind: 'pair'; readonly instrumentId: InstrumentId; readonly digits: number; readonly inverse: boolean };

/**
 * Finds the pair that converts `from` into `to`; null if the catalogue has none. Base → quote is the forward direction.
 */
export function findConversionPath(
  from: Currency,
  to: Currency,
  specs: Iterable<Pick<InstrumentSpec, 'id' | 'digits' | 'baseCurrency' | 'quoteCurrency' | 'assetClass'>>,
): ConversionPath | null {
  if (from === to) return { kind: 'same' };
  for (const spec of specs) {
    if (spec.assetClass === 'index' || spec.assetClass === 'energy') continue;
    const pair = { kind: 'pair', instrumentId: spec.id, digits: spec.digits } as const;
    if (spec.baseCurrency === from && spec.quoteCurrency === to) return { ...pair, inverse: false };
    if (spec.baseCurrency === to && spec.quoteCurrency === from) return { ...pair, inverse: true };
  }
  return null;
}

/**
 * Returns the mid rate of the conversion pair, so that neither side of its spread costs the trader; null without a
 * quote (R-ORD-12).
 */
export function conversionRate(path: ConversionPath, quote: Pick<Quote, 'bid' | 'ask'> | null): Ratio | null {
  if (path.kind === 'same') return ratioOne;
  if (quote === null) return null;
  const twiceMid = BigInt(quote.bid) + BigInt(quote.ask);
  const twiceUnit = 2n * powerOfTen(path.digits);
  return path.inverse
    ? { numerator: twiceUnit, denominator: twiceMid }
    : { numerator: twiceMid, denominator: twiceUnit };
}

/** Returns the units of the base currency in one lot step × 10⁸, exact. */
export function stepUnitsE8(spec: Pick<InstrumentSpec, 'lotStepE8' | 'unitsPerLot'>): bigint {
  return BigInt(spec.lotStepE8) * BigInt(spec.unitsPerLot);
}

/** Returns the divisor from price ticks × units × 10⁸ to micros of the quote currency. */
export function perMicro({ digits }: Pick<InstrumentSpec, 'digits'>): bigint {
  return powerOfTen(digits + lotsScale - moneyScale);
}

type MarginSpec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'marginMode' | 'marginPerLotMicros'>;

/**
 * Calculates the margin of an order, fixed at its opening, in account-currency micros, rounded up (R-ORD-10).
 * Fixed mode: lots × margin per lot. Otherwise lots × units per lot × open price ÷ leverage × conversion rate.
 */
export function calculateMargin(spec: MarginSpec, lots: Lots, price: Price, leverage: number, rate: Ratio): Money {
  if (spec.marginMode === 'fixed-per-lot') {
    const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
    return toMoney(divCeil(lotsE8 * spec.marginPerLotMicros, powerOfTen(lotsScale)));
  }
  const notional = BigInt(lots) * stepUnitsE8(spec) * BigInt(price) * rate.numerator;
  return toMoney(divCeil(notional, perMicro(spec) * rate.denominator * BigInt(leverage)));
}

/** Basis of the handling fee: an amount per lot, or a rate of the notional (R-ORD-13). */
export type FeeType = 'per-lot' | 'of-notional';

/**
 * Calculates the handling fee of an opening in account-currency micros, half-even. A fee per lot is in the account
 * currency.
 */
export function calculateFee(
  spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'feeRateE8'>,
  feeType: FeeType,
  lots: Lots,
  price: Price,
  rate: Ratio,
): Money {
  if (feeType === 'per-lot') {
    const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
    return toMoney(divHalfEven(lotsE8 * spec.feeRateE8, powerOfTen(2 * lotsScale - moneyScale)));
  }
  const notional = BigInt(lots) * stepUnitsE8(spec) * BigInt(price) * rate.numerator;
  const scale = powerOfTen(spec.digits + 2 * lotsScale) * rate.denominator;
  return toMoney(divHalfEven(notional * spec.feeRateE8 * powerOfTen(moneyScale), scale));
}

/**
 * Calculates the profit of an order in account-currency micros, half-even, rounded once (R-ORD-12):
 * (close − open) × units per lot × lots × (buy +1 | sell −1) × conversion rate.
 */
export function calculateProfit(
  spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot'>,
  side: Side,
  lots: Lots,
  open: Price,
  close: Price,
  rate: Ratio,
): Money {
  const move = side === 'buy' ? close - open : open - close;
  const inQuote = BigInt(move) * BigInt(lots) * stepUnitsE8(spec);
  return toMoney(divHalfEven(inQuote * rate.numerator, perMicro(spec) * rate.denominator));
}

/** Value of one tick of one lot step in account-currency micros, as a fraction of safe integers. */
export interface TickValue {
  readonly numerator: number;
  readonly denominator: number;
}

/** Conversion of an instrument's profits into an account currency, at the last quote of its pair. */
export interface Conversion {
  /** Null if the catalogue has no pair for it. */
  readonly path: ConversionPath | null;
  /** In the quote currency; null if it takes big integers. */
  readonly tickValueInQuote: TickValue | null;
  /** Quote of the pair, from which the rate and the value of a tick are. */
  pairQuote: Quote | undefined;
  /** Null while the pair has no quote. */
  rate: Ratio | null;
  /** In the account currency; null without a rate, or if it takes big integers. */
  tickValue: TickValue | null;
}

/** Creates the conversion of an instrument's profits; one by a pair has no rate yet. */
export function createConversion(
  spec: InstrumentSpec,
  currency: Currency,
  specs: Iterable<InstrumentSpec>,
): Conversion {
  const path = findConversionPath(spec.quoteCurrency, currency, specs);
  // Both are powers of ten times small factors: without the common ones they fit numbers.
  let [numerator, denominator] = [stepUnitsE8(spec), perMicro(spec)];
  while (numerator % 10n === 0n && denominator % 10n === 0n)
    [numerator, denominator] = [numerator / 10n, denominator / 10n];
  const tickValueInQuote = toTickValue(numerator, denominator);
  const isSame = path?.kind === 'same';
  const [rate, tickValue] = isSame ? [ratioOne, tickValueInQuote] : [null, null];
  return { path, tickValueInQuote, pairQuote: undefined, rate, tickValue };
}

/** Renews the rate of a conversion by the last quote of its pair. */
export function convertAt(conversion: Conversion, path: ConversionPath, quote: Quote | undefined): void {
  const value = conversion.tickValueInQuote;
  const rate = conversionRate(path, quote ?? null);
  conversion.pairQuote = quote;
  conversion.rate = rate;
  conversion.tickValue =
    rate &&
    value &&
    toTickValue(BigInt(value.numerator) * rate.numerator, BigInt(value.denominator) * rate.denominator);
}

function toTickValue(numerator: bigint, denominator: bigint): TickValue | null {
  const isSafe = numerator <= Number.MAX_SAFE_INTEGER && denominator <= Number.MAX_SAFE_INTEGER;
  return isSafe ? { numerator: Number(numerator), denominator: Number(denominator) } : null;
}

/** Calculates the profit of an order as `calculateProfit` does, to the digit; null if it takes big integers. */
export function profitByTicks(value: TickValue, side: Side, lots: Lots, open: Price, close: Price): Money | null {
  const moved = (side === 'buy' ? close - open : open - close) * lots;
  const profit = mulDivHalfEven(moved, value.numerator, value.denominator);
  return profit === null ? null : toMoney(BigInt(profit));
}

type SwapSpec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'swapLongE2' | 'swapShortE2'>;

const [sunday, saturday] = [0, 6];
const swapPointsScale = 2;

/**
 * Returns the nights charged at a roll, 17:00 New York: three on the instrument's triple day (settlement skips the
 * weekend), none on Saturday and Sunday, otherwise one; always one without a triple day, as for coins (R-ORD-14).
 */
export function nightsAtRoll(spec: Pick<InstrumentSpec, 'swapTripleDay'>, rollMs: number): number {
  if (spec.swapTripleDay === null) return 1;
  const weekday = newYorkWeekday(rollMs);
  if (weekday === saturday || weekday === sunday) return 0;
  return weekday === spec.swapTripleDay ? 3 : 1;
}

/**
 * Calculates the swap of an order in account-currency micros, half-even: points × units × nights × conversion rate.
 * Negative is a charge.
 */
export function calculateSwap(spec: SwapSpec, side: Side, lots: Lots, nights: number, rate: Ratio): Money {
  const pointsE2 = BigInt(side === 'buy' ? spec.swapLongE2 : spec.swapShortE2);
  const inQuote = pointsE2 * BigInt(lots) * stepUnitsE8(spec) * BigInt(nights);
  const scale = powerOfTen(spec.digits + lotsScale + swapPointsScale) * rate.denominator;
  return toMoney(divHalfEven(inQuote * rate.numerator * powerOfTen(moneyScale), scale));
}

/** Inputs of an opening: the order, its price and rate, and the account before it. */
export interface OpeningInput {
  readonly spec: InstrumentSpec;
  readonly feeType: FeeType;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  readonly rate: Ratio;
  readonly account: AccountTotals;
  /** Replaces the market price for pending orders; the spread is then unknown and zero. */
  readonly price?: Price;
}

/** Effect of opening an order on an account. */
export interface Opening {
  readonly price: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** Cost of the spread: the profit at the instant of opening, at most zero. */
  readonly spreadProfit: Money;
  /** Inputs of the account's figures right after the opening. */
  readonly totals: AccountTotals;
  /** Free margin right after the opening. */
  readonly freeMargin: Money;
}

/** Calculates the effect of opening an order on an account. */
export function calculateOpening(input: OpeningInput): Opening {
  const { spec, side, lots, rate, account } = input;
  const price = input.price ?? openingPrice(input.quote, side);
  const margin = calculateMargin(spec, lots, price, input.leverage, rate);
  const fee = calculateFee(spec, input.feeType, lots, price, rate);
  const mark = input.price === undefined ? closingPrice(input.quote, side) : price;
  const spreadProfit = calculateProfit(spec, side, lots, price, mark, rate);
  const totals = {
    balance: toMoney(account.balance - fee),
    openProfit: toMoney(account.openProfit + spreadProfit),
    openSwap: account.openSwap,
    margin: toMoney(account.margin + margin),
  };
  const freeMargin = toMoney(totals.balance + totals.openProfit + totals.openSwap - totals.margin);
  return { price, margin, fee, spreadProfit, totals, freeMargin };
}

export interface OrderPreview extends Omit<Opening, 'totals' | 'freeMargin'> {
  /** Account figures right after the opening. */
  readonly after: AccountSummary;
}

/**
 * Calculates what a ticket displays of an opening. The engine decides with the same `calculateOpening`, so that both
 * agree (R-ORD-17).
 */
export function previewOrder(input: OpeningInput): OrderPreview {
  const { totals, freeMargin: _, ...opening } = calculateOpening(input);
  return { ...opening, after: calculateAccountSummary(totals) };
}
