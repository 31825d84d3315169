import { divCeil, divHalfEven, powerOfTen, type Ratio, ratioOne } from '../values/decimal.ts';
import type { Currency, InstrumentId, Side } from '../values/ids.ts';
import { type InstrumentSpec, stepUnitsE8 } from '../values/instrument.ts';
import { type Lots, lotsScale } from '../values/lots.ts';
import { type Money, moneyScale, toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import { closingPrice, openingPrice, type Quote } from '../values/quote.ts';
import { type AccountSummary, type AccountTotals, calculateAccountSummary } from './account-summary.ts';
import { newYorkWeekday } from './trading-day.ts';

/** How one currency becomes another: by nothing, or by one pair read forwards or backwards. */
export type ConversionPath =
  | { readonly kind: 'same' }
  | { readonly kind: 'pair'; readonly instrumentId: InstrumentId; readonly digits: number; readonly inverse: boolean };

/** Finds the pair that converts `from` into `to`; null when the catalogue holds none. Base → quote is the forward reading. */
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

/** The rate at the middle of the conversion pair (R-ORD-12): never the side that is worse for the client. */
export function conversionRate(path: ConversionPath, quote: Pick<Quote, 'bid' | 'ask'> | null): Ratio | null {
  if (path.kind === 'same') return ratioOne;
  if (quote === null) return null;
  const twiceMid = BigInt(quote.bid) + BigInt(quote.ask);
  const twiceUnit = 2n * powerOfTen(path.digits);
  return path.inverse
    ? { numerator: twiceUnit, denominator: twiceMid }
    : { numerator: twiceMid, denominator: twiceUnit };
}

type MarginSpec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'marginMode' | 'marginPerLotMicros'>;

/**
 * Margin of an order, fixed at its opening, in account-currency micros, rounded up (R-ORD-10).
 * Fixed mode: lots × margin per lot. Otherwise lots × units per lot × open price ÷ leverage × conversion rate.
 */
export function calculateMargin(spec: MarginSpec, lots: Lots, price: Price, leverage: number, rate: Ratio): Money {
  if (spec.marginMode === 'fixed-per-lot') {
    const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
    return toMoney(divCeil(lotsE8 * spec.marginPerLotMicros, powerOfTen(lotsScale)));
  }
  const notional = BigInt(lots) * stepUnitsE8(spec) * BigInt(price) * rate.numerator * powerOfTen(moneyScale);
  return toMoney(divCeil(notional, powerOfTen(spec.digits + lotsScale) * rate.denominator * BigInt(leverage)));
}

/** How a company charges handling: an amount per lot, or a rate of the notional (R-ORD-13). */
export type FeeType = 'per-lot' | 'of-notional';

/** Handling fee of an opening in account-currency micros, half-even. Per lot it is quoted in the account currency. */
export function calculateFee(
  spec: Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'feeRateE8'>,
  feeType: FeeType,
  lots: Lots,
  price: Price,
  rate: Ratio,
): Money {
  if (feeType === 'per-lot') {
    const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
    return toMoney(divHalfEven(lotsE8 * spec.feeRateE8 * powerOfTen(moneyScale), powerOfTen(2 * lotsScale)));
  }
  const notional = BigInt(lots) * stepUnitsE8(spec) * BigInt(price) * rate.numerator;
  const scale = powerOfTen(spec.digits + 2 * lotsScale) * rate.denominator;
  return toMoney(divHalfEven(notional * spec.feeRateE8 * powerOfTen(moneyScale), scale));
}

/**
 * Profit of an order in account-currency micros, half-even, rounded once (R-ORD-12):
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
  return toMoney(
    divHalfEven(
      inQuote * rate.numerator * powerOfTen(moneyScale),
      powerOfTen(spec.digits + lotsScale) * rate.denominator,
    ),
  );
}

type SwapSpec = Pick<InstrumentSpec, 'digits' | 'lotStepE8' | 'unitsPerLot' | 'swapLongE2' | 'swapShortE2'>;

const [sunday, saturday] = [0, 6];
const swapPointsScale = 2;

/**
 * Nights charged at a roll, 17:00 New York: one, three on the instrument's day for the weekend that settlement skips,
 * none on Saturday and Sunday; every night alike where no day is named, as for coins (R-ORD-14).
 */
export function nightsAtRoll(spec: Pick<InstrumentSpec, 'swapTripleDay'>, rollMs: number): number {
  if (spec.swapTripleDay === null) return 1;
  const weekday = newYorkWeekday(rollMs);
  if (weekday === saturday || weekday === sunday) return 0;
  return weekday === spec.swapTripleDay ? 3 : 1;
}

/** Swap of an order in account-currency micros, half-even: points × units × nights × conversion rate. Negative is a charge. */
export function calculateSwap(spec: SwapSpec, side: Side, lots: Lots, nights: number, rate: Ratio): Money {
  const pointsE2 = BigInt(side === 'buy' ? spec.swapLongE2 : spec.swapShortE2);
  const inQuote = pointsE2 * BigInt(lots) * stepUnitsE8(spec) * BigInt(nights);
  const scale = powerOfTen(spec.digits + lotsScale + swapPointsScale) * rate.denominator;
  return toMoney(divHalfEven(inQuote * rate.numerator * powerOfTen(moneyScale), scale));
}

export interface OrderPreview {
  readonly price: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** What the spread costs: the profit at the instant of opening, never above zero. */
  readonly spreadProfit: Money;
  /** The account as it stands right after the opening. */
  readonly after: AccountSummary;
}

/**
 * What opening an order does to an account: used by the engine to decide and by the ticket to show, so that both
 * always agree (R-ORD-17). `price` overrides the market price for pending orders; the spread is then unknown and zero.
 */
export function previewOrder(input: {
  readonly spec: InstrumentSpec;
  readonly feeType: FeeType;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  readonly rate: Ratio;
  readonly account: AccountTotals;
  readonly price?: Price;
}): OrderPreview {
  const { spec, side, lots, rate, account } = input;
  const price = input.price ?? openingPrice(input.quote, side);
  const margin = calculateMargin(spec, lots, price, input.leverage, rate);
  const fee = calculateFee(spec, input.feeType, lots, price, rate);
  const mark = input.price === undefined ? closingPrice(input.quote, side) : price;
  const spreadProfit = calculateProfit(spec, side, lots, price, mark, rate);
  const after = calculateAccountSummary({
    balance: toMoney(account.balance - fee),
    openProfit: toMoney(account.openProfit + spreadProfit),
    openSwap: account.openSwap,
    margin: toMoney(account.margin + margin),
  });
  return { price, margin, fee, spreadProfit, after };
}
