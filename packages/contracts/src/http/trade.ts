import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalField, decimalText, integerField, named, note, optionalClientId, pageField, timeMs } from './fields.ts';

/** R-ORD-20 */
const orderStatus = z.literal([0, 1, 3, 4, 5]);
export type OrderStatus = z.infer<typeof orderStatus>;
const orderKind = z.enum(['market', 'limit', 'stop']);
const closeReason = z.enum(['user', 'stop_loss', 'take_profit', 'stop_out', 'demo_reset']);
export type CloseReason = z.infer<typeof closeReason>;

/** Causes of a closed order's net result (R-JRN-01). */
const tradeCosts = named(
  'TradeCosts',
  z.strictObject({
    Move: note('Profit from mid to mid: what the price alone would have given.', decimalText),
    Spread: note(
      'Half the spread at the opening and half at the closing; Move − Spread is the gross profit.',
      decimalText,
    ),
    Conversion: note('Cost of converting the profit: zero, since it is converted at the mid of the pair.', decimalText),
    Net: note('Move − Spread − TradeFee + Swap − Conversion.', decimalText),
    OpenBid: decimalText,
    OpenAsk: decimalText,
    CloseBid: decimalText,
    CloseAsk: decimalText,
  }),
  'Amounts with 6 decimals, quotes with the digits of the instrument.',
);

/** An order (R-ORD-20). */
export const order = named(
  'Order',
  z.strictObject({
    Id: z.number(),
    ForexId: note('Id of the instrument.', z.number()),
    ForexTradeLists: z.strictObject({ ShowCode: note('The instrument as shown, e.g. `EUR/USD`.', z.string()) }),
    Status: note('0 pending, 1 holding, 3 closed, 4 cancelled, 5 expired.', orderStatus),
    Kind: orderKind,
    OrderType: note('1 buy, 2 sell.', z.literal([1, 2])),
    Quantity: note('Lots.', decimalText),
    Multiple: note('Leverage.', z.number()),
    OriginPrice: note('The target price of a pending order, else the opening price.', decimalText),
    Price: note('The opening price; the target price while the order is pending.', decimalText),
    UpdatePrice: note('The price at which the order is marked; the closing price once it is closed.', decimalText),
    FactProfits: note('Profit before fee and swap, with 6 decimals.', decimalText),
    CautionMoney: note('Margin, with 6 decimals.', decimalText),
    TradeFee: note('Fee charged at the opening, with 6 decimals.', decimalText),
    Swap: note('Swap charged so far, with 6 decimals.', decimalText),
    TargetLossPrice: note('Stop-loss; "0" when not set.', decimalText),
    TargetProfitPrice: note('Take-profit; "0" when not set.', decimalText),
    CreateTimeHandler: note('Time of the placement.', timeMs),
    OpenTime: z.nullable(timeMs),
    CloseTime: note('Time of the close, cancellation or expiry.', z.nullable(timeMs)),
    ExpireTime: z.nullable(timeMs),
    CloseReason: z.nullable(closeReason),
    TrailingDistance: note(
      'Difference of prices at which the stop-loss follows the price; left out for a fixed stop.',
      z.optional(decimalText),
    ),
    LinkedId: note(
      'Id of the order that the fill of this one cancels, or had cancelled; left out for orders alone.',
      z.optional(z.number()),
    ),
    SwapChange: note(
      'Worse swap that the position gets at a time, in points a night; left out if none is coming.',
      z.optional(z.strictObject({ From: timeMs, Before: decimalText, After: decimalText })),
    ),
    WaitingClose: note('Lots that close at the next price; left out while no close waits.', z.optional(decimalText)),
    ReceiptIds: note('Ids of the signed receipts, oldest first.', z.array(z.string())),
    Costs: note(
      'Only of a closed order; left out also where a demo was reset before its first price.',
      z.optional(tradeCosts),
    ),
  }),
  'Prices have the digits of the instrument.',
);
export type Order = z.infer<typeof order>;

/** One page of orders and the live figures of the account. */
const orderList = named(
  'OrderList',
  z.strictObject({
    data: z.array(order),
    total: note('Orders in the whole list.', z.number()),
    all_fact_profits: note('Profit of the whole list.', decimalText),
    balance: decimalText,
    equity: decimalText,
    margin: decimalText,
    free_margin: decimalText,
    margin_level: note('Percent with 2 decimals; null without margin.', z.nullable(decimalText)),
    risk_rate: note('Percent with 2 decimals; null when equity is not above zero.', z.nullable(decimalText)),
    orders_stamp: note(
      'Version of the open and pending orders: another text once one is placed, changed or ended.',
      z.string(),
    ),
  }),
);
export type OrderList = z.infer<typeof orderList>;

const orderId = note('Id of the order.', integerField(1));
const stopLoss = note('"0" for none.', z._default(decimalField, '0'));
const takeProfit = note('"0" for none.', z._default(decimalField, '0'));

const seenPrice = {
  price: note('The price that the client has seen; only together with `max_deviation`.', z.optional(decimalField)),
  max_deviation: note('How much worse than `price` the fill may be.', z.optional(decimalField)),
  seq: note('Sequence number of the quote that the client has seen.', z.optional(integerField(0))),
};

const submitBody = z.object({
  type: note('1 buy, 2 sell.', integerField(1, 2)),
  cont: note('Lots.', decimalField),
  forex_id: note('Id of the instrument.', integerField(1)),
  // Without a default: an order whose kind is missing is refused, never filled at market (R-ORD-01).
  status: note('1 market order, 0 pending order.', integerField(0, 1)),
  target_price: note('Target price of a pending order.', z._default(decimalField, '0')),
  stop_loss_price: stopLoss,
  target_profit_price: takeProfit,
  multiple: note('Leverage.', integerField(1)),
  client_id: optionalClientId,
  ...seenPrice,
  expires_at: note('Expiry of a pending order; 0 for none.', z.optional(integerField(0))),
  one_cancels: note(
    'Pending orders: id of another one, which the fill of this one cancels and the other way round.',
    z.optional(integerField(1)),
  ),
});
export type SubmitBody = z.infer<typeof submitBody>;

const closeBody = z.object({
  id: orderId,
  cont: note('Lots to close; left out for all of them.', z.optional(decimalField)),
  when_priced: note(
    '1: without a fresh price the close waits for the next one (R-ORD-33).',
    z._default(integerField(0, 1), 0),
  ),
  client_id: optionalClientId,
});
export type CloseBody = z.infer<typeof closeBody>;

const closeAllBody = z.object({
  which: note('0 all, 1 in profit, 2 at a loss, by profit plus swap.', integerField(0, 2)),
  forex_id: note('Only orders in this instrument.', z.optional(integerField(1))),
  when_priced: note(
    '1: without a fresh price the closes wait for the next one (R-ORD-33).',
    z._default(integerField(0, 1), 0),
  ),
  client_id: optionalClientId,
});
export type CloseAllBody = z.infer<typeof closeAllBody>;

/** Outcome of one of several orders to close (R-ORD-35). */
const closeAnswer = named(
  'CloseAnswer',
  z.strictObject({
    code: note('1: closed, or waiting for a price; else why the order stays open.', z.number()),
    msg: z.string(),
    order: note('After the act.', order),
  }),
);
export type CloseAnswer = z.infer<typeof closeAnswer>;

const reverseBody = z.object({ id: orderId, client_id: optionalClientId, ...seenPrice });
export type ReverseBody = z.infer<typeof reverseBody>;

/** Both fills of a reversal, at one quote (R-ORD-36). */
export const reversal = named(
  'Reversal',
  z.strictObject({ closed: note('The order closed.', order), opened: note('Its opposite, opened.', order) }),
);
export type Reversal = z.infer<typeof reversal>;

const breakEvenBody = z.object({ id: orderId, client_id: optionalClientId });

const amendBody = z.object({
  id: orderId,
  target_price: note('Left out: stays, as every field.', z.optional(decimalField)),
  cont: note('Lots.', z.optional(decimalField)),
  stop_loss_price: note('"0" for none.', z.optional(decimalField)),
  target_profit_price: note('"0" for none.', z.optional(decimalField)),
  expires_at: note('0 for none.', z.optional(integerField(0))),
  client_id: optionalClientId,
});
export type AmendBody = z.infer<typeof amendBody>;

const linkBody = z.object({
  id: orderId,
  other_id: note('Id of the order to link to; 0 removes the link.', integerField(0)),
  client_id: optionalClientId,
});
export type LinkBody = z.infer<typeof linkBody>;

const cancelBody = z.object({ id: orderId, client_id: optionalClientId });

const setStopBody = z.object({
  id: orderId,
  target_profit_price: takeProfit,
  stop_loss_price: note(
    '"0" for none. Left out: none, but with a `trailing_distance` of "0" the stop stays where it is.',
    z.optional(decimalField),
  ),
  trailing_distance: note(
    'Distance from the price at which the stop-loss follows it, as a difference of prices, below the price itself; "0" ends it. Without this field a stop goes on following as before, and does not go back. With a distance and no `stop_loss_price` the stop starts at that distance.',
    z.optional(decimalField),
  ),
  client_id: optionalClientId,
});
export type SetStopBody = z.infer<typeof setStopBody>;

const myDealQuery = z.object({
  status: note('0 pending, 1 holding, 3 history.', z._default(integerField(0, 3), 1)),
  page: pageField,
  id: note(
    'Only this order of the account, whatever its status; no order for one of another account.',
    z.optional(integerField(1)),
  ),
  forex_id: note('History: only orders in this instrument.', z.optional(integerField(1))),
  since: note('History: only orders that ended at this time or later.', z.optional(integerField(0))),
});
export type MyDealQuery = z.infer<typeof myDealQuery>;

const priceRefusals = ['noPrice', 'marketClosed', 'priceStale'] as const;
const conversionRefusals = ['noConversion', 'conversionStale'] as const;
const anOrder = z.nullable(order);

export const tradeCalls = {
  placeOrder: describeCall('placeOrder', {
    summary: 'Place a market or pending order',
    who: 'session',
    alsoByGet: true,
    input: submitBody,
    answer: order,
    refusals: [
      'idempotencyConflict',
      'unknownInstrument',
      'instrumentNotOffered',
      'targetPriceRequired',
      'lotsOffStep',
      'lotsOutOfRange',
      'openingBlocked',
      'noLeverage',
      'leverageNotAllowed',
      'leverageNotOffered',
      'tradingHalted',
      'spreadWide',
      'quoteOutdated',
      'deviationExceeded',
      'targetPriceAtMarket',
      'expiryInPast',
      'expiryTooFar',
      'stopLossWrongSide',
      'takeProfitWrongSide',
      'orderNotFound',
      'orderNotPending',
      'orderLinked',
      'tooManyOrders',
      'notEnoughMargin',
      'timeUnconfirmed',
      ...priceRefusals,
      ...conversionRefusals,
    ],
  }),
  setStops: describeCall('setStops', {
    summary: 'Set stop-loss and take-profit of an open order; both are replaced',
    who: 'session',
    alsoByGet: true,
    input: setStopBody,
    answer: anOrder,
    refusals: ['idempotencyConflict', 'orderNotFound', 'stopLossWrongSide', 'takeProfitWrongSide', ...priceRefusals],
  }),
  closeOrder: describeCall('closeOrder', {
    summary: 'Close an open order, all of it or some lots',
    who: 'session',
    alsoByGet: true,
    input: closeBody,
    answer: anOrder,
    refusals: [
      'idempotencyConflict',
      'orderNotFound',
      'orderNotOpen',
      'lotsOffStep',
      'closeLotsOutOfRange',
      'closeWaiting',
      ...priceRefusals,
      ...conversionRefusals,
    ],
  }),
  closeOrders: describeCall('closeOrders', {
    summary: 'Close all open orders, those in profit or at a loss, or those in one instrument, with an answer for each',
    who: 'session',
    input: closeAllBody,
    weight: 10,
    answer: z.array(closeAnswer),
    refusals: ['idempotencyConflict', 'noOpenOrders'],
  }),
  reverseOrder: describeCall('reverseOrder', {
    summary: 'Close an open order whole and open the opposite side at the same quote, with its lots and leverage',
    who: 'session',
    input: reverseBody,
    answer: reversal,
    refusals: [
      'idempotencyConflict',
      'orderNotFound',
      'orderNotOpen',
      'instrumentNotOffered',
      'openingBlocked',
      'noLeverage',
      'leverageNotAllowed',
      'leverageNotOffered',
      'lotsOutOfRange',
      'tradingHalted',
      'spreadWide',
      'quoteOutdated',
      'deviationExceeded',
      'tooManyOrders',
      'notEnoughMargin',
      'timeUnconfirmed',
      ...priceRefusals,
      ...conversionRefusals,
    ],
  }),
  breakEven: describeCall('breakEven', {
    summary: 'Set the stop-loss of an open order to the price at which profit, fee and swap make zero or just more',
    who: 'session',
    input: breakEvenBody,
    answer: order,
    refusals: [
      'idempotencyConflict',
      'orderNotFound',
      'orderNotOpen',
      'stopAtBreakEven',
      'breakEvenNotReached',
      ...priceRefusals,
      ...conversionRefusals,
    ],
  }),
  amendOrder: describeCall('amendOrder', {
    summary: 'Change target, size, stops or expiry of a pending order, which keeps its id',
    who: 'session',
    input: amendBody,
    answer: order,
    refusals: [
      'idempotencyConflict',
      'orderNotFound',
      'orderNotPending',
      'lotsOffStep',
      'lotsOutOfRange',
      'leverageNotAllowed',
      'targetPriceAtMarket',
      'expiryInPast',
      'expiryTooFar',
      'timeUnconfirmed',
      'stopLossWrongSide',
      'takeProfitWrongSide',
      ...priceRefusals,
    ],
  }),
  linkOrders: describeCall('linkOrders', {
    summary: 'Link two pending orders, so that the fill of one cancels the other, or remove the link',
    who: 'session',
    input: linkBody,
    answer: order,
    refusals: ['idempotencyConflict', 'orderNotFound', 'orderNotPending', 'orderLinked', 'orderNotLinked'],
  }),
  cancelOrder: describeCall('cancelOrder', {
    summary: 'Cancel a pending order, or a close that waits for a price',
    who: 'session',
    alsoByGet: true,
    input: cancelBody,
    answer: anOrder,
    refusals: ['idempotencyConflict', 'orderNotFound', 'orderNotPending'],
  }),
  orders: describeCall('orders', {
    summary: 'Orders page by page, with the live figures of the account',
    who: 'session',
    input: myDealQuery,
    answer: orderList,
  }),
  resetDemo: describeCall('resetDemo', {
    summary: 'Reset a demo account: closes open orders, restores the balance',
    who: 'session',
    alsoByGet: true,
    input: z.object({ client_id: optionalClientId }),
    refusals: ['idempotencyConflict', 'onlyDemoAccount'],
  }),
};
