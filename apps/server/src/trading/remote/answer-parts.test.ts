import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerParts } from './answer-parts.ts';
import { type CoreAnswer, fromBody, partMax } from './core-wire.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const idOf = (answer: Uint8Array) => (fromBody(answer) as Extract<CoreAnswer, { parts: number }>).id;

test('R-RUN-64 long answers that nobody fetches are kept for 30 s, at most 64 MB of them', () => {
  const parts = new AnswerParts();
  const long = Buffer.alloc(40_000_000);
  const first = idOf(parts.split(long));
  expect(() => parts.split(long)).toThrow('too many long answers');
  vi.advanceTimersByTime(29_000);
  expect(() => parts.split(long)).toThrow('too many long answers');
  expect(parts.take(first, 0)).toHaveLength(partMax);
  vi.advanceTimersByTime(1_001);
  const second = idOf(parts.split(long));
  expect(() => parts.take(first, 1)).toThrow('no longer kept');
  expect(parts.take(second, 0)).toHaveLength(partMax);
});

test('R-RUN-64 an answer is forgotten with its last part; a short one is not kept', () => {
  const parts = new AnswerParts();
  const body = Buffer.alloc(partMax + 1);
  const id = idOf(parts.split(body));
  expect(parts.take(id, 0)).toHaveLength(partMax);
  expect(parts.take(id, 1)).toHaveLength(1);
  expect(() => parts.take(id, 1)).toThrow('no longer kept');
  const short = Buffer.alloc(partMax);
  expect(parts.split(short)).toBe(short);
});
