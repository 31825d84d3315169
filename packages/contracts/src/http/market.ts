import { periods } from '@candor/domain/values/period';
import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { decimalText, integerField, named, note, timeMs } from './fields.ts';

export type { DecimalText } from './fields.ts';

const price = note('Null until the feed has given a price.', z.nullable(decimalText));
const marketStatus = z.literal([0, 1, 2]);

/** An instrument of the list (R-MKT-01). */
const instrument = named(
  'Instrument',
  z.strictObject({
    Id: z.number(),
    Code: z.string(),
    ShowCode: note('As shown, e.g. `EUR/USD`.', z.string()),
    Name: note('In the language of the request.', z.string()),
    Logo: note('Path of an image on this origin; empty when the client draws its own.', z.string()),
    CategoryId: z.number(),
    Popular: note('Place among the popular instruments, from 1; null for the others.', z.nullable(z.number())),
    MarketStatus: note('1 open; 0 closed, by its calendar or by the company; 2 no price from the feed.', marketStatus),
    Halted: note('Openings are refused for now; orders can be closed (R-OPS-52).', z.boolean()),
    WideSpread: note('With `Halted`: only because of a wide spread, until one is normal (R-MKT-17).', z.boolean()),
    ForexQuotations: z.strictObject({ Open: price, Close: price, Change: note('Percent.', z.nullable(decimalText)) }),
    Bid: price,
    Ask: price,
    Seq: note('Sequence number of the last quote.', z.number()),
    Time: note('Time of the last quote; 0 before the first.', timeMs),
    High: price,
    Low: price,
    Volume: note('Number of quotes of the trading day.', z.number()),
    PricePrecision: z.number(),
    Digits: z.number(),
    Pip: note('Step of the order size, in lots.', decimalText),
    PipSize: note('Price units of one displayed pip.', decimalText),
    ForexMinCont: note('Smallest order, in lots.', decimalText),
    ForexMaxCont: note('Largest order, in lots.', decimalText),
    ForexContNum: note('Units of one lot.', z.number()),
    ForexFeeRate: decimalText,
    MarginMode: note('0 by leverage, 1 fixed per lot.', z.literal([0, 1])),
    MarginPerLot: note('Account currency per lot in `MarginMode` 1, else "0".', decimalText),
    HasForexMultiple: note('Leverages offered.', z.array(z.strictObject({ Value: z.number() }))),
    BaseCurrency: z.string(),
    QuoteCurrency: z.string(),
    NextOpen: note('Next opening of the session; null when none is known.', z.nullable(timeMs)),
    NextClose: note('Next end of the session; null when none is known.', z.nullable(timeMs)),
    SwapLong: decimalText,
    SwapShort: decimalText,
    SwapTripleDay: note(
      'Weekday on which three nights are charged, 0 Sunday; null if each night is charged alone.',
      z.nullable(z.number()),
    ),
    Source: note('Source of the prices.', z.string()),
    Stale: note('The last quote is too old to deal on.', z.boolean()),
  }),
);
export type Instrument = z.infer<typeof instrument>;

const category = named('Category', z.strictObject({ Id: z.number(), NameShowTrans: z.string() }));
export type Category = z.infer<typeof category>;

/** A candle of bids. */
export const wireCandle = named(
  'Candle',
  z.strictObject({
    Time: note('Start of the candle.', timeMs),
    Open: decimalText,
    High: decimalText,
    Low: decimalText,
    Close: decimalText,
    Volume: note('Number of quotes.', z.number()),
  }),
  'A candle of bids.',
);
export type WireCandle = z.infer<typeof wireCandle>;

export const periodSchema = named('Period', z.enum(periods));

const klineQuery = z.object({
  forex_id: note('Id of the instrument.', integerField(1)),
  period: periodSchema,
  before: note('Only candles that start before this time.', z.optional(integerField(1))),
  limit: note('Candles at most; 300 when left out.', z.optional(integerField(1, 1000))),
});

export const marketCalls = {
  instruments: describeCall('instruments', {
    summary: 'Instruments with their last quotes',
    who: 'anybody',
    weight: 2,
    input: z.object({
      searchCurrency: note('Part of code or name.', z.optional(z.string().check(z.maxLength(32)))),
    }),
    answer: z.array(instrument),
  }),
  categories: describeCall('categories', {
    summary: 'Groups of instruments',
    who: 'anybody',
    answer: z.array(category),
  }),
  candles: describeCall('candles', {
    summary: 'Candles of an instrument, oldest first, the forming one last',
    who: 'anybody',
    weight: 3,
    input: klineQuery,
    answer: z.array(wireCandle),
    refusals: ['unknownInstrument'],
  }),
  sparkline: describeCall('sparkline', {
    summary: 'The last 60 candles of an instrument, some seconds old',
    who: 'anybody',
    input: klineQuery,
    answer: z.array(wireCandle),
    refusals: ['unknownInstrument'],
  }),
};
