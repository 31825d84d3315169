import { periods } from '@candor/domain/values/period';
import * as z from 'zod/mini';
import { integerField } from './fields.ts';

/** Money, prices, lots and rates travel as decimal strings (R-WIRE-06). */
export type DecimalText = string;

/** An instrument as listed by `trade_list` (R-MKT-01). Prices are null until the feed has given one. */
export interface Instrument {
  Id: number;
  Code: string;
  ShowCode: string;
  Name: string;
  /** Path of an image on this origin, or '' when the client draws its fallback. */
  Logo: string;
  CategoryId: number;
  /** 1 = open. 0 = closed, by its calendar or by the company. 2 = no price from the running feed. */
  MarketStatus: 0 | 1 | 2;
  /** Nothing can be opened for the moment; closing goes on (R-OPS-52). */
  Halted: boolean;
  /** With `Halted`: for the width of the spread alone, until one is normal again (R-MKT-17). */
  WideSpread: boolean;
  ForexQuotations: { Open: DecimalText | null; Close: DecimalText | null; Change: DecimalText | null };
  Bid: DecimalText | null;
  Ask: DecimalText | null;
  Seq: number;
  /** Time of the last quote, ms; 0 before the first. */
  Time: number;
  High: DecimalText | null;
  Low: DecimalText | null;
  PricePrecision: number;
  Digits: number;
  /** Order-size step in lots (the wire's word; not a price pip). */
  Pip: DecimalText;
  /** Price units of one display pip. */
  PipSize: DecimalText;
  ForexMinCont: DecimalText;
  ForexMaxCont: DecimalText;
  ForexContNum: number;
  ForexFeeRate: DecimalText;
  MarginMode: 0 | 1;
  /** Account currency per lot in MarginMode 1, else "0". */
  MarginPerLot: DecimalText;
  HasForexMultiple: { Value: number }[];
  BaseCurrency: string;
  QuoteCurrency: string;
  /** Next change of the session, ms; null when none is known. */
  NextOpen: number | null;
  NextClose: number | null;
  SwapLong: DecimalText;
  SwapShort: DecimalText;
  Source: string;
  Stale: boolean;
}

export interface Category {
  Id: number;
  NameShowTrans: string;
}

/** A candle of bids. `Time` is its start in ms; `Volume` the number of quotes. */
export interface WireCandle {
  Time: number;
  Open: DecimalText;
  High: DecimalText;
  Low: DecimalText;
  Close: DecimalText;
  Volume: number;
}

export const tradeListQuery = z.object({ searchCurrency: z.optional(z.string().check(z.maxLength(32))) });

export const periodSchema = z.enum(periods);

export const klineQuery = z.object({
  forex_id: integerField(1),
  period: periodSchema,
  before: z.optional(integerField(1)),
  limit: z.optional(integerField(1, 1000)),
});
export type KlineQuery = z.infer<typeof klineQuery>;

export const klineLimitDefault = 300;
export const sparklineCandles = 60;
