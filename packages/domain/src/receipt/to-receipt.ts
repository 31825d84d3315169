import type { EngineEvent } from '../engine/event.ts';
import type { FillFacts, PositionFacts } from '../engine/fill-facts.ts';
import type { OrderRecord } from '../engine/order.ts';
import { formatDecimal } from '../values/decimal.ts';
import type { AccountId, CompanyId, Currency, Realm } from '../values/ids.ts';
import { formatLots } from '../values/lots.ts';
import { formatMoney, zeroMoney } from '../values/money.ts';
import { formatPrice, type Price } from '../values/price.ts';
import { quoteFacts, rateFacts } from './rate-facts.ts';
import {
  type AskedPrice,
  type ContractFacts,
  closeReceiptId,
  type FillReason,
  type FillRule,
  type HeldFacts,
  openReceiptId,
  type Receipt,
  type RuleFacts,
  type SwapFacts,
  type SwapStep,
} from './receipt.ts';
import { swapFactsOf } from './swap-steps.ts';

const feeRateScale = 8;

/** Opening or closing, with the order after it. */
export interface Fill {
  readonly kind: 'opening' | 'closing';
  readonly atMs: number;
  readonly order: OrderRecord;
  readonly facts: FillFacts;
  /** Order that a part was closed of; null for whole fills. */
  readonly rest: OrderRecord | null;
}

/** Account of a receipt and the receipt's position in that account's chain. */
export interface ReceiptPlace {
  readonly accountId: AccountId;
  readonly company: CompanyId;
  readonly realm: Realm;
  readonly fingerprint: string;
  readonly number: number;
  readonly previous: string;
}

/**
 * Returns the fill of an event; null if it is none. Journals older than receipts hold fills without facts, which get no
 * receipt.
 */
export function fillOfEvent(event: EngineEvent): Fill | null {
  if (!('fill' in event)) return null;
  const { atMs, fill: facts } = event;
  const [order, rest] = event.type === 'OrderReduced' ? [event.closed, event.order] : [event.order, null];
  return { kind: event.type === 'OrderOpened' ? 'opening' : 'closing', atMs, order, facts, rest };
}

/**
 * Builds the receipt of a fill from the journal alone, so that it can be rebuilt: its event, its position in the chain, and
 * the steps of the order's swap before it.
 */
export function toReceipt(fill: Fill, place: ReceiptPlace, steps: readonly SwapStep[]): Receipt {
  const { order, facts } = fill;
  const isOpening = fill.kind === 'opening';
  const price = (value: Price | null): string | null => (value === null ? null : formatPrice(value, facts.digits));
  const [quote, rate] = isOpening ? [order.openQuote, order.openRate] : [order.closeQuote, order.closeRate];
  const { rule, level } = ruleOf(fill);
  // The order of these fields is the order of the signed text; it never changes within a version.
  const receipt: Receipt = {
    version: `candor-receipt-${facts.receipt ?? 1}`,
    id: isOpening ? openReceiptId(order) : closeReceiptId(order),
    company: place.company,
    realm: place.realm,
    account: place.fingerprint,
    number: place.number,
    previous: place.previous,
    order: order.id,
    opening: openReceiptId(order),
    instrument: facts.code,
    side: order.side,
    kind: order.kind,
    lots: formatLots(order.lots, facts),
    leverage: order.leverage,
    rule,
    level: price(level),
    quote: quote === null ? null : quoteFacts(quote, facts.digits),
    price: price(isOpening ? order.openPrice : order.closePrice) ?? missing(order, 'price'),
    openPrice: isOpening ? null : price(order.openPrice),
    rate: rate === null ? null : rateFacts(rate, facts),
    contract: contractFacts(facts),
    margin: formatMoney(isOpening ? order.margin : zeroMoney),
    fee: formatMoney(isOpening ? order.fee : zeroMoney),
    profit: formatMoney(isOpening ? zeroMoney : order.profit),
    swap: formatMoney(isOpening ? zeroMoney : order.swap),
    time: fill.atMs,
  };
  if (facts.receipt === undefined) return receipt;
  const second = { ...receipt, asked: askedPrice(facts), reason: reasonOf(fill) };
  if (facts.receipt === 2) return second;
  return { ...second, rules: ruleFacts(fill), swaps: isOpening ? null : swapsOf(fill, steps) };
}

function ruleFacts({ order, facts }: Fill): RuleFacts {
  const { policy = 0, terms = null, catalogue = 0 } = facts.rules ?? {};
  const named = { instrument: order.instrumentId, policy, terms };
  return facts.receipt === 3 ? named : { ...named, catalogue };
}

function swapsOf({ order, rest, facts }: Fill, steps: readonly SwapStep[]): SwapFacts {
  const held = (order.lots + (rest?.lots ?? 0)) as OrderRecord['lots'];
  return swapFactsOf(order, formatLots(held, facts), steps);
}

function askedPrice({ asked, digits }: FillFacts): AskedPrice | null {
  if (asked === undefined) return null;
  const deviation = formatPrice(asked.deviationMax as Price, digits);
  return { price: formatPrice(asked.price, digits), deviation, quote: asked.quoteSeq };
}

function reasonOf({ kind, order, facts }: Fill): FillReason | null {
  const { stopOut, digits, accountCurrency } = facts;
  if (stopOut !== undefined) {
    const balance = formatMoney(stopOut.balance);
    if ('first' in stopOut) return { kind: 'further-stop-out', balance, first: `${stopOut.first}-close` };
    const positions = stopOut.positions.map((position) => heldFacts(position, accountCurrency));
    return { kind: 'stop-out', balance, stopOutPercent: stopOut.stopOutPercent, positions };
  }
  const { trailed, trailing } = order;
  if (kind === 'opening' || order.closeReason !== 'stop-loss' || trailed === undefined) return null;
  const distance = formatPrice((trailing ?? 0) as Price, digits);
  return { kind: 'trailed', distance, moves: trailed.moves, quote: quoteFacts(trailed.quote, digits) };
}

function heldFacts(held: PositionFacts, accountCurrency: Currency): HeldFacts {
  const { orderId: order, code: instrument, side, digits, quoteCurrency, conversion } = held;
  return {
    order,
    instrument,
    side,
    lots: formatLots(held.lots, held),
    unitsPerLot: held.unitsPerLot.toString(),
    openPrice: formatPrice(held.openPrice, digits),
    quote: quoteFacts(held.quote, digits),
    rate: rateFacts(held.rate, { quoteCurrency, accountCurrency, conversion }),
    margin: formatMoney(held.margin),
    swap: formatMoney(held.swap),
    closable: held.isClosable,
  };
}

const openingRules = { market: 'market-open', limit: 'limit-fill', stop: 'stop-fill' } as const;

/** Returns the rule that priced a fill, and the level that its quote reached. */
export function ruleOf({ kind, order }: Fill): { rule: FillRule; level: Price | null } {
  if (kind === 'opening') return { rule: openingRules[order.kind], level: order.targetPrice };
  switch (order.closeReason) {
    case 'user':
      return { rule: 'user-close', level: null };
    case 'stop-loss':
      return { rule: 'stop-loss', level: order.stopLoss };
    case 'take-profit':
      return { rule: 'take-profit', level: order.takeProfit };
    case 'stop-out':
    case 'demo-reset':
      return { rule: order.closeReason, level: null };
    case null:
      return missing(order, 'reason');
  }
}

function contractFacts(facts: FillFacts): ContractFacts {
  return {
    digits: facts.digits,
    unitsPerLot: facts.unitsPerLot.toString(),
    marginMode: facts.marginMode,
    marginPerLot: formatMoney(facts.marginPerLot),
    feeType: facts.feeType,
    feeRate: formatDecimal(facts.feeRateE8, feeRateScale),
  };
}

function missing(order: OrderRecord, what: string): never {
  throw new Error(`Invariant: the fill of order ${order.id} has its ${what}`);
}
