import { expect, it } from 'vitest';
import { markTimes } from './time-axis.ts';

const minuteMs = 60_000;
const startMs = Date.UTC(2025, 10, 19, 14, 45);

function candles(count: number, spanMin: number) {
  return Array.from({ length: count }, (_, index) => {
    const iso = new Date(startMs + index * spanMin * minuteMs).toISOString();
    return { day: iso.slice(0, 10), clock: iso.slice(11, 16) };
  });
}

function marked(count: number, spanMin: number, pitch: number): string[] {
  const times = candles(count, spanMin);
  return markTimes(times, pitch, spanMin).map(({ offset, isDay }) => {
    const time = times[offset];
    return (isDay ? time?.day : time?.clock) ?? '';
  });
}

it('has ticks at whole hours and at the beginning of a day (R-SCR-04)', () => {
  expect(marked(58, 15, 5.62)).toEqual(['15:00', '18:00', '21:00', '2025-11-20', '03:00']);
  expect(marked(30, 1, 5.62)).toEqual(['14:50', '15:00', '15:10']);
  expect(marked(40, 60, 5.62)).toEqual(['2025-11-20', '2025-11-21']);
});

it('omits a time that would touch a day', () => {
  const times = [
    { day: '21', clock: '15:00' },
    { day: '21', clock: '16:00' },
    { day: '23', clock: '17:00' },
    { day: '23', clock: '18:00' },
  ];
  expect(markTimes(times, 30, 60)).toEqual([{ offset: 2, isDay: true }]);
});
