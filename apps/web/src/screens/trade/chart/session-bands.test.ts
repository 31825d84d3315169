import { sessionsBetween } from '@candor/domain/calc/market-sessions';
import { describe, expect, it } from 'vitest';
import { hasSessions } from '../../../data/chart-period.ts';
import { bandsOf, centresAt } from './session-bands.ts';

const hourMs = 3_600_000;
const barsFrom = (startMs: number, count: number, stepMs = hourMs / 4) =>
  Array.from({ length: count }, (_, index) => ({ timestamp: startMs + index * stepMs }));

describe('R-CHT-01 bands of the trading sessions', () => {
  it.each([0, 7])('hold exactly the bars that begin in a session, also those %i minutes past the hour', (minute) => {
    const bars = barsFrom(Date.UTC(2026, 10, 18, 0, minute), 96);
    const held = bandsOf(bars, 0, 96).flatMap(({ centre, first, last }) =>
      bars.slice(first, last + 1).map(({ timestamp }) => `${centre} ${timestamp}`),
    );
    const expected = bars.flatMap(({ timestamp }) => centresAt(timestamp).map((centre) => `${centre} ${timestamp}`));
    expect(held.toSorted()).toEqual(expected.toSorted());
    expect(held.length).toBeGreaterThan(0);
  });

  it('move by an hour with the clock of their centre: London opens at 8, in UTC at 8 in winter and at 7 in summer', () => {
    const opening = (startMs: number) => {
      const bars = barsFrom(startMs, 96);
      const london = bandsOf(bars, 0, 96).find(({ centre }) => centre === 'london');
      return new Date(bars[london?.first ?? -1]?.timestamp ?? 0).getUTCHours();
    };
    expect(opening(Date.UTC(2026, 0, 14))).toBe(8);
    expect(opening(Date.UTC(2026, 6, 15))).toBe(7);
  });

  it('are cut at the visible bars and at a gap of the weekend', () => {
    // Friday 20:00 to 22:00 UTC, and Sunday from 22:00 UTC.
    const bars = [...barsFrom(Date.UTC(2026, 10, 20, 20), 8), ...barsFrom(Date.UTC(2026, 10, 22, 22), 12)];
    const bands = bandsOf(bars, 2, 12);
    expect(bands).toEqual([
      { centre: 'sydney', first: 8, last: 11 },
      { centre: 'new-york', first: 2, last: 7 },
    ]);
    expect(bandsOf([], 0, 0)).toEqual([]);
  });

  it('are drawn up to bars of an hour only', () => {
    const periods = ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1month'] as const;
    expect(periods.filter(hasSessions)).toEqual(['1min', '5min', '15min', '30min', '60min']);
  });

  it('are those of the strip of the market', () => {
    const bars = barsFrom(Date.UTC(2026, 10, 18, 0, 0), 97);
    const sessions = sessionsBetween(bars[0]?.timestamp ?? 0, bars[96]?.timestamp ?? 0);
    expect(bandsOf(bars, 0, 97).map(({ centre }) => centre)).toEqual(
      expect.arrayContaining(sessions.map(({ centre }) => centre)),
    );
  });
});
