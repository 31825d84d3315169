import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import { afterEach, expect, test, vi } from 'vitest';
import type { CandleHistory } from '../../ports/market.ts';
import type { AskedBy } from '../../ports/work.ts';
import { findOlderCandles, pageMaxMs } from './older-candles.ts';

afterEach(() => vi.useRealTimers());

const dayMs = 86_400_000;
const endMs = Date.parse('2026-11-18T00:00:00Z');
const page = { id: 1 as InstrumentId, period: '1min', endMs, limit: 5_000, maxMs: pageMaxMs } as const;

/** A history of empty pieces, each answered by `answer`, recording the requests. */
function createHistory(answer: (piece: number) => Promise<Candle[]>) {
  const asked: (AskedBy | undefined)[] = [];
  const read = (_id: InstrumentId, _fromMs: number, _toMs: number, by?: AskedBy) => {
    asked.push(by);
    return answer(asked.length);
  };
  const history: CandleHistory = { firstMs: endMs - 10 * 365 * dayMs, minutes: read, hours: read };
  return { history, asked };
}

const never = new Promise<Candle[]>(() => undefined);
const ended = { name: 'WorkEndedError' };

test('R-SEC-33 nothing is read for a caller who has already left', async () => {
  const { history, asked } = createHistory(async () => []);
  const request = { ...page, asked: { caller: 'a', signal: AbortSignal.abort() } };
  await expect(findOlderCandles(history, request)).rejects.toMatchObject(ended);
  expect(asked).toEqual([]);
});

test('R-SEC-33 no further piece is read once the caller has left', async () => {
  const left = new AbortController();
  const { history, asked } = createHistory(async (piece) => {
    if (piece === 2) left.abort();
    return [];
  });
  const request = { ...page, asked: { caller: 'a', signal: left.signal } };
  await expect(findOlderCandles(history, request)).rejects.toMatchObject(ended);
  expect(asked.length).toBe(2);
});

test('R-SEC-33 a pending piece is aborted once the caller has left', async () => {
  const left = new AbortController();
  const { history, asked } = createHistory(() => never);
  const found = findOlderCandles(history, { ...page, asked: { caller: 'a', signal: left.signal } });
  left.abort();
  await expect(found).rejects.toMatchObject(ended);
  expect(asked).toMatchObject([{ caller: 'a', signal: { aborted: true } }]);
});

test('R-SEC-33 a page beyond its time limit is abandoned, however quick each piece is', async () => {
  vi.useFakeTimers();
  const pieceMs = 1_500;
  let answer = () => {};
  const { history, asked } = createHistory(
    () =>
      new Promise((resolve) => {
        answer = () => resolve([]);
      }),
  );
  const found = findOlderCandles(history, { ...page, limit: 1_000_000, asked: { caller: 'a' } });
  const refused = expect(found).rejects.toMatchObject(ended);
  for (let passedMs = 0; passedMs < pageMaxMs; passedMs += pieceMs) {
    await vi.advanceTimersByTimeAsync(pieceMs);
    answer();
  }
  await refused;
  expect(asked.length).toBe(Math.ceil(pageMaxMs / pieceMs));
  await vi.advanceTimersByTimeAsync(10 * pageMaxMs);
  expect(asked.length).toBe(Math.ceil(pageMaxMs / pieceMs));
});

test('R-SEC-33 a page within its time limit leaves no timer or listener', async () => {
  vi.useFakeTimers();
  const signal = new AbortController().signal;
  const { history } = createHistory(async () => []);
  expect(await findOlderCandles(history, { ...page, asked: { caller: 'a', signal } })).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
