import type { Candle } from '@candor/domain/values/period';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../../services/market/calendars/session-calendars.ts';
import { catalogue } from '../../../services/market/catalogue/catalogue.ts';
import { openSimulatedHistory } from './simulated-history.ts';

const at = (text: string) => Date.parse(text);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const instruments = catalogue.map((entry) => ({ ...entry, calendar: calendarOf(entry.spec.calendar, 'open') }));
const history = openSimulatedHistory(instruments, 'one');

function minutesOf(code: string, fromMs: number, toMs: number): Promise<Candle[]> {
  const entry = catalogue.find(({ spec }) => spec.code === code);
  if (entry === undefined) throw new Error(`no ${code}`);
  return history.minutes(entry.spec.id, fromMs, toMs);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const meanVolume = (candles: readonly Candle[]) => mean(candles.map(({ volume }) => volume));
const inHours = (candles: readonly Candle[], hours: readonly number[]) =>
  candles.filter(({ timeMs }) => hours.includes(Math.floor(timeMs / hourMs) % 24));

/** Minutes from Monday to Friday of two weeks. */
async function weekdaysOf(code: string): Promise<Candle[]> {
  const weeks = await Promise.all(
    ['2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z'].map((from) => minutesOf(code, at(from), at(from) + 120 * hourMs)),
  );
  return weeks.flat();
}

describe('R-MKT-47 simulated volume', () => {
  it('is highest while London and New York are both open, and lowest after New York has closed', async () => {
    const candles = await weekdaysOf('EURUSD');
    const overlap = meanVolume(inHours(candles, [13, 14, 15]));
    const asia = meanVolume(inHours(candles, [1, 2, 3, 4]));
    const late = meanVolume(inHours(candles, [21, 22]));
    expect(overlap).toBeGreaterThan(1.6 * asia);
    expect(overlap).toBeGreaterThan(1.8 * late);
  });

  it('follows the hours of the currencies: the yen’s morning in Tokyo is busier than the euro’s', async () => {
    const [yen, euro] = [await weekdaysOf('USDJPY'), await weekdaysOf('EURUSD')];
    const share = (candles: readonly Candle[]) => meanVolume(inHours(candles, [0, 1, 2])) / meanVolume(candles);
    expect(share(yen)).toBeGreaterThan(1.3 * share(euro));
  });

  it('rises at an opening by the clock of the centre, also in summer', async () => {
    const jumps: number[] = [];
    for (const day of ['2026-07-13', '2026-07-14', '2026-07-15', '2026-01-12', '2026-01-13', '2026-01-14']) {
      const openMs = at(`${day}T08:00:00${day.includes('-07-') ? '+01:00' : 'Z'}`);
      const candles = await minutesOf('GBPUSD', openMs - 15 * minuteMs, openMs + 15 * minuteMs);
      jumps.push(meanVolume(candles.slice(15)) / meanVolume(candles.slice(0, 15)));
    }
    expect(Math.min(...jumps)).toBeGreaterThan(1);
    expect(mean(jumps)).toBeGreaterThan(1.2);
  });

  it('is larger in minutes of a larger range, at the same hour', async () => {
    for (const code of ['EURUSD', 'XAUUSD', 'BTCUSD']) {
      const candles = inHours(await weekdaysOf(code), [14]);
      const byRange = candles.toSorted((left, right) => left.high - left.low - (right.high - right.low));
      const quarter = Math.floor(byRange.length / 4);
      const calm = meanVolume(byRange.slice(0, quarter));
      expect(meanVolume(byRange.slice(-quarter)), code).toBeGreaterThan(1.25 * calm);
    }
  });

  it('is low at weekends, and bounded', async () => {
    const weekend = await minutesOf('EURUSD', at('2026-11-21T00:00:00Z'), at('2026-11-21T20:00:00Z'));
    const candles = await weekdaysOf('EURUSD');
    expect(meanVolume(weekend)).toBeLessThan(0.7 * meanVolume(candles));
    for (const { volume } of [...weekend, ...candles]) {
      expect(volume).toBeGreaterThanOrEqual(61);
      expect(volume).toBeLessThanOrEqual(351);
    }
  });
});
