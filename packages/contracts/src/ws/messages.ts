import * as z from 'zod/mini';
import type { DecimalText, WireCandle } from '../http/market.ts';
import { periodSchema } from '../http/market.ts';

/** One instrument's line in a DAY_MARKET push: a snapshot on subscription, then changed instruments only. */
export interface DayMarketLine {
  Id: number;
  Bid: DecimalText;
  Ask: DecimalText;
  Close: DecimalText;
  Open: DecimalText;
  High: DecimalText;
  Low: DecimalText;
  Change: DecimalText;
  Seq: number;
  Time: number;
  /** Present when it differs from open and fresh: 0 closed, 2 no price. */
  MarketStatus: 0 | 1 | 2;
  Halted: boolean;
  WideSpread: boolean;
  Stale: boolean;
}

export interface KlineLine {
  forex_id: number;
  period: z.infer<typeof periodSchema>;
  candle: WireCandle;
}

export interface ForexTradeLine {
  ProfitsTotal: DecimalText;
  HazardRate: DecimalText | null;
  CautionMoneyAll: DecimalText;
  Balance: DecimalText;
  Equity: DecimalText;
  FreeMargin: DecimalText;
  MarginLevel: DecimalText | null;
  TransOrder: {
    Id: number;
    UpdatePrice: DecimalText;
    FactProfits: DecimalText;
  }[];
  /** As in the lists: where it is another than theirs, they have grown old. */
  OrdersStamp: string;
}

export const noticeKinds = [
  'margin_call',
  'margin_call_ended',
  'stop_out',
  'stop_out_paused',
  'stop_out_resumed',
  'order_cancelled',
  'order_expired',
  'negative_balance_covered',
  'deposit_credited',
  'deposit_rejected',
  'withdrawal_requested',
  'withdrawal_approved',
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_taken_back',
  'correction_posted',
] as const;

/** What happened to the account unasked. Told at least once: `Id` is the same in every repeat (R-SOC-10). */
export interface NoticeLine {
  /** `seq-index`; the greater `seq` happened later. */
  Id: string;
  Kind: (typeof noticeKinds)[number];
  Time: number;
  /** In the language of the socket. */
  Msg: string;
  /** The order it is about, where it is about one. */
  OrderId: number | null;
  ForexId: number | null;
  /** What the firm paid, what the closed order came to, or the sum of a deposit, withdrawal or correction; null where no money speaks. */
  Amount: DecimalText | null;
}

export type ServerMessage =
  | { type: 'login_result'; code: number; msg?: string }
  | { type: 'DAY_MARKET'; code: 1; params: DayMarketLine[] }
  | { type: 'KLINE'; code: 1; params: KlineLine }
  | { type: 'FOREX_TRADE'; code: 1; params: ForexTradeLine }
  | { type: 'FOREX_CLOSED'; code: 1; params: number[] }
  | { type: 'NOTICE'; code: 1; params: NoticeLine }
  | { type: 'error'; code: number; msg: string };

export const topicSchema = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('DAY_MARKET'),
    ids: z.optional(z.array(z.number().check(z.int(), z.positive())).check(z.maxLength(500))),
  }),
  z.object({ topic: z.literal('KLINE'), forex_id: z.number().check(z.int(), z.positive()), period: periodSchema }),
  z.object({ topic: z.literal('FOREX_TRADE') }),
  z.object({ topic: z.literal('FOREX_CLOSED') }),
]);
export type Topic = z.infer<typeof topicSchema>;

export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('login'), params: z.object({ token: z.string().check(z.maxLength(256)) }) }),
  z.object({ type: z.literal('logout') }),
  z.object({ type: z.literal('sub'), params: topicSchema }),
  z.object({ type: z.literal('unsub'), params: topicSchema }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Heartbeat every 5 s, reconnect after more than two unanswered, connection attempt 5 s (R-CON-01…03). */
export const heartbeatMs = 5_000;
export const pingsUnansweredMax = 2;
export const connectTimeoutMs = 5_000;
