import { expect, test } from 'vitest';
import type { Journal } from '../../ports/journal.ts';
import { TimeHistogram } from './time-histogram.ts';
import { timedJournal } from './timed-journal.ts';

test('R-RUN-97 each commit is measured, also one that fails, and its outcome stays', async () => {
  let nowMs = 0;
  const outcomes = [2, 40].map((ms) => async () => {
    nowMs += ms;
    if (ms === 40) throw new Error('fenced');
  });
  const { journal, source } = timedJournal({ commit: () => outcomes.shift()?.() } as unknown as Journal, () => nowMs);
  await journal.commit(1, 0, 0, []);
  await expect(journal.commit(1, 0, 0, [])).rejects.toThrow('fenced');
  const [metric] = source();
  expect(metric?.buckets?.sum).toBeCloseTo(0.042);
  expect(metric?.buckets?.counts.at(-1)).toBe(2);
  const below = (bound: number) => metric?.buckets?.counts[metric.buckets.bounds.indexOf(bound)];
  expect([below(0.001), below(0.0025), below(0.025), below(0.05)]).toEqual([0, 1, 1, 2]);
});

test('R-RUN-97 a time on a bound belongs to the bucket below it, one beyond the last to the one without an end', () => {
  const times = new TimeHistogram([0.001, 0.01]);
  for (const ms of [1, 10, 10.001, 1e9]) times.count(ms);
  expect(times.metric('t', '').buckets?.counts).toEqual([1, 2, 4]);
});
