import type { Instrument, WireCandle } from '@candor/contracts/http/market';
import type { Language } from '@candor/contracts/languages';
import type { DayMarketLine } from '@candor/contracts/ws/messages';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatLots } from '@candor/domain/values/lots';
import type { Candle } from '@candor/domain/values/period';
import type { OfferedInstrument, ShownBlock } from '../ports/offers.ts';
import { type CatalogueEntry, localisedName } from '../services/market/catalogue/catalogue-entry.ts';
import { popularPlaceOf } from '../services/market/catalogue/popular.ts';
import type { MarketView } from '../services/market/market-view.ts';

/** The market in the wire's words (R-MKT-01). */

/** A price text by string work alone: lists and pushes write thousands a second. */
export function formatTicks(ticks: number, digits: number): string {
  const text = String(ticks);
  if (digits === 0) return text;
  const padded = text.length > digits ? text : text.padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Percent from one price to another, two decimals, without a negative zero. */
export function formatChange(open: number, close: number): string {
  const hundredths = Math.round(((close - open) * 10_000) / open);
  return (hundredths === 0 ? 0 : hundredths / 100).toFixed(2);
}

/** 1 open, 0 closed by its calendar or the company, 2 without a price from the running feed (R-MKT-14). */
export function marketStatusOf(market: MarketView, id: InstrumentId, block: ShownBlock | null = null): 0 | 1 | 2 {
  const { kind } = market.state(id);
  if (kind === 'no-price' || market.quote(id) === null) return 2;
  return kind === 'open' && block !== 'closed' ? 1 : 0;
}

export function toWireCandle(candle: Candle, digits: number): WireCandle {
  return {
    Time: candle.timeMs,
    Open: formatTicks(candle.open, digits),
    High: formatTicks(candle.high, digits),
    Low: formatTicks(candle.low, digits),
    Close: formatTicks(candle.close, digits),
    Volume: candle.volume,
  };
}

/** Null until the instrument has a price. */
export function toDayLine(market: MarketView, id: InstrumentId, block: ShownBlock | null = null): DayMarketLine | null {
  const spec = market.spec(id);
  const quote = market.quote(id);
  if (spec === null || quote === null) return null;
  const day = dayOf(market, id, quote.bid);
  const price = (ticks: number) => formatTicks(ticks, spec.digits);
  return {
    Id: id,
    Bid: price(quote.bid),
    Ask: price(quote.ask),
    Close: price(quote.bid),
    Open: price(day.open),
    High: price(day.high),
    Low: price(day.low),
    Change: formatChange(day.open, quote.bid),
    Seq: quote.seq,
    Time: quote.timeMs,
    MarketStatus: marketStatusOf(market, id, block),
    Halted: block === 'halted' || block === 'wide',
    WideSpread: block === 'wide',
    Stale: market.isStale(id),
  };
}

/** `offered` is the instrument as the reader's company offers it, `popular` the company's own popular instruments. */
export function toInstrument(
  market: MarketView,
  entry: CatalogueEntry,
  offered: OfferedInstrument,
  { language, popular }: { readonly language: Language; readonly popular: readonly string[] },
): Instrument {
  const { spec, block } = offered;
  const { nextOpenMs, nextCloseMs } = offered.hours(market.state(spec.id));
  const line = toDayLine(market, spec.id, block);
  return {
    Id: spec.id,
    Code: spec.code,
    ShowCode: spec.showCode,
    Name: localisedName(entry.names, language),
    Logo: entry.logo,
    CategoryId: spec.categoryId,
    Popular: popularPlaceOf(spec.code, popular),
    MarketStatus: marketStatusOf(market, spec.id, block),
    Halted: block === 'halted' || block === 'wide',
    WideSpread: block === 'wide',
    ForexQuotations: { Open: line?.Open ?? null, Close: line?.Close ?? null, Change: line?.Change ?? null },
    Bid: line?.Bid ?? null,
    Ask: line?.Ask ?? null,
    Seq: line?.Seq ?? 0,
    Time: line?.Time ?? 0,
    High: line?.High ?? null,
    Low: line?.Low ?? null,
    Volume: market.day(spec.id)?.volume ?? 0,
    ...toTerms(spec),
    HasForexMultiple: offered.leverages.map((Value) => ({ Value })),
    NextOpen: nextOpenMs,
    NextClose: nextCloseMs,
    Source: market.quote(spec.id)?.source ?? market.source,
    Stale: line?.Stale ?? false,
  };
}

type Terms = Pick<
  Instrument,
  | 'PricePrecision'
  | 'Digits'
  | 'Pip'
  | 'PipSize'
  | 'ForexMinCont'
  | 'ForexMaxCont'
  | 'ForexContNum'
  | 'ForexFeeRate'
  | 'MarginMode'
  | 'MarginPerLot'
  | 'BaseCurrency'
  | 'QuoteCurrency'
  | 'SwapLong'
  | 'SwapShort'
  | 'SwapTripleDay'
>;

const termsBySpec = new WeakMap<InstrumentSpec, Terms>();

/** Cache of contract facts, shared by companies: changed terms are another object. */
function toTerms(spec: InstrumentSpec): Terms {
  const known = termsBySpec.get(spec);
  if (known !== undefined) return known;
  const terms: Terms = {
    PricePrecision: spec.digits,
    Digits: spec.digits,
    Pip: formatLots(1, spec),
    PipSize: formatTicks(spec.pipTicks, spec.digits),
    ForexMinCont: formatLots(spec.lotsMin, spec),
    ForexMaxCont: formatLots(spec.lotsMax, spec),
    ForexContNum: spec.unitsPerLot,
    ForexFeeRate: trimZeros(formatDecimal(spec.feeRateE8, 8)),
    MarginMode: spec.marginMode === 'fixed-per-lot' ? 1 : 0,
    MarginPerLot: trimZeros(formatDecimal(spec.marginPerLotMicros, 6)),
    BaseCurrency: spec.baseCurrency,
    QuoteCurrency: spec.quoteCurrency,
    SwapLong: formatDecimal(BigInt(spec.swapLongE2), 2),
    SwapShort: formatDecimal(BigInt(spec.swapShortE2), 2),
    SwapTripleDay: spec.swapTripleDay,
  };
  termsBySpec.set(spec, terms);
  return terms;
}

/** Returns the figures of the day; before its first tick all are the last price. */
function dayOf(market: MarketView, id: InstrumentId, bid: number): { open: number; high: number; low: number } {
  return market.day(id) ?? { open: bid, high: bid, low: bid };
}

/** Formats with at least two decimals: "7.00", "0.50"; "0" for zero. */
function trimZeros(text: string): string {
  const trimmed = text.replace(/(\.\d\d\d*?)0+$/, '$1');
  return trimmed === '0.00' ? '0' : trimmed;
}
