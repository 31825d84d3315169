import type { Instrument, WireCandle } from '@candor/contracts/http/market';
import { type ConversionPath, conversionRate, findConversionPath } from '@candor/domain/calc/order-formulas';
import { parseDecimal, type Ratio } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { parseLots } from '@candor/domain/values/lots';
import { parseMoney, zeroMoney } from '@candor/domain/values/money';
import { parsePrice } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import type { LiveQuote, QuoteStore } from './quotes.ts';

/** Contract facts of an instrument in the terms of the domain, and the fields that screens show. No prices. */
export interface InstrumentFacts {
  readonly id: number;
  readonly spec: InstrumentSpec;
  readonly logo: string;
  /** Place among the popular instruments, from 1; null for the others. */
  readonly popular: number | null;
  readonly nextOpenMs: number | null;
  readonly nextCloseMs: number | null;
  readonly source: string;
}

/** A group of instruments in the trade list; `name` is in the reader's language. */
export interface Category {
  readonly id: number;
  readonly name: string;
}

/** A candle of bids. `timeMs` is its start; `volume` the number of quotes. */
export interface Candle {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export function toCandle(wire: WireCandle): Candle {
  return {
    timeMs: wire.Time,
    open: Number(wire.Open),
    high: Number(wire.High),
    low: Number(wire.Low),
    close: Number(wire.Close),
    volume: wire.Volume,
  };
}

/** Converts an instrument of the wire (`cont`, `Pip`, `HasForexMultiple`) to the domain's terms. */
export function toInstrumentFacts(wire: Instrument): InstrumentFacts {
  const lotStepE8 = Number(parseDecimal(wire.Pip, 8) ?? 1_000_000n);
  const steps = (text: string) => parseLots(text, { lotStepE8 }) ?? 1;
  const spec: InstrumentSpec = {
    id: wire.Id as InstrumentId,
    code: wire.Code,
    showCode: wire.ShowCode,
    name: wire.Name,
    categoryId: wire.CategoryId,
    // The wire has no asset class; conversion only needs to know which instruments are pairs of currencies.
    assetClass: wire.ShowCode.includes('/') ? 'fx-major' : 'index',
    baseCurrency: wire.BaseCurrency,
    quoteCurrency: wire.QuoteCurrency,
    digits: wire.PricePrecision,
    pipTicks: Number(parseDecimal(wire.PipSize, wire.PricePrecision) ?? 1n),
    unitsPerLot: wire.ForexContNum,
    lotStepE8,
    lotsMin: steps(wire.ForexMinCont),
    lotsMax: steps(wire.ForexMaxCont),
    leverages: wire.HasForexMultiple.map((choice) => choice.Value).sort((a, b) => a - b),
    marginMode: wire.MarginMode === 1 ? 'fixed-per-lot' : 'leverage',
    marginPerLotMicros: parseMoney(wire.MarginPerLot) ?? zeroMoney,
    feeRateE8: parseDecimal(wire.ForexFeeRate, 8) ?? 0n,
    swapLongE2: Number(parseDecimal(wire.SwapLong, 2) ?? 0n),
    swapTripleDay: wire.SwapTripleDay,
    swapShortE2: Number(parseDecimal(wire.SwapShort, 2) ?? 0n),
    calendar: '',
  };
  return {
    id: wire.Id,
    spec,
    logo: wire.Logo,
    popular: wire.Popular,
    nextOpenMs: wire.NextOpen,
    nextCloseMs: wire.NextClose,
    source: wire.Source,
  };
}

/** Returns bid and ask in ticks; null without a price. */
export function toTicks(quote: LiveQuote | undefined, digits: number): Pick<Quote, 'bid' | 'ask'> | null {
  if (quote?.bid === undefined || quote.bid === null || quote.ask === null) return null;
  const bid = parsePrice(quote.bid, digits);
  const ask = parsePrice(quote.ask, digits);
  return bid === null || ask === null ? null : { bid, ask };
}

/** Quote currency → account currency at the middle of the conversion pair; null when that pair has no price. */
export function accountRate(
  facts: InstrumentFacts,
  currency: string,
  all: readonly InstrumentFacts[],
  quotes: Pick<QuoteStore, 'get'>,
): Ratio | null {
  const specs = all.map((one) => one.spec);
  const path: ConversionPath | null = findConversionPath(facts.spec.quoteCurrency, currency, specs);
  if (path === null) return null;
  const quote = path.kind === 'same' ? null : toTicks(quotes.get(path.instrumentId), path.digits);
  return conversionRate(path, quote);
}
