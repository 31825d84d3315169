import { expect, test } from 'vitest';
import { allHistory, chooseRange, filterFields, startOf, useHistoryFilter } from './history-filter.ts';

const at = (time: string) => Date.parse(time);

test('R-SCR-90 a range begins with a day of the shown zone, also across a change of its clocks', () => {
  const start = (days: number, zone: string, now: string) => new Date(startOf(days, zone, at(now))).toISOString();
  expect(start(0, 'UTC', '2026-11-26T17:05:00Z')).toBe('2026-11-26T00:00:00.000Z');
  expect(start(0, 'America/New_York', '2026-11-26T03:00:00Z')).toBe('2026-11-25T05:00:00.000Z');
  expect(start(7, 'America/New_York', '2026-11-05T12:00:00Z')).toBe('2026-10-29T04:00:00.000Z');
});

test('R-SCR-90 the fields of the call are those that are chosen', () => {
  expect(filterFields(allHistory)).toEqual({});
  chooseRange('week', 'UTC', at('2026-11-26T17:05:00Z'));
  useHistoryFilter.setState({ instrumentId: 4 });
  expect(filterFields(useHistoryFilter.getState())).toEqual({ since: at('2026-11-19T00:00:00Z'), forex_id: 4 });
  chooseRange('all', 'UTC', 0);
  expect(filterFields(useHistoryFilter.getState())).toEqual({ forex_id: 4 });
});
