import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TradingOutage } from './trading-outage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const said: string[] = [];
  const outage = new TradingOutage({
    onPaused: (isPaused) => said.push(isPaused ? 'paused' : 'on'),
    onOver: () => said.push('reload'),
    random: () => 0.5,
  });
  return { outage, said };
}

test('R-SCR-25 an outage is shown, ends at once, and everything is loaded again some time later', () => {
  const { outage, said } = setUp();
  outage.accept(true);
  outage.accept(false);
  outage.accept(false);
  vi.advanceTimersByTime(899);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['paused']);
  outage.accept(true);
  expect(said).toEqual(['paused', 'on']);
  vi.advanceTimersByTime(999);
  expect(said).toEqual(['paused', 'on']);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['paused', 'on', 'reload']);
});

test('R-SCR-25 a short outage is not shown, and ends like any other', () => {
  const { outage, said } = setUp();
  outage.accept(false);
  vi.advanceTimersByTime(800);
  outage.accept(true);
  outage.accept(false);
  vi.advanceTimersByTime(800);
  outage.accept(true);
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['on', 'on', 'reload']);
});
