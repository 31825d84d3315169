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

/** What the page has asked for once everything has come to rest. */
function askedInTheEnd(): number {
  vi.advanceTimersByTime(10_000);
  return asked;
}

test('R-SOC-07 another stamp than that of the lists makes them old, once', () => {
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

test('R-SOC-07 before the first list nothing is old', () => {
  age.pushed('a');
  expect(askedInTheEnd()).toBe(0);
  age.listed('b');
  expect(askedInTheEnd()).toBe(1);
});

test('R-SOC-07 who has placed an order himself asks for the lists once: list and push may pass each other', () => {
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

test('R-SOC-07 the next account begins anew', () => {
  age.listed('a');
  age.pushed('b');
  age.forget();
  expect(askedInTheEnd()).toBe(0);
  age.listed('c');
  expect(askedInTheEnd()).toBe(0);
});
