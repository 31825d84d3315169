import type { CallAnswer } from '@candor/contracts/http/calls';
import type { Category, Instrument, WireCandle } from '@candor/contracts/http/market';
import type { DayMarketLine } from '@candor/contracts/ws/messages';
import { boardDeskCandles, boardEuroCandles, boardHongKongCandles, type CandleTicks } from './board-candles.ts';
import { boardSparklines } from './board-sparklines.ts';

/** Time of the design board's mock-ups: 9:41 in London, 04:41 in New York. */
export const boardNow = Date.UTC(2025, 10, 20, 9, 41, 7);

const quarterHour = 15 * 60_000;
const openingBell = Date.UTC(2025, 10, 21, 1, 30);
const closingBell = Date.UTC(2025, 10, 21, 22);
const leverages = [20, 50, 100, 200, 400];

export const sampleCategories: Category[] = ['Forex', 'Metals', 'Indices', 'Energy', 'Crypto'].map((name, index) => ({
  Id: index + 1,
  NameShowTrans: name,
}));

/** One market row of the board: bid and change of the day, as in `market.png` and `trade-desktop.png`. */
interface BoardRow {
  readonly code: string;
  readonly categoryId: number;
  readonly digits: number;
  readonly bid: string;
  readonly spreadTicks: number;
  readonly changePercent: number;
  readonly pip: string;
  readonly units: number;
  readonly open?: string;
  readonly high?: string;
  readonly low?: string;
  readonly isClosed?: true;
}

const fx = { categoryId: 1, digits: 5, pip: '0.0001', units: 100_000 } as const;
const yen = { categoryId: 1, digits: 3, pip: '0.01', units: 100_000 } as const;
const index = { categoryId: 3, digits: 1, pip: '1', units: 1 } as const;
const hongKongDay = { open: '25873.0', high: '25941.2', low: '25588.6', isClosed: true } as const;
const euroDay = { open: '1.15007', high: '1.15359', low: '1.14927' } as const;

const rows: readonly BoardRow[] = [
  { ...fx, ...euroDay, code: 'EUR/USD', bid: '1.15283', spreadTicks: 12, changePercent: 0.24 },
  { ...fx, code: 'GBP/USD', bid: '1.30678', spreadTicks: 16, changePercent: -0.12 },
  { ...yen, code: 'USD/JPY', bid: '157.405', spreadTicks: 13, changePercent: -0.31 },
  metal({ code: 'XAU/USD', digits: 2, bid: '4071.35', changePercent: 0.68, pip: '0.1', units: 100 }),
  { ...index, ...hongKongDay, code: 'HK50', bid: '25830.4', spreadTicks: 26, changePercent: -0.16 },
  { ...fx, code: 'AUD/USD', bid: '0.64512', spreadTicks: 13, changePercent: 0.09 },
  { ...index, code: 'US500', bid: '6642.1', spreadTicks: 4, changePercent: 0.38 },
  {
    code: 'WTI',
    categoryId: 4,
    digits: 2,
    bid: '59.12',
    spreadTicks: 3,
    changePercent: -1.24,
    pip: '0.01',
    units: 1_000,
  },
  { ...fx, code: 'USD/CHF', bid: '0.80574', spreadTicks: 15, changePercent: -0.05 },
  {
    code: 'BTC/USD',
    categoryId: 5,
    digits: 2,
    bid: '91508.20',
    spreadTicks: 2_440,
    changePercent: 1.86,
    pip: '1',
    units: 1,
  },
  { ...fx, code: 'USD/CAD', bid: '1.40518', spreadTicks: 15, changePercent: 0.07 },
  { ...fx, code: 'NZD/USD', bid: '0.55948', spreadTicks: 16, changePercent: -0.21 },
  metal({ code: 'XAG/USD', digits: 3, bid: '50.824', changePercent: 0.43, pip: '0.01', units: 5_000 }),
  { ...fx, code: 'EUR/GBP', bid: '0.88214', spreadTicks: 16, changePercent: 0.36 },
  { ...yen, code: 'GBP/JPY', bid: '205.690', spreadTicks: 28, changePercent: -0.43 },
  { ...yen, code: 'EUR/JPY', bid: '181.462', spreadTicks: 20, changePercent: -0.08 },
];

function metal(row: Omit<BoardRow, 'categoryId' | 'spreadTicks'>): BoardRow {
  return { ...row, categoryId: 2, spreadTicks: 27 };
}

function moved(price: string, ticks: number, digits: number): string {
  return (Number(price) + ticks / 10 ** digits).toFixed(digits);
}

function toInstrument(row: BoardRow, at: number): Instrument {
  const { code, digits, bid } = row;
  const plainCode = code.replace('/', '');
  const open = row.open ?? (Number(bid) / (1 + row.changePercent / 100)).toFixed(digits);
  const [base = '', quote = 'USD'] = code.includes('/') ? code.split('/') : [code];
  const quoteCurrency = row.isClosed ? 'HKD' : quote;
  return {
    Id: at + 1,
    Code: plainCode,
    ShowCode: code,
    Name: code,
    Logo: '',
    CategoryId: row.categoryId,
    Popular: at < 8 ? at + 1 : null,
    MarketStatus: row.isClosed ? 0 : 1,
    Halted: false,
    WideSpread: false,
    ForexQuotations: { Open: open, Close: bid, Change: row.changePercent.toFixed(2) },
    Bid: bid,
    Ask: moved(bid, row.spreadTicks, digits),
    Seq: 1,
    Time: boardNow,
    High: row.high ?? moved(bid, 40, digits),
    Low: row.low ?? moved(bid, -40, digits),
    Volume: 1_000 * (rows.length - at),
    PricePrecision: digits,
    Digits: digits,
    Pip: '0.01',
    PipSize: row.pip,
    ForexMinCont: '0.01',
    ForexMaxCont: '100.00',
    ForexContNum: row.units,
    ForexFeeRate: '7',
    MarginMode: 0,
    MarginPerLot: '0',
    HasForexMultiple: leverages.map((Value) => ({ Value })),
    BaseCurrency: base,
    QuoteCurrency: quoteCurrency,
    NextOpen: row.isClosed ? openingBell : null,
    NextClose: row.isClosed ? null : closingBell,
    SwapLong: '-6.80',
    SwapShort: '1.20',
    SwapTripleDay: 3,
    Source: 'sample',
    Stale: false,
  };
}

export const sampleInstruments: Instrument[] = rows.map(toInstrument);

export function instrumentNamed(code: string): Instrument {
  const found = sampleInstruments.find((one) => one.ShowCode === code);
  if (found === undefined) throw new Error(`The board has no ${code}.`);
  return found;
}

export function dayLines(instruments: readonly Instrument[]): DayMarketLine[] {
  return instruments.map((one) => ({
    Id: one.Id,
    Bid: one.Bid ?? '',
    Ask: one.Ask ?? '',
    Close: one.Bid ?? '',
    Open: one.ForexQuotations.Open ?? '',
    High: one.High ?? '',
    Low: one.Low ?? '',
    Change: one.ForexQuotations.Change ?? '',
    Seq: one.Seq,
    Time: one.Time,
    MarketStatus: one.MarketStatus,
    Halted: one.Halted,
    WideSpread: one.WideSpread,
    Stale: one.Stale,
  }));
}

/** Returns the board's candles, ending with the 15 minutes it shows. */
export function sampleCandles(id: number, day: 'phone' | 'desk'): WireCandle[] {
  const isHongKong = id === instrumentNamed('HK50').Id;
  const drawn = isHongKong ? boardHongKongCandles : day === 'desk' ? boardDeskCandles : boardEuroCandles;
  const candles = [...mirrored(drawn), ...drawn];
  const last = isHongKong ? Date.UTC(2025, 10, 20, 7, 45) : Date.UTC(2025, 10, 20, 9, 30);
  return candles.map((candle, at) =>
    toCandle(candle, last - (candles.length - 1 - at) * quarterHour, isHongKong ? 1 : 5),
  );
}

/** Returns the candles reversed in time, to fill a chart that shows more candles than the board. */
function mirrored(candles: readonly CandleTicks[]): CandleTicks[] {
  return candles.map(([open, high, low, close, volume]): CandleTicks => [close, high, low, open, volume]).toReversed();
}

function toCandle(candle: CandleTicks, time: number, digits: number): WireCandle {
  const [open, high, low, close, volume] = candle;
  const text = (ticks: number) => (ticks / 10 ** digits).toFixed(digits);
  return {
    Time: time,
    Open: text(open),
    High: text(high),
    Low: text(low),
    Close: text(close),
    Volume: volume,
  };
}

/** Returns the board's sparkline; only closing prices are used. */
export function sampleSparkline(id: number): WireCandle[] {
  const instrument = sampleInstruments.find((one) => one.Id === id);
  const closes = boardSparklines[instrument?.Code ?? ''] ?? [];
  const digits = instrument?.Digits ?? 0;
  const start = boardNow - closes.length * quarterHour;
  return closes.map((close, at) => toCandle([close, close, close, close, 1], start + at * quarterHour, digits));
}

/** Price alerts of the board, and how many an account may have. */
export const sampleAlerts: CallAnswer<'alerts'> = {
  data: [
    {
      id: 3,
      kind: 'price',
      forex_id: 1,
      show_code: 'EUR/USD',
      side: 'bid',
      when: 'above',
      price: '1.15400',
      created_at: 0,
    },
    {
      id: 2,
      kind: 'price',
      forex_id: 3,
      show_code: 'USD/JPY',
      side: 'bid',
      when: 'below',
      price: '157.000',
      created_at: 0,
    },
    {
      id: 1,
      kind: 'price',
      forex_id: 2,
      show_code: 'GBP/USD',
      side: 'ask',
      when: 'below',
      price: '1.30400',
      created_at: 0,
    },
  ],
  max: 50,
};

const sampleEntry = (id: number, minutes: number, currency: string, importance: 1 | 2 | 3, actual = '') => ({
  id,
  at: boardNow + minutes * 60_000,
  currency,
  importance,
  title: `Sample release ${id}`,
  forecast: '0.0%',
  previous: '0.0%',
  actual,
});

/** Calendar entries of no meaning, around the time of the board. */
export const sampleCalendar: CallAnswer<'calendar'> = {
  data: [
    sampleEntry(1, -90, 'GBP', 2, '0.0%'),
    sampleEntry(2, -40, 'USD', 3, '0.0%'),
    sampleEntry(3, 90, 'EUR', 1),
    sampleEntry(4, 180, 'USD', 2),
  ],
  has_any: true,
};
