import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { shardOf } from '@candor/domain/values/shard';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnavailableError } from '../../ports/journal.ts';
import type { Market } from '../../ports/market.ts';
import type { AccountView, StoredBatch, TradingPort } from '../../ports/trading-port.ts';
import { type AccountListener, createAccountTopics } from './account-topics.ts';

const accountId = 7 as AccountId;

function noticed(id: string): Notice {
  return { id, kind: 'margin-call', accountId, atMs: 1, order: null, amount: null };
}

/** Figures of an account without orders and money. */
function viewed(): AccountView {
  const zero = toMoney(0n);
  const summary = {
    balance: zero,
    equity: zero,
    margin: zero,
    freeMargin: zero,
    riskRateE2: null,
    marginLevelE2: null,
  };
  return { summary, openProfit: zero, orders: [] } as Partial<Record<keyof AccountView, unknown>> as AccountView;
}

/** Account topics over a core that answers `noticesOf` when the test says so. */
function openTopics(whenViewed: (ids: readonly AccountId[]) => Promise<void> = async () => undefined) {
  const state = { isAway: false };
  /** Numbers of accounts that were asked for together. */
  const asked: number[] = [];
  const answers: { resolve(notices: readonly Notice[]): void; reject(error: Error): void }[] = [];
  let follower: (batch: StoredBatch) => void = () => undefined;
  const core: Pick<TradingPort, 'followEvents' | 'noticesOf' | 'viewAccounts'> = {
    followEvents(given) {
      follower = given;
      return () => undefined;
    },
    noticesOf: () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
    async viewAccounts(ids) {
      asked.push(ids.length);
      await whenViewed(ids);
      if (state.isAway) throw new UnavailableError('the line is down');
      return ids.map(viewed);
    },
  };
  const market = { onQuote: () => () => undefined } as Partial<Market> as Market;
  const topics = createAccountTopics(core, market);
  const seen: string[] = [];
  let figures = 0;
  const listener: AccountListener = {
    onTrade: () => {
      figures += 1;
    },
    onClosed: () => undefined,
    onNotice: ({ id }) => seen.push(id),
  };
  const store = (...ids: string[]) =>
    follower({ entries: [], events: [], notices: ids.map(noticed), committedSeq: 1 } as StoredBatch);
  return { topics, answers, asked, seen, listener, store, state, figures: () => figures };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('R-SOC-10 kept notices are sent first, then those stored meanwhile, each once', async () => {
  const { topics, answers, seen, listener, store } = openTopics();
  topics.watch(accountId, listener);
  store('2-0', '3-0');
  expect(seen).toEqual([]);
  answers[0]?.resolve([noticed('1-0'), noticed('2-0')]);
  await vi.advanceTimersByTimeAsync(0);
  store('4-0');
  expect(seen).toEqual(['1-0', '2-0', '3-0', '4-0']);
  topics.stop();
});

test('R-SOC-10 an unreachable core is asked for the kept notices again, until the watch ends', async () => {
  const { topics, answers, seen, listener } = openTopics();
  const stop = topics.watch(accountId, listener);
  answers[0]?.reject(new UnavailableError('the line is down'));
  await vi.advanceTimersByTimeAsync(1_000);
  answers[1]?.resolve([noticed('1-0')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['1-0']);
  stop();
  topics.watch(accountId, listener)();
  answers[2]?.reject(new UnavailableError('the line is down'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answers).toHaveLength(3);
  topics.stop();
});

test('R-SOC-13 figures asked for while the core is away are sent when it is back, though no price moves', async () => {
  const { topics, listener, state, figures, store } = openTopics();
  state.isAway = true;
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(figures()).toBe(0);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(figures()).toBe(1);
  state.isAway = true;
  store();
  await vi.advanceTimersByTimeAsync(1_000);
  // A second device, whose first figures are the same as those that were last sent.
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(figures()).toBe(3);
  topics.stop();
});

test('many watched accounts are asked for in slices of at most 100, only after a change', async () => {
  const { topics, asked, listener, store } = openTopics();
  for (let id = 1; id <= 250; id += 1) topics.watch(id, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([]);
  store();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([100, 100, 50]);
  topics.stop();
});

test.each([
  ['away', () => Promise.reject(new UnavailableError('the line is down'))],
  ['silent', () => new Promise<never>(() => undefined)],
])('R-RUN-70 a shard that is %s keeps no figures of the others back', async (_how, fails) => {
  const seen: AccountId[] = [];
  const { topics, listener, store } = openTopics(async (ids) => {
    if (ids.some((id) => shardOf(id) === 1)) await fails();
    seen.push(...ids);
  });
  for (const id of [100_000_007, accountId]) topics.watch(id, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  for (let changes = 0; changes < 3; changes += 1) {
    seen.length = 0;
    store();
    await vi.advanceTimersByTimeAsync(250);
    expect(seen).toEqual([accountId]);
  }
  topics.stop();
});
