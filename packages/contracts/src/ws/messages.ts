import * as z from 'zod/mini';
import { alert } from '../http/alerts.ts';
import { clientIdField, decimalText, named, note, timeMs } from '../http/fields.ts';
import { periodSchema, wireCandle } from '../http/market.ts';
import { order, reversal, tradeCalls } from '../http/trade.ts';

/** One instrument's line in a DAY_MARKET push: all lines after the subscription, then those that have changed. */
const dayMarketLine = named(
  'DayMarketLine',
  z.strictObject({
    Id: z.number(),
    Bid: decimalText,
    Ask: decimalText,
    Close: decimalText,
    Open: decimalText,
    High: decimalText,
    Low: decimalText,
    Change: note('Percent.', decimalText),
    Seq: z.number(),
    Time: timeMs,
    MarketStatus: note('1 open, 0 closed, 2 no price.', z.literal([0, 1, 2])),
    Halted: z.boolean(),
    WideSpread: z.boolean(),
    Stale: z.boolean(),
  }),
);
export type DayMarketLine = z.infer<typeof dayMarketLine>;

const klineLine = named(
  'KlineLine',
  z.strictObject({ forex_id: z.number(), period: periodSchema, candle: wireCandle }),
  'The forming candle.',
);
export type KlineLine = z.infer<typeof klineLine>;

const forexTradeLine = named(
  'ForexTradeLine',
  z.strictObject({
    ProfitsTotal: decimalText,
    HazardRate: note('Risk rate in percent.', z.nullable(decimalText)),
    CautionMoneyAll: note('Margin.', decimalText),
    Balance: decimalText,
    Equity: decimalText,
    FreeMargin: decimalText,
    MarginLevel: note('Percent; null without margin.', z.nullable(decimalText)),
    TransOrder: note(
      'Open orders at their current price.',
      z.array(z.strictObject({ Id: z.number(), UpdatePrice: decimalText, FactProfits: decimalText })),
    ),
    OrdersStamp: note('As `orders_stamp` of the lists: when it differs from theirs, they are out of date.', z.string()),
  }),
);
export type ForexTradeLine = z.infer<typeof forexTradeLine>;

const noticeKinds = [
  'margin_call',
  'margin_call_ended',
  'stop_out',
  'stop_out_paused',
  'stop_out_resumed',
  'stop_out_noticed',
  'stop_out_notice_ended',
  'swap_noticed',
  'order_cancelled',
  'order_expired',
  'negative_balance_covered',
  'alert_fired',
  'margin_alert_fired',
  'result_alert_fired',
  'swap_alert_fired',
  'deposit_credited',
  'deposit_rejected',
  'withdrawal_requested',
  'withdrawal_approved',
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_taken_back',
  'correction_posted',
] as const;

/** An event of the account that the trader did not ask for, sent at least once (R-SOC-10). */
const noticeLine = named(
  'Notice',
  z.strictObject({
    Id: note('`seq-index`, the same in every repeat; a greater `seq` happened later.', z.string()),
    Kind: z.enum(noticeKinds),
    Time: timeMs,
    Msg: note('In the language of the socket.', z.string()),
    OrderId: z.nullable(z.number()),
    ForexId: z.nullable(z.number()),
    Amount: note(
      'Amount of the cover, the closed order, the deposit, the withdrawal or the correction.',
      z.nullable(decimalText),
    ),
    Alert: note(
      'The alert that fired, with the quote that met it, unless no quote did; left out of other notices.',
      z.optional(
        z.extend(alert, {
          reached: note(
            'The watched price of the quote, the margin level in percent, the result or the swap.',
            decimalText,
          ),
          seq: note('Sequence number of the quote.', z.optional(z.number())),
          source: note('Source of the quote.', z.optional(z.string())),
          quote_at: note('Time of the quote.', z.optional(timeMs)),
        }),
      ),
    ),
  }),
);
export type NoticeLine = z.infer<typeof noticeLine>;

/** State of trading: true if orders and other changes of accounts are carried out now (R-SOC-13). */
const tradingLine = named(
  'TradingLine',
  z.strictObject({
    Available: note(
      'False while orders are not carried out and figures of the account are not sent; prices may go on.',
      z.boolean(),
    ),
  }),
);

const pushed = <Type extends string, Params extends z.ZodMiniType>(type: Type, params: Params) =>
  z.strictObject({ type: z.literal(type), code: z.literal(1), params });

const requiredId = {
  client_id: note('Id of the request, as of the HTTP call: the same id is the same request over both.', clientIdField),
};

/** Calls that a socket with a login makes too, by the last part of their path (R-SOC-15). A client id is required. */
export const socketCalls = {
  submit: { ...tradeCalls.placeOrder, input: z.extend(tradeCalls.placeOrder.input, requiredId) },
  close: { ...tradeCalls.closeOrder, input: z.extend(tradeCalls.closeOrder.input, requiredId) },
  cancel_trade: { ...tradeCalls.cancelOrder, input: z.extend(tradeCalls.cancelOrder.input, requiredId) },
  set_stop_price: { ...tradeCalls.setStops, input: z.extend(tradeCalls.setStops.input, requiredId) },
  reverse: { ...tradeCalls.reverseOrder, input: z.extend(tradeCalls.reverseOrder.input, requiredId) },
  break_even: { ...tradeCalls.breakEven, input: z.extend(tradeCalls.breakEven.input, requiredId) },
  amend_order: { ...tradeCalls.amendOrder, input: z.extend(tradeCalls.amendOrder.input, requiredId) },
  link_orders: { ...tradeCalls.linkOrders, input: z.extend(tradeCalls.linkOrders.input, requiredId) },
};
export type SocketCallName = keyof typeof socketCalls;

const callNumber = note('Number of the call, chosen by the client.', z.number().check(z.int(), z.gte(0)));

/** Messages of the server, by their type. */
export const serverMessages = {
  login_result: z.strictObject({ type: z.literal('login_result'), code: z.number(), msg: z.optional(z.string()) }),
  DAY_MARKET: pushed('DAY_MARKET', z.array(dayMarketLine)),
  KLINE: pushed('KLINE', klineLine),
  FOREX_TRADE: pushed('FOREX_TRADE', forexTradeLine),
  FOREX_CLOSED: pushed('FOREX_CLOSED', note('Ids of orders that the server has closed.', z.array(z.number()))),
  NOTICE: pushed('NOTICE', noticeLine),
  TRADING: pushed('TRADING', tradingLine),
  call_result: z.strictObject({
    type: z.literal('call_result'),
    n: callNumber,
    code: z.number(),
    msg: z.string(),
    data: note(
      'As the HTTP call answers: the order, both orders of a reversal, the refused field, or null.',
      z.nullable(z.union([order, reversal, z.strictObject({ field: z.string() })])),
    ),
  }),
  error: z.strictObject({ type: z.literal('error'), code: z.number(), msg: z.string() }),
};
export type ServerMessage = {
  [Type in keyof typeof serverMessages]: z.infer<(typeof serverMessages)[Type]>;
}[keyof typeof serverMessages];

const id = z.number().check(z.int(), z.positive());

export const topicSchema = named(
  'Topic',
  z.discriminatedUnion('topic', [
    z.object({
      topic: z.literal('DAY_MARKET'),
      ids: note('Instruments; all of them when left out.', z.optional(z.array(id).check(z.maxLength(500)))),
    }),
    z.object({ topic: z.literal('KLINE'), forex_id: id, period: periodSchema }),
    z.object({ topic: z.literal('FOREX_TRADE') }),
    z.object({ topic: z.literal('FOREX_CLOSED') }),
  ]),
);
export type Topic = z.infer<typeof topicSchema>;

const login = z.object({
  type: z.literal('login'),
  params: z.object({ token: z.string().check(z.maxLength(256)) }),
});
const logout = z.object({ type: z.literal('logout') });
const sub = z.object({ type: z.literal('sub'), params: topicSchema });
const unsub = z.object({ type: z.literal('unsub'), params: topicSchema });
/** The fields of a call are read by its own schema, so that a wrong one is refused by name. */
const call = z.object({
  type: z.literal('call'),
  params: z.object({
    n: callNumber,
    call: z.enum([
      'submit',
      'close',
      'cancel_trade',
      'set_stop_price',
      'reverse',
      'break_even',
      'amend_order',
      'link_orders',
    ] satisfies SocketCallName[]),
    fields: z.unknown(),
  }),
});
export type SocketCall = z.infer<typeof call>['params'];

/** Messages of the client, by their type. */
export const clientMessages = { login, logout, sub, unsub, call };
export const clientMessage = z.discriminatedUnion('type', [login, logout, sub, unsub, call]);
export type ClientMessage = z.infer<typeof clientMessage>;
