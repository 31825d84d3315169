import type { ReceiptFields, ReceiptReason } from '@candor/contracts/http/receipts';
import { divHalfEven, parseDecimal } from '@candor/domain/values/decimal';
import { formatMoney, toMoney } from '@candor/domain/values/money';

type StopOut = Extract<ReceiptReason, { kind: 'stop-out' }>;
type Position = StopOut['positions'][number];

/** Position at the stop-out: the price that it would close at, and profit with swap there. */
export interface StoryPosition extends Position {
  readonly price: string;
  readonly result: string;
}

/** Sum of the account at one moment; `ratio` is null without margin. */
export interface StorySum {
  readonly equity: string;
  readonly margin: string;
  /** Equity in percent of the margin, rounded down to two decimals. */
  readonly ratio: string | null;
  /** True if it is at or below the stop-out. */
  readonly isOut: boolean;
}

/** Why an order was closed by a stop-out, computed on this device from what its receipts state (R-ORD-40). */
export interface StopOutStory {
  readonly percent: number;
  readonly balance: string;
  readonly positions: readonly StoryPosition[];
  readonly before: StorySum;
  readonly own: StoryPosition;
  /** Account after this close, at the same quotes. */
  readonly after: StorySum;
  /** False if these figures do not lead to this close. */
  readonly isJustified: boolean;
}

const moneyScale = 6;
const priceScale = 10;
const lotsScale = 8;

/**
 * Returns the story of a close from its receipt and that of the first close of its stop-out: the largest losses are closed
 * one after another, as the rule says, until it is this order's turn (R-ORD-16). Null if the receipts state no such reason.
 */
export function stopOutStory(closing: ReceiptFields, first: ReceiptFields): StopOutStory | null {
  const why = first.reason;
  if (why?.kind !== 'stop-out' || closing.reason?.kind === 'trailed' || !closing.reason) return null;
  let positions = why.positions.map(valued);
  let balance = micros(why.balance);
  for (;;) {
    const before = sumOf(balance, positions, why.stopOutPercent);
    const worst = worstOf(positions);
    const own = positions.find(({ order }) => order === closing.order);
    if (worst === undefined || own === undefined) return null;
    const rest = positions.filter((position) => position !== worst);
    const after = sumOf(balance + worst.micros, rest, why.stopOutPercent);
    if (worst === own || !before.isOut) {
      const isJustified = worst === own && before.isOut && balance === micros(closing.reason.balance);
      const about = { percent: why.stopOutPercent, balance: formatMoney(toMoney(balance)), positions, own };
      return { ...about, before, after, isJustified };
    }
    balance += worst.micros;
    positions = rest;
  }
}

type Valued = StoryPosition & { readonly micros: bigint };

/** Profit: (close − open) × units × lots × rate, to the nearest at six decimals (R-ORD-12); swap is added. */
function valued(position: Position): Valued {
  const { side, lots, unitsPerLot, openPrice, quote, rate, swap } = position;
  const price = side === 'buy' ? quote.bid : quote.ask;
  const move = decimal(price, priceScale) - decimal(openPrice, priceScale);
  const over =
    (side === 'buy' ? move : -move) * decimal(lots, lotsScale) * BigInt(unitsPerLot) * BigInt(rate.numerator);
  const under = BigInt(rate.denominator) * 10n ** BigInt(priceScale + lotsScale - moneyScale);
  const result = divHalfEven(over, under) + micros(swap);
  return { ...position, price, micros: result, result: formatMoney(toMoney(result)) };
}

function worstOf(positions: readonly Valued[]): Valued | undefined {
  const [worst] = positions
    .filter(({ closable }) => closable)
    .sort((a, b) => (a.micros < b.micros ? -1 : a.micros > b.micros ? 1 : a.order - b.order));
  return worst;
}

function sumOf(balance: bigint, positions: readonly Valued[], percent: number): StorySum {
  const equity = positions.reduce((sum, position) => sum + position.micros, balance);
  const margin = positions.reduce((sum, position) => sum + micros(position.margin), 0n);
  const hundredths = margin === 0n ? null : (equity * 10_000n) / margin;
  return {
    equity: formatMoney(toMoney(equity)),
    margin: formatMoney(toMoney(margin)),
    ratio: hundredths === null ? null : formatMoney(toMoney(hundredths * 10_000n)),
    isOut: margin > 0n && equity * 100n <= margin * BigInt(percent),
  };
}

function micros(text: string): bigint {
  return decimal(text, moneyScale);
}

function decimal(text: string, scale: number): bigint {
  const value = parseDecimal(text, scale);
  if (value === null) throw new Error(`A receipt states a figure that is none: ${text}`);
  return value;
}
