import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListsAge } from './lists-age.ts';

let asked: number;
let isAway: boolean;
let age: ListsAge;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  isAway = false;
  age = new ListsAge(async () => {
    asked += 1;
    if (isAway) throw new Error('away');
  });
});
afterEach(() => vi.useRealTimers());

/** Number of list requests after all timers have run. */
function askedInTheEnd(): number {
  vi.advanceTimersByTime(10_000);
  return asked;
}

test('R-SOC-07 a stamp that differs from the lists’ stamp makes them old, once', () => {
  age.listed('a');
  age.pushed('a');
  expect(askedInTheEnd()).toBe(0);
  age.pushed('b');
  expect(askedInTheEnd()).toBe(1);
  age.pushed('b');
  expect(askedInTheEnd()).toBe(1);
  age.listed('b');
  expect(askedInTheEnd()).toBe(1);
  age.pushed('a');
  expect(askedInTheEnd()).toBe(2);
});

test('R-SOC-07 nothing is old before the first list', () => {
  age.pushed('a');
  expect(askedInTheEnd()).toBe(0);
  age.listed('b');
  expect(askedInTheEnd()).toBe(1);
});

test('R-SOC-07 placing an order loads the lists once, though list and push may cross', () => {
  age.listed('a');
  age.pushed('a');
  age.pushed('b');
  vi.advanceTimersByTime(200);
  age.listed('b');
  expect(askedInTheEnd()).toBe(0);
  age.listed('c');
  vi.advanceTimersByTime(200);
  age.pushed('c');
  expect(askedInTheEnd()).toBe(0);
});

test('R-SOC-07 another account starts afresh', () => {
  age.listed('a');
  age.pushed('b');
  age.forget();
  expect(askedInTheEnd()).toBe(0);
  age.listed('c');
  expect(askedInTheEnd()).toBe(0);
});

test('R-SOC-07 lists that did not load are requested again until they do, every few seconds, for the same stamp', async () => {
  age.listed('a');
  age.pushed('b');
  isAway = true;
  await vi.advanceTimersByTimeAsync(400 + 2 * 5_400);
  expect(asked).toBe(3);
  isAway = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(4);
});

test('R-SOC-07 nothing is requested again for an account that was left', async () => {
  age.listed('a');
  age.pushed('b');
  isAway = true;
  await vi.advanceTimersByTimeAsync(1_000);
  age.forget();
  age.listed('a');
  age.pushed('a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
});
