import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import type { Queue, QueueName } from '../../ports/work-queues.ts';
import { followQueues } from './follow-queues.ts';

const none: Queue = { count: 0, sinceMs: null };
const at = (count: number, sinceMs: number): Queue => ({ count, sinceMs });
type Read = Readonly<Record<QueueName, Queue>>;

/** Follows two real companies and a trial one. */
async function follow(reads: readonly [Read, Read, Read]) {
  const errors: unknown[] = [];
  let monotonicMs = 0;
  let readings = 0;
  let isAway = false;
  const following = followQueues({
    queues: {
      read: async (id) => {
        if (isAway) throw new Error('away');
        return reads[id - 1] ?? reads[0];
      },
    },
    companies: async () => {
      readings += 1;
      return [1, 2, 3].map((id) => ({ id: id as CompanyId, isTrial: id === 3 }));
    },
    clock: { nowMs: () => 100_000, monotonicMs: () => monotonicMs },
    onError: (error) => errors.push(error),
  });
  await following.read();
  const values = () =>
    Object.fromEntries(
      following
        .source()
        .flatMap(({ name, samples }) =>
          samples.map(({ labels, value }) => [`${name.replace('candor_queue_', '')} ${labels?.['queue']}`, value]),
        ),
    );
  const setAway = (away: boolean) => {
    isAway = away;
  };
  const pass = (ms: number) => {
    monotonicMs += ms;
  };
  return { following, values, errors, setAway, pass, readings: () => readings };
}

test('R-RUN-97 queues are the sum of the companies, with the age of the oldest; a trial company counts for nothing', async () => {
  const trial = { messages: at(5, 1), deposits: at(5, 1), withdrawals: at(5, 1) };
  const { values } = await follow([
    { messages: at(2, 90_000), deposits: none, withdrawals: at(1, 40_000) },
    { messages: at(3, 70_000), deposits: none, withdrawals: none },
    trial,
  ]);
  expect(values()).toEqual({
    'entries messages': 5,
    'age_seconds messages': 30,
    'entries deposits': 0,
    'age_seconds deposits': 0,
    'entries withdrawals': 1,
    'age_seconds withdrawals': 60,
  });
});

test('R-RUN-97 after a reading that failed there is no figure, and the next reading gives one again', async () => {
  const { following, values, errors, setAway } = await follow(
    [1, 2, 3].map(() => ({ messages: at(1, 0), deposits: none, withdrawals: none })) as never,
  );
  setAway(true);
  await following.read();
  expect(values()).toEqual({});
  expect(errors).toHaveLength(1);
  setAway(false);
  await following.read();
  expect(values()).toMatchObject({ 'entries messages': 2 });
});

test('R-RUN-97 queues are read when they are scraped, at most every 30 seconds, and an old reading is not shown', async () => {
  const nothing = { messages: none, deposits: none, withdrawals: none };
  const { values, pass, readings } = await follow([nothing, nothing, nothing]);
  for (let scrape = 0; scrape < 5; scrape += 1) values();
  expect(readings()).toBe(1);
  pass(30_000);
  expect(values()).not.toEqual({});
  expect(readings()).toBe(2);
  pass(121_000);
  expect(values()).toEqual({});
  expect(readings()).toBe(3);
});
