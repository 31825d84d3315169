import type { ForexTradeLine } from '@candor/contracts/ws/messages';
import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId, InstrumentId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import { shardOf } from '@candor/domain/values/shard';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { UnavailableError } from '../../ports/journal.ts';
import type { Market } from '../../ports/market.ts';
import type { AccountView, StoredBatch, TradingPort } from '../../ports/trading-port.ts';
import { stampOrders } from '../http/to-order.ts';
import { createAccountTopics } from './account-topics.ts';
import { type AccountListener, WatchedAccounts } from './watched-accounts.ts';

const accountId = 7 as AccountId;

function noticed(id: string): Notice {
  return { id, kind: 'margin-call', accountId, atMs: 1, order: null, amount: null };
}

/** Figures of an account without money, with an open order of each of some instruments. */
function viewed(instruments: readonly InstrumentId[] = []): AccountView {
  const zero = toMoney(0n);
  const summary = {
    balance: zero,
    equity: zero,
    margin: zero,
    freeMargin: zero,
    riskRateE2: null,
    marginLevelE2: null,
  };
  const orders = instruments.map((instrumentId) => ({
    order: { instrumentId, status: 'open' },
    mark: null,
    profit: zero,
  }));
  const account = { currency: 'USD' };
  return { account, summary, openProfit: zero, orders } as Partial<Record<keyof AccountView, unknown>> as AccountView;
}

/** Account topics over a core that answers `noticesOf` when the test says so. */
function openTopics(whenViewed: (ids: readonly AccountId[]) => Promise<void> = async () => undefined, viewOf = viewed) {
  const state = { isAway: false };
  const open = new Map<AccountId, readonly InstrumentId[]>();
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
      return ids.map((id) => viewOf(open.get(id)));
    },
  };
  let onQuote: (quote: Quote, offset: number) => void = () => undefined;
  const market = {
    onQuote(given: typeof onQuote) {
      onQuote = given;
      return () => undefined;
    },
    spec: (id: InstrumentId) => Object.values(testSpecs).find((spec) => spec.id === id) ?? null,
  } as Partial<Market> as Market;
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
  /** Stores an entry with an event of each account. */
  const change = (...ids: AccountId[]) =>
    follower({
      entries: [],
      events: ids.map((id) => ({ type: 'MarginCalled', atMs: 1, accountId: id, transfers: [] })),
      notices: [],
      committedSeq: 1,
    });
  const changeRules = () => {
    const decision = { kind: 'rules-changed', rules: [] } as const;
    const entry = { seq: 1, hash: Buffer.alloc(32), decision, payload: '' };
    follower({ entries: [entry], events: [], notices: [], committedSeq: 1 });
  };
  const move = ({ id }: { readonly id: InstrumentId }) => onQuote({ instrumentId: id } as Quote, 0);
  const given = { topics, answers, asked, seen, listener, store, change, changeRules, move, open, state };
  return { ...given, figures: () => figures };
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

test('R-SOC-14 figures are the JSON of their line, and once more only if they change', async () => {
  const order = { status: 'open', instrumentId: testSpecs.eurusd.id, lots: 1, targetPrice: null };
  const money = (cents: number) => toMoney(BigInt(cents) * 10_000n);
  const view = {
    ...viewed(),
    openProfit: money(-1_234),
    summary: { ...viewed().summary, balance: money(500_000), riskRateE2: 12_345n },
    orders: [
      { order: { ...order, id: 12 }, mark: 115_283, profit: money(-1_240) },
      { order: { ...order, id: 11, instrumentId: testSpecs.eurjpy.id }, mark: 157_405, profit: money(6) },
      { order: { ...order, id: 10, status: 'pending' }, mark: 115_283, profit: money(0) },
      { order: { ...order, id: 9 }, mark: null, profit: money(0) },
    ],
  } as Partial<Record<keyof AccountView, unknown>> as AccountView;
  const { topics, listener, change } = openTopics(undefined, () => view);
  const lines: string[] = [];
  topics.watch(accountId, { ...listener, onTrade: (line) => lines.push(line) });
  await vi.advanceTimersByTimeAsync(1_000);
  change(accountId);
  await vi.advanceTimersByTimeAsync(1_000);
  const expected = {
    ProfitsTotal: '-12.340000',
    HazardRate: '123.45',
    CautionMoneyAll: '0.000000',
    Balance: '5000.00',
    Equity: '0.000000',
    FreeMargin: '0.000000',
    MarginLevel: null,
    TransOrder: [
      { Id: 12, UpdatePrice: '1.15283', FactProfits: '-12.400000' },
      { Id: 11, UpdatePrice: '157.405', FactProfits: '0.060000' },
    ],
    OrdersStamp: stampOrders(view),
  } satisfies ForexTradeLine;
  expect(lines).toEqual([JSON.stringify(expected)]);
});

test('R-SOC-14 a changed order changes the stamp, and only that', () => {
  const orders = [1, 2].map((id) => ({ order: { id, status: 'open', lots: 1, swap: 0n } }));
  const stampOf = (of: readonly unknown[]) => stampOrders({ orders: of } as Pick<AccountView, 'orders'>);
  const first = stampOf(orders);
  expect(stampOf([...orders])).toBe(first);
  const [one, two] = orders;
  const changed = { order: { ...two?.order, swap: -5n } };
  expect(stampOf([one, changed])).not.toBe(first);
  expect(stampOf([one])).not.toBe(first);
  expect(stampOf([one, { order: { ...two?.order } }])).toBe(first);
});

test('R-SOC-13 figures asked for while the core is away are sent when it is back, though no price moves', async () => {
  const { topics, listener, state, figures, change } = openTopics();
  state.isAway = true;
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(figures()).toBe(0);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(figures()).toBe(1);
  state.isAway = true;
  change(accountId);
  await vi.advanceTimersByTimeAsync(1_000);
  // A second device, whose first figures are the same as those that were last sent.
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(figures()).toBe(3);
  topics.stop();
});

test('many watched accounts are listed and asked for in slices of at most 100, only after a change', async () => {
  const listed = vi.spyOn(WatchedAccounts.prototype, 'dueOf');
  const { topics, asked, listener, change } = openTopics();
  const ids = Array.from({ length: 250 }, (_, at) => (at + 1) as AccountId);
  for (const id of ids) topics.watch(id, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  asked.length = 0;
  listed.mockClear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked, listed.mock.calls]).toEqual([[], []]);
  change(...ids);
  await vi.advanceTimersByTimeAsync(1_000);
  // Listed once more: a price of the last period may be missing.
  expect([asked, listed.mock.calls.length]).toEqual([[100, 100, 50], 2]);
  listed.mockRestore();
  topics.stop();
});

test.each([
  ['away', () => Promise.reject(new UnavailableError('the line is down'))],
  ['silent', () => new Promise<never>(() => undefined)],
])('R-RUN-70 a shard that is %s keeps no figures of the others back', async (_how, fails) => {
  const seen: AccountId[] = [];
  const { topics, listener, change } = openTopics(async (ids) => {
    if (ids.some((id) => shardOf(id) === 1)) await fails();
    seen.push(...ids);
  });
  for (const id of [100_000_007, accountId]) topics.watch(id, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  for (let changes = 0; changes < 3; changes += 1) {
    seen.length = 0;
    change(100_000_007 as AccountId, accountId);
    await vi.advanceTimersByTimeAsync(250);
    expect(seen).toEqual([accountId]);
  }
  topics.stop();
});

test('R-SOC-14 without open orders the core is asked only after an entry of the account, or a change of rules', async () => {
  const { topics, asked, listener, change, changeRules, move } = openTopics();
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  asked.length = 0;
  for (let times = 0; times < 8; times += 1) {
    move(testSpecs.eurusd);
    change(8 as AccountId);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(asked).toEqual([]);
  change(accountId);
  await vi.advanceTimersByTimeAsync(1_000);
  changeRules();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([1, 1]);
  topics.stop();
});

test('R-SOC-14 with an open order the core is asked while its price moves, and once more after the last move', async () => {
  const { topics, asked, listener, move, open } = openTopics();
  open.set(accountId, [testSpecs.eurusd.id]);
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  asked.length = 0;
  for (let times = 0; times < 8; times += 1) {
    move(testSpecs.gbpusd);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(asked).toEqual([]);
  for (let times = 0; times < 4; times += 1) {
    move(testSpecs.eurusd);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(asked).toHaveLength(4);
  // The core may have had the last price later than the gateway.
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(5);
  topics.stop();
});

test('R-SOC-14 with a profit in another currency than the account the core is asked while any price moves', async () => {
  const { topics, asked, listener, move, open } = openTopics();
  open.set(accountId, [testSpecs.eurjpy.id]);
  topics.watch(accountId, listener);
  await vi.advanceTimersByTimeAsync(1_000);
  asked.length = 0;
  move(testSpecs.usdjpy);
  await vi.advanceTimersByTimeAsync(250);
  expect(asked).toHaveLength(1);
  topics.stop();
});
