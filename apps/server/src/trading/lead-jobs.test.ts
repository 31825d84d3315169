import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LeaseOwner, type LeaseStore, leaseMs } from '../ports/journal.ts';
import { type JobsNews, leadJobs } from './lead-jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A lease in memory that several processes ask for. */
function world() {
  const held = { by: null as LeaseOwner | null, epoch: 0, untilMs: 0, isAway: false };
  const running: string[] = [];
  const news: string[] = [];
  const clock = { monotonicMs: () => performance.now() };
  const storeOf = (isPaused: () => boolean): LeaseStore => ({
    take(owner) {
      if (held.isAway) return Promise.reject(new Error('away'));
      if (held.by !== null && held.untilMs > performance.now())
        return Promise.resolve({ kind: 'held', by: held.by, leftMs: held.untilMs - performance.now() });
      Object.assign(held, { by: owner, epoch: held.epoch + 1, untilMs: performance.now() + leaseMs });
      return Promise.resolve({ kind: 'taken', epoch: held.epoch, isSameTickLog: true });
    },
    renew(epoch) {
      if (isPaused()) return new Promise(() => undefined);
      if (held.epoch !== epoch) return Promise.resolve(false);
      held.untilMs = performance.now() + leaseMs;
      return Promise.resolve(true);
    },
    release(epoch) {
      if (held.epoch === epoch) held.untilMs = 0;
      return Promise.resolve();
    },
  });
  const join = (id: string) => {
    const state = { isPaused: false, failures: 0 };
    const lead = leadJobs({
      store: storeOf(() => state.isPaused),
      owner: { id, address: id, process: null },
      clock,
      hasEnded: () => false,
      start() {
        if (state.failures > 0) {
          state.failures -= 1;
          return Promise.reject(new Error('not now'));
        }
        running.push(id);
        return Promise.resolve(() => Promise.resolve(void running.splice(running.indexOf(id), 1)));
      },
      onNews: (one: JobsNews) => void news.push(`${id} ${one.kind}`),
    });
    return Object.assign(state, { lead });
  };
  return { held, running, news, join };
}

test('R-RUN-36 of two processes one does the jobs; the other takes over when it stops', async () => {
  const { running, news, join } = world();
  const first = join('first');
  await vi.advanceTimersByTimeAsync(0);
  const second = join('second');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(running).toEqual(['first']);
  expect([first.lead.isLeading, second.lead.isLeading]).toEqual([true, false]);
  await first.lead.stop();
  expect(running).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(running).toEqual(['second']);
  expect(news).toEqual(['first leads', 'second waits', 'second leads']);
  await second.lead.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('R-RUN-36 a paused process loses the jobs, ends them when it wakes, and waits for its turn', async () => {
  const { running, news, join } = world();
  const first = join('first');
  await vi.advanceTimersByTimeAsync(0);
  const second = join('second');
  first.isPaused = true;
  await vi.advanceTimersByTimeAsync(leaseMs + 2_000);
  expect(running).toEqual(['first', 'second']);
  first.isPaused = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(running).toEqual(['second']);
  expect(news).toEqual(['first leads', 'second waits', 'second leads', 'first deposed', 'first waits']);
  await second.lead.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(running).toEqual(['first']);
  await first.lead.stop();
});

test('R-RUN-36 jobs that cannot start, and a database that is away, are reported and tried again with growing pauses', async () => {
  const { held, running, news, join } = world();
  held.isAway = true;
  const only = join('only');
  only.failures = 2;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(news).toEqual(['only failed', 'only failed']);
  held.isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(running).toEqual(['only']);
  expect(news).toEqual([...Array.from({ length: 4 }, () => 'only failed'), 'only leads']);
  await only.lead.stop();
});
