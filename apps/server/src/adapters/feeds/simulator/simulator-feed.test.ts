import { aggregateCandles, CandleCascade } from '@candor/domain/calc/candle';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import { describe, expect, it } from 'vitest';
import type { QuotedInstrument, RawQuote } from '../../../ports/market.ts';
import { type CalendarMode, calendarOf } from '../../../services/market/calendars/session-calendars.ts';
import { catalogue } from '../../../services/market/catalogue/catalogue.ts';
import { SimulatorFeed } from './simulator-feed.ts';

const at = (text: string) => Date.parse(text);
const minute = 60_000;
const instruments = (mode: CalendarMode): QuotedInstrument[] =>
  catalogue.map((entry) => ({ ...entry, calendar: calendarOf(entry.spec.calendar, mode) }));
const clockAt = (nowMs: number) => ({ nowMs: () => nowMs, monotonicMs: () => nowMs });
const feedOf = (mode: CalendarMode = 'open', seed = 'one') =>
  new SimulatorFeed({ instruments: instruments(mode), seed, clock: clockAt(0) });
const idOf = (code: string) => {
  const entry = catalogue.find(({ spec }) => spec.code === code);
  if (entry === undefined) throw new Error(`no ${code}`);
  return entry.spec.id;
};
const start = at('2026-11-18T13:58:00Z');

function byInstrumentId(quotes: readonly RawQuote[]): Map<InstrumentId, RawQuote[]> {
  const groups = new Map<InstrumentId, RawQuote[]>();
  for (const quote of quotes) {
    const group = groups.get(quote.instrumentId);
    if (group === undefined) groups.set(quote.instrumentId, [quote]);
    else group.push(quote);
  }
  return groups;
}

function fold(quotes: readonly RawQuote[]): Candle[] {
  const candles: Candle[] = [];
  const cascade = new CandleCascade((candle) => candles.push(candle));
  for (const quote of quotes) cascade.fold(quote.bid, quote.timeMs);
  const last = cascade.forming('1min');
  return last === null ? candles : [...candles, last];
}

describe('simulated prices (R-SIM-01)', () => {
  it('are equal for equal seed and time, in any order of evaluation', async () => {
    const left = feedOf();
    const right = feedOf();
    await right.history.hours(idOf('EURUSD'), at('2024-01-01T00:00:00Z'), at('2024-02-01T00:00:00Z'));
    right.ticksBetween(start + 5 * minute, start + 6 * minute);
    expect(right.ticksBetween(start, start + minute)).toEqual(left.ticksBetween(start, start + minute));
    const pieces = Array.from({ length: 60 }, (_, second) =>
      right.ticksBetween(start + second * 1000, start + (second + 1) * 1000),
    );
    expect(pieces.flat()).toEqual(left.ticksBetween(start, start + minute));
    expect(feedOf('open', 'two').ticksBetween(start, start + minute)).not.toEqual(
      left.ticksBetween(start, start + minute),
    );
  });

  it('are near their references around the anchor, and plausible over years', async () => {
    const feed = feedOf();
    for (const { spec, referencePrice } of catalogue) {
      const reference = referencePrice * 10 ** spec.digits;
      const [day] = await feed.history.hours(spec.id, at('2026-11-20T12:00:00Z'), at('2026-11-20T13:00:00Z'));
      expect(Math.abs((day as Candle).open / reference - 1), spec.code).toBeLessThan(0.01);
      const [lowest, highest] = spec.assetClass === 'crypto' ? [0.05, 20] : [0.3, 3];
      for (const year of [2016, 2021, 2031, 2036]) {
        const [past] = await feed.history.hours(spec.id, at(`${year}-06-14T14:00:00Z`), at(`${year}-06-16T15:00:00Z`));
        const ratio = (past as Candle).open / reference;
        expect(ratio, `${spec.code} ${year}`).toBeGreaterThan(lowest);
        expect(ratio, `${spec.code} ${year}`).toBeLessThan(highest);
      }
    }
  });

  it('keep every cross consistent with its legs within spread and rounding (R-SIM-02)', () => {
    const quotes = feedOf().ticksBetween(start, start + 10 * minute);
    const last = new Map<number, RawQuote>();
    const [cross, base, leg] = [idOf('EURGBP'), idOf('EURUSD'), idOf('GBPUSD')];
    let checked = 0;
    let disagreed = 0;
    for (const quote of quotes) {
      last.set(quote.instrumentId, quote);
      const [eurgbp, eurusd, gbpusd] = [last.get(cross), last.get(base), last.get(leg)];
      if (eurgbp === undefined || eurusd === undefined || gbpusd === undefined) continue;
      // Buying through the legs is never cheaper than selling the cross, nor the reverse: no free round trip.
      if (eurgbp.bid * gbpusd.bid > (eurusd.ask + 2) * 100_000) disagreed += 1;
      if ((eurgbp.ask + 2) * gbpusd.ask < eurusd.bid * 100_000) disagreed += 1;
      const middle = (quote: RawQuote) => (quote.bid + quote.ask) / 2;
      const spread = eurgbp.ask - eurgbp.bid + eurusd.ask - eurusd.bid + gbpusd.ask - gbpusd.bid;
      const apart = Math.abs(middle(eurgbp) - (middle(eurusd) / middle(gbpusd)) * 100_000);
      if (apart > spread + 3) disagreed += 1;
      checked += 1;
    }
    expect(checked).toBeGreaterThan(5_000);
    expect(disagreed).toBe(0);
  });

  it('tick at distinct times, at least every 1.5 s and at most some times a second, uncrossed', () => {
    const byInstrument = byInstrumentId(feedOf().ticksBetween(start, start + 20 * minute));
    expect(byInstrument.size).toBeGreaterThan(45);
    for (const [id, quotes] of byInstrument) {
      const gaps = quotes.slice(1).map((quote, index) => quote.timeMs - (quotes[index] as RawQuote).timeMs);
      expect(Math.min(...gaps), `instrument ${id}`).toBeGreaterThan(0);
      expect(Math.max(...gaps), `instrument ${id}`).toBeLessThanOrEqual(1_500);
      expect(Math.min(...quotes.map((quote) => quote.ask - quote.bid))).toBeGreaterThan(0);
      expect(quotes.length / 1_200).toBeGreaterThan(0.5);
      expect(quotes.length / 1_200).toBeLessThan(4.5);
    }
  });

  it('have about their yearly volatility (R-SIM-05)', async () => {
    const hours = await feedOf().history.hours(idOf('EURUSD'), at('2025-07-01T00:00:00Z'), at('2026-01-01T00:00:00Z'));
    let squares = 0;
    for (let index = 1; index < hours.length; index += 1) {
      squares += Math.log((hours[index] as Candle).close / (hours[index - 1] as Candle).close) ** 2;
    }
    const yearly = Math.sqrt(squares * 2);
    expect(yearly).toBeGreaterThan(0.05);
    expect(yearly).toBeLessThan(0.1);
  });

  it('widen spreads at the New York roll and at weekends (R-SIM-05)', () => {
    const feed = feedOf();
    const spreadAt = (time: string) => {
      const quote = feed
        .ticksBetween(at(time), at(time) + minute)
        .find(({ instrumentId }) => instrumentId === idOf('EURUSD'));
      return (quote as RawQuote).ask - (quote as RawQuote).bid;
    };
    expect(spreadAt('2026-11-18T22:01:00Z')).toBeGreaterThan(2 * spreadAt('2026-11-18T14:00:00Z'));
    expect(spreadAt('2026-11-21T14:00:00Z')).toBeGreaterThan(1.3 * spreadAt('2026-11-18T14:00:00Z'));
  });

  it('keep the sessions of their calendar (R-RUN-05)', () => {
    const saturday = at('2026-11-21T12:00:00Z');
    const open = new Set(
      feedOf('open')
        .ticksBetween(saturday, saturday + minute)
        .map((quote) => quote.instrumentId),
    );
    const real = new Set(
      feedOf('real')
        .ticksBetween(saturday, saturday + minute)
        .map((quote) => quote.instrumentId),
    );
    expect(open.has(idOf('EURUSD')) && open.has(idOf('XAUUSD')) && open.has(idOf('BTCUSD'))).toBe(true);
    expect(open.has(idOf('US500')) || open.has(idOf('WTI'))).toBe(false);
    expect([...real].every((id) => id >= 401)).toBe(true);
  });
});

describe('simulated history (R-SIM-03)', () => {
  it('equals the candles of the ticks, minute for minute, including the forming one', async () => {
    const feed = feedOf();
    const toMs = start + 31 * minute + 17_321;
    const byInstrument = byInstrumentId(feed.ticksBetween(start, toMs));
    for (const [id, quotes] of byInstrument) expect(await feed.history.minutes(id, start, toMs)).toEqual(fold(quotes));
  });

  it('has hours equal to its minutes', async () => {
    const feed = feedOf('real');
    const from = at('2026-11-19T00:00:00Z');
    for (const code of ['EURUSD', 'HK50', 'XAUUSD', 'BTCUSD']) {
      const minutes = await feed.history.minutes(idOf(code), from, from + 48 * 60 * minute);
      expect(await feed.history.hours(idOf(code), from, from + 48 * 60 * minute)).toEqual(
        aggregateCandles(minutes, '60min'),
      );
    }
  });

  it('has no minute while the market is closed', async () => {
    const minutes = await feedOf('real').history.minutes(
      idOf('HK50'),
      at('2026-11-20T00:00:00Z'),
      at('2026-11-21T00:00:00Z'),
    );
    const times = new Set(minutes.map((candle) => candle.timeMs));
    expect(times.has(at('2026-11-20T04:30:00Z'))).toBe(false);
    expect(times.has(at('2026-11-20T03:59:00Z'))).toBe(true);
  });
});

describe('the running simulator', () => {
  it('restates the current price, then delivers each tick once and sends heartbeats for open instruments', async () => {
    const clock = { now: start, nowMs: () => clock.now, monotonicMs: () => clock.now };
    const feed = new SimulatorFeed({ instruments: instruments('real'), seed: 'one', clock });
    const quotes: RawQuote[] = [];
    const alive = new Set<number>();
    const sink = {
      quote: (raw: RawQuote) => quotes.push(raw),
      alive: (ids: Iterable<number>) => {
        for (const id of ids) alive.add(id);
      },
      restarted: () => {},
      skipped: () => {},
      failed: () => {},
    };
    await feed.start(sink, start);
    const restated = quotes.filter((quote) => quote.isRestated);
    expect(new Set(restated.map((quote) => quote.instrumentId)).size).toBe(catalogue.length);
    expect(restated.every((quote) => quote.timeMs < start)).toBe(true);
    clock.now += 3_000;
    const expected = feed.ticksBetween(start, start + 3_000).length;
    await expect.poll(() => quotes.filter((quote) => !quote.isRestated).length).toBe(expected);
    await feed.stop();
    const live = quotes.filter((quote) => !quote.isRestated);
    expect(live).toEqual(feed.ticksBetween(start, start + 3_000));
    expect(alive.has(idOf('EURUSD'))).toBe(true);
    expect(alive.has(idOf('JP225'))).toBe(true);
    expect(alive.has(idOf('HK50'))).toBe(true);
  });
});
