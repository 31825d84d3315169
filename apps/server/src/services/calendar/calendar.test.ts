import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import type { CalendarRecord, CalendarStore } from '../../ports/calendar.ts';
import type { Clock } from '../../ports/clock.ts';
import { Calendar } from './calendar.ts';

const company = 1 as CompanyId;
const dayMs = 86_400_000;

/** A calendar over entries at these times, and the number of readings. */
function calendarOf(times: number[]) {
  const state = { readings: 0, monotonicMs: 0, fails: false };
  const store = {
    shown: async (_company: CompanyId, from: number, until: number, limit: number) => {
      state.readings += 1;
      if (state.fails) throw new Error('the database is away');
      const found = times.filter((atMs) => atMs >= from && atMs < until).slice(0, limit);
      return found.map((atMs) => ({ atMs }) as CalendarRecord);
    },
    hasAny: async () => times.length > 0,
    remove: async () => times.pop() !== undefined,
  } as unknown as CalendarStore;
  const clock = { nowMs: () => 0, monotonicMs: () => state.monotonicMs } as Clock;
  return { calendar: new Calendar({ calendar: store, clock }), state };
}

const timesOf = async (shown: ReturnType<Calendar['shown']>) => (await shown).entries.map(({ atMs }) => atMs);

test('R-STA-11 a burst of requests costs one reading, whatever part of the days they ask for', async () => {
  const { calendar, state } = calendarOf([10, 20, dayMs - 1]);
  const asked = Array.from({ length: 1_000 }, (_, at) => calendar.shown(company, at % 15, dayMs - 500 + at, 2_000));
  const answers = await Promise.all(asked);
  // Those that end on the next day are a second span.
  expect(state.readings).toBe(2);
  expect(answers[0]?.entries.map(({ atMs }) => atMs)).toEqual([10, 20]);
  expect(answers[11]?.entries.map(({ atMs }) => atMs)).toEqual([20]);
  await calendar.shown(2 as CompanyId, 0, dayMs, 2_000);
  expect(state.readings).toBe(3);
});

test('R-STA-11 a change shows at once in its process, and after ten seconds elsewhere', async () => {
  const times = [10, 20];
  const { calendar, state } = calendarOf(times);
  expect(await timesOf(calendar.shown(company, 0, dayMs, 9))).toEqual([10, 20]);
  await calendar.remove(company, 1, 1, 'wrong');
  expect(await timesOf(calendar.shown(company, 0, dayMs, 9))).toEqual([10]);
  times.push(30);
  expect(await timesOf(calendar.shown(company, 0, dayMs, 9))).toEqual([10]);
  state.monotonicMs = 10_000;
  expect(await timesOf(calendar.shown(company, 0, dayMs, 9))).toEqual([10, 30]);
});

test('R-STA-11 a failed reading is not kept, and days cut off at the limit are read as asked for', async () => {
  const { calendar, state } = calendarOf([10, 20, 30]);
  state.fails = true;
  await expect(calendar.shown(company, 0, dayMs, 2)).rejects.toThrow('the database is away');
  state.fails = false;
  expect(await timesOf(calendar.shown(company, 15, dayMs, 2))).toEqual([20, 30]);
});
