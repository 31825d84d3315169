import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListsAge } from './lists-age.ts';

let asked: number;
let age: ListsAge;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  age = new ListsAge(() => {
    asked += 1;
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
