import { type CodeName } from '@candor/contracts/codes';
import type {
  AmendBody,
  CloseAllBody,
  CloseBody,
  LinkBody,
  ReverseBody,
  SetStopBody,
  SubmitBody,
} from '@candor/contracts/http/trade';
import type {
  AmendOrder,
  AmendStops,
  BreakEven,
  CloseOrder,
  CloseOrders,
  LinkOrders,
  PlaceOrder,
  ReverseOrder,
} from '@candor/domain/engine/command';
import type { Refusal } from '@candor/domain/engine/refusal';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { AccountId, InstrumentId, OrderId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Lots, parseLots } from '@candor/domain/values/lots';
import { type Price, parsePrice } from '@candor/domain/values/price';
import { type Market, marketNow } from '../../ports/market.ts';
import { invalidField, RefusalError } from './envelope.ts';

/** Parts of a command that the body does not carry: account and time. */
export interface CommandSource {
  readonly accountId: AccountId;
  readonly atMs: number;
}

/** Returns a submit body as a command at the instrument's precision. Throws 1001, 1201 or 1205, each naming its field. */
export function toPlaceOrder(body: SubmitBody, market: Market, source: CommandSource): PlaceOrder {
  const spec = requireSpec(market, body.forex_id);
  const isPending = body.status === 0;
  const targetPrice = isPending ? optionalPrice(body.target_price, spec, 'target_price') : null;
  if (isPending && targetPrice === null)
    throw new RefusalError('targetPriceRequired', { data: { field: 'target_price' } });
  return {
    type: 'PlaceOrder',
    ...source,
    instrumentId: spec.id,
    side: body.type === 1 ? 'buy' : 'sell',
    lots: requireLots(body.cont, spec),
    leverage: body.multiple,
    targetPrice,
    stopLoss: optionalPrice(body.stop_loss_price, spec, 'stop_loss_price'),
    takeProfit: optionalPrice(body.target_profit_price, spec, 'target_profit_price'),
    expiresAtMs: isPending && body.expires_at !== undefined && body.expires_at > 0 ? body.expires_at : null,
    expected: expectedOf(body, spec),
    quoteSeq: body.seq ?? null,
    ...(body.one_cancels !== undefined && { linkTo: body.one_cancels as OrderId }),
    market: marketNow(market, spec.id),
  };
}

export function toCloseOrder(body: CloseBody, spec: InstrumentSpec, market: Market, source: CommandSource): CloseOrder {
  const lots = body.cont === undefined ? null : requireLots(body.cont, spec);
  const whenPriced = body.when_priced === 1;
  const about = { orderId: body.id as OrderId, lots, whenPriced, market: marketNow(market, spec.id) };
  return { type: 'CloseOrder', ...source, ...about };
}

const closable = ['all', 'winners', 'losers'] as const;

export function toCloseOrders(body: CloseAllBody, source: CommandSource): CloseOrders {
  const instrumentId = body.forex_id === undefined ? null : (body.forex_id as InstrumentId);
  const which = closable[body.which] ?? 'all';
  return { type: 'CloseOrders', ...source, which, instrumentId, whenPriced: body.when_priced === 1 };
}

/** Throws 1001 naming the field that is wrong. */
export function toReverseOrder(
  body: ReverseBody,
  spec: InstrumentSpec,
  market: Market,
  source: CommandSource,
): ReverseOrder {
  return {
    type: 'ReverseOrder',
    ...source,
    orderId: body.id as OrderId,
    expected: expectedOf(body, spec),
    quoteSeq: body.seq ?? null,
    market: marketNow(market, spec.id),
  };
}

export function toBreakEven(
  { id }: { readonly id: number },
  spec: InstrumentSpec,
  market: Market,
  source: CommandSource,
): BreakEven {
  return { type: 'BreakEven', ...source, orderId: id as OrderId, market: marketNow(market, spec.id) };
}

/** Returns the change of a pending order; a field left out stays. Throws 1001 naming the field that is wrong, or 1205. */
export function toAmendOrder(body: AmendBody, spec: InstrumentSpec, market: Market, source: CommandSource): AmendOrder {
  const { target_price: target, cont, stop_loss_price: stop, target_profit_price: profit, expires_at: expiry } = body;
  const targetPrice = target === undefined ? undefined : optionalPrice(target, spec, 'target_price');
  if (targetPrice === null) throw invalidField('target_price');
  return {
    type: 'AmendOrder',
    ...source,
    orderId: body.id as OrderId,
    ...(targetPrice !== undefined && { targetPrice }),
    ...(cont !== undefined && { lots: requireLots(cont, spec) }),
    ...(stop !== undefined && { stopLoss: optionalPrice(stop, spec, 'stop_loss_price') }),
    ...(profit !== undefined && { takeProfit: optionalPrice(profit, spec, 'target_profit_price') }),
    ...(expiry !== undefined && { expiresAtMs: expiry === 0 ? null : expiry }),
    market: marketNow(market, spec.id),
  };
}

export function toLinkOrders({ id, other_id: other }: LinkBody, source: CommandSource): LinkOrders {
  return { type: 'LinkOrders', ...source, orderId: id as OrderId, otherId: other === 0 ? null : (other as OrderId) };
}

export function toAmendStops(
  body: SetStopBody,
  spec: InstrumentSpec,
  market: Market,
  source: CommandSource,
): AmendStops {
  const { stop_loss_price: stop, trailing_distance: distance } = body;
  const trailing = distance === undefined ? undefined : optionalPrice(distance, spec, 'trailing_distance');
  return {
    type: 'AmendStops',
    ...source,
    orderId: body.id as OrderId,
    stopLoss: stop === undefined ? null : optionalPrice(stop, spec, 'stop_loss_price'),
    takeProfit: optionalPrice(body.target_profit_price, spec, 'target_profit_price'),
    ...(trailing !== undefined && { trailing }),
    ...(trailing === null && stop === undefined && { keepsStop: true }),
    market: marketNow(market, spec.id),
  };
}

export function requireSpec(market: Market, id: number): InstrumentSpec {
  const spec = market.spec(id as InstrumentId);
  if (spec === null) throw new RefusalError('unknownInstrument', { data: { field: 'forex_id' } });
  return spec;
}

function requireLots(text: string, spec: InstrumentSpec): Lots {
  const lots = parseLots(text, spec);
  if (lots !== null) return lots;
  throw text.startsWith('-') || /^0(\.0*)?$/.test(text)
    ? invalidField('cont')
    : new RefusalError('lotsOffStep', { data: { field: 'cont' } });
}

/** "0" means none. */
function optionalPrice(text: string, spec: InstrumentSpec, field: string): Price | null {
  if (/^0(\.0*)?$/.test(text)) return null;
  const price = parsePrice(text, spec.digits);
  if (price === null) throw invalidField(field);
  return price;
}

/** Returns the price that was seen and the worst slippage allowed, or null. Throws 1001 naming the one that is wrong or missing. */
function expectedOf(body: Pick<SubmitBody, 'price' | 'max_deviation'>, spec: InstrumentSpec): PlaceOrder['expected'] {
  if (body.price === undefined && body.max_deviation === undefined) return null;
  const price = body.price === undefined ? null : parsePrice(body.price, spec.digits);
  if (price === null) throw invalidField('price');
  const deviation = body.max_deviation === undefined ? null : parseDecimal(body.max_deviation, spec.digits);
  if (deviation === null || deviation < 0n) throw invalidField('max_deviation');
  return { price, deviationMax: Number(deviation) };
}

/** Code of each refusal of the engine. */
export const codeNames: Readonly<Record<Refusal, CodeName>> = {
  'account-exists': 'internal',
  'account-ended': 'internal',
  'account-not-found': 'sessionExpired',
  'only-demo-account': 'onlyDemoAccount',
  'account-has-orders': 'accountHasOrders',
  'account-has-requests': 'accountHasRequests',
  'account-has-money': 'accountHasMoney',
  'unknown-instrument': 'unknownInstrument',
  'instrument-not-offered': 'instrumentNotOffered',
  'opening-blocked': 'openingBlocked',
  'no-leverage': 'noLeverage',
  'leverage-not-allowed': 'leverageNotAllowed',
  'leverage-not-offered': 'leverageNotOffered',
  'lots-out-of-range': 'lotsOutOfRange',
  'no-price': 'noPrice',
  'market-closed': 'marketClosed',
  'time-unconfirmed': 'timeUnconfirmed',
  'trading-halted': 'tradingHalted',
  'spread-wide': 'spreadWide',
  'price-stale': 'priceStale',
  'quote-outdated': 'quoteOutdated',
  'deviation-exceeded': 'deviationExceeded',
  'target-price-at-market': 'targetPriceAtMarket',
  'expiry-in-past': 'expiryInPast',
  'stop-loss-wrong-side': 'stopLossWrongSide',
  'take-profit-wrong-side': 'takeProfitWrongSide',
  'too-many-orders': 'tooManyOrders',
  'no-conversion': 'noConversion',
  'conversion-stale': 'conversionStale',
  'close-waiting': 'closeWaiting',
  'expiry-too-far': 'expiryTooFar',
  'not-enough-margin': 'notEnoughMargin',
  'order-not-found': 'orderNotFound',
  'order-not-open': 'orderNotOpen',
  'order-not-pending': 'orderNotPending',
  'no-open-orders': 'noOpenOrders',
  'stop-at-break-even': 'stopAtBreakEven',
  'break-even-not-reached': 'breakEvenNotReached',
  'order-linked': 'orderLinked',
  'order-not-linked': 'orderNotLinked',
  'alert-reached': 'alertReached',
  'alert-met': 'alertMet',
  'too-many-alerts': 'tooManyAlerts',
  'alert-not-found': 'alertNotFound',
  'close-lots-out-of-range': 'closeLotsOutOfRange',
  'only-real-account': 'onlyRealAccount',
  'funds-amount-out-of-range': 'amountOutOfRange',
  'not-enough-funds': 'notEnoughFunds',
  'funds-nothing-received': 'nothingReceived',
  'too-many-funds-requests': 'tooManyFundsRequests',
  'market-closed-risk': 'marketClosedRisk',
  'funds-not-found': 'fundsNotFound',
  'funds-decided': 'fundsDecided',
  'withdrawal-not-cancellable': 'withdrawalNotCancellable',
  'payload-changed': 'payloadChanged',
  'other-operator-needed': 'otherOperatorNeeded',
  'funds-on-hold': 'fundsOnHold',
  'payer-approved': 'payerApproved',
  'deposit-known': 'depositKnown',
  'funds-contested': 'fundsContested',
  'claims-changed': 'claimsChanged',
  'too-many-claims': 'tooManyClaims',
  'too-many-rival-claims': 'tooManyRivalClaims',
};

/** Fields of refusals that concern one field, so that a form can mark it. */
const refusedFields: Partial<Record<Refusal, string>> = {
  'unknown-instrument': 'forex_id',
  'instrument-not-offered': 'forex_id',
  'leverage-not-allowed': 'multiple',
  'leverage-not-offered': 'multiple',
  'lots-out-of-range': 'cont',
  'stop-loss-wrong-side': 'stop_loss_price',
  'take-profit-wrong-side': 'target_profit_price',
  'target-price-at-market': 'target_price',
  'expiry-in-past': 'expires_at',
  'expiry-too-far': 'expires_at',
  'close-lots-out-of-range': 'cont',
  'alert-reached': 'price',
};

/** Returns the wire refusal of an engine refusal, one to one. */
export function toRefusalError(refusal: Refusal): RefusalError {
  const field = refusedFields[refusal];
  return new RefusalError(codeNames[refusal], field === undefined ? {} : { data: { field } });
}
