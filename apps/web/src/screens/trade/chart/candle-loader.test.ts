import type { KLineData } from 'klinecharts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Candle } from '../../../data/instruments.ts';
import { type ChartStatus, createCandleLoader } from './candle-loader.ts';

const candle = (timeMs: number): Candle => ({ timeMs, open: 1.1, high: 1.2, low: 1.0, close: 1.1, volume: 5 });

const symbol = { ticker: '', pricePrecision: 5, volumePrecision: 0 };
const period = { type: 'minute', span: 1 } as const;

/** A chart that uses its loader as klinecharts does: it requests the first page after every change. */
function setUp(answer: (before: number | null) => Promise<Candle[]>) {
  const asked: (number | null)[] = [];
  const statuses: ChartStatus[] = [];
  let bars: readonly KLineData[] = [];
  let waits = false;
  function ask(type: 'init' | 'forward'): void {
    waits = true;
    void loader.source.getBars({
      type,
      timestamp: bars[0]?.timestamp ?? null,
      symbol,
      period,
      callback: (data) => {
        waits = false;
        bars = type === 'init' ? data : [...data, ...bars];
        if (type === 'init')
          loader.source.subscribeBar?.({
            symbol,
            period,
            callback: (bar) => (bars = [...bars.filter(({ timestamp }) => timestamp !== bar.timestamp), bar]),
          });
      },
    });
  }
  const loader = createCandleLoader({
    fetchPage: (before) => {
      asked.push(before);
      return answer(before);
    },
    resetChart: () => ask('init'),
    onStatus: (status) => statuses.push(status),
  });
  const times = () => bars.map(({ timestamp }) => timestamp);
  return { loader, ask, asked, statuses, times, isWaiting: () => waits };
}

const minutes = (...times: number[]) => times.map(candle);

describe('the candles of a chart (R-SCR-23)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are requested once, however often the chart asks for its first page', async () => {
    const { loader, ask, asked, statuses, times } = setUp(async () => minutes(2, 3));
    for (let count = 0; count < 3; count += 1) ask('init');
    await loader.load();
    expect(asked).toEqual([null]);
    expect(times()).toEqual([2, 3]);
    expect(statuses).toEqual(['loading', 'ready']);
  });

  it('are followed by older pages, and by the forming candle', async () => {
    const { loader, ask, asked, times } = setUp(async (before) => (before === null ? minutes(3, 4) : minutes(1, 2)));
    await loader.load();
    ask('forward');
    await vi.waitFor(() => expect(times()).toEqual([1, 2, 3, 4]));
    loader.push(candle(5));
    expect(times()).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([null, 3]);
  });

  it('are loaded by another try after a failure', async () => {
    let isDown = true;
    const { loader, statuses, times } = setUp(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(minutes(1)),
    );
    await loader.load();
    expect(statuses).toEqual(['loading', 'failed']);
    isDown = false;
    await loader.load();
    expect(statuses.slice(2)).toEqual(['loading', 'ready']);
    expect(times()).toEqual([1]);
  });

  it('are requested again by themselves after a failure, which stays visible until they come', async () => {
    let isDown = true;
    const { loader, statuses, times } = setUp(() =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(minutes(1)),
    );
    await loader.load();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(statuses).toEqual(['loading', 'failed', 'failed', 'failed']);
    isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(statuses.at(-1)).toBe('ready');
    expect(times()).toEqual([1]);
  });

  it('stay visible and live if a reload fails, and are requested again later', async () => {
    let page: Candle[] | null = minutes(1, 2);
    const { loader, statuses, times, asked, isWaiting } = setUp(() =>
      page === null ? Promise.reject(new Error('down')) : Promise.resolve(page),
    );
    await loader.load();
    page = null;
    await loader.load();
    loader.push(candle(3));
    expect(times()).toEqual([1, 2, 3]);
    expect(isWaiting()).toBe(false);
    page = minutes(2, 3, 4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(times()).toEqual([2, 3, 4]);
    expect(statuses).toEqual(['loading', 'ready', 'ready']);
    expect(asked).toHaveLength(3);
  });

  it('of an older page are requested again after a failure, while they are wanted', async () => {
    let isDown = true;
    const { loader, ask, asked, times } = setUp((before) => {
      if (before === null) return Promise.resolve(minutes(3, 4));
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve(minutes(1, 2));
    });
    await loader.load();
    ask('forward');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(asked).toEqual([null, 3]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(times()).toEqual([1, 2, 3, 4]);
    isDown = true;
    ask('forward');
    await vi.advanceTimersByTimeAsync(0);
    loader.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([null, 3, 3, 1]);
  });

  it('of a page that was left are neither passed on nor requested', async () => {
    let answer: (page: Candle[]) => void = () => {};
    const { loader, asked, times } = setUp(() => new Promise((done) => (answer = done)));
    const first = loader.load();
    loader.pause();
    answer(minutes(1));
    await first;
    expect(times()).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });
});
