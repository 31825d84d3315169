import { expect, test } from 'vitest';
import { isWeekend, lastRoll, newYorkDay } from './calendar.ts';

const inNewYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
});
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function read(atMs: number) {
  const parts = Object.fromEntries(inNewYork.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return { day: days.indexOf(parts['weekday'] ?? ''), hour: Number(parts['hour']), minute: Number(parts['minute']) };
}

test('the auditor’s calendar agrees with the time zone database in every hour of five years', () => {
  const wrong: string[] = [];
  for (let atMs = Date.UTC(2024, 0, 1); atMs < Date.UTC(2029, 0, 1); atMs += 3_600_000) {
    const { day, hour } = read(atMs);
    const roll = read(lastRoll(atMs));
    const isSince = lastRoll(atMs) <= atMs && lastRoll(atMs + 25 * 3_600_000) > atMs;
    const isRoll = roll.hour === 17 && roll.minute === 0 && isSince;
    const isClosed = day === 6 || (day === 5 && hour >= 17) || (day === 0 && hour < 17);
    if (newYorkDay(atMs) !== day || !isRoll || isWeekend(atMs) !== isClosed) wrong.push(new Date(atMs).toISOString());
  }
  expect(wrong).toEqual([]);
});
