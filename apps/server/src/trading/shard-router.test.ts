import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { testPolicy } from '../../../../testkit/engine-scenario.ts';
import { UnavailableError } from '../ports/journal.ts';
import type { StoredBatch, TradingPort } from '../ports/trading-port.ts';
import { mergeExposures } from './exposure.ts';
import { ShardRouter } from './shard-router.ts';

const [small, large, unknown] = [1, 2, 3] as CompanyId[] as [CompanyId, CompanyId, CompanyId];
const account = (shard: number, n: number) => (shard * 100_000_000 + n) as AccountId;

/** Router over two cores that note what they are asked; company 1 is on shard 0, company 2 on shard 1. */
function world(
  away: number | null = null,
  { hasRules = (shard: number) => shard >= 0, steps = new Map<number, number>() } = {},
) {
  const asked: string[] = [];
  const followers: ((batch: StoredBatch) => void)[] = [];
  const coreAt = (shard: number) =>
    new Proxy({} as TradingPort, {
      get: (_core, name) => {
        if (name === 'offers') return { hasOwn: () => shard === 1, openingBlocks: () => new Map([[shard, new Map()]]) };
        return (...args: unknown[]) => {
          if (name === 'followEvents') return followers.push(args[0] as () => void);
          asked.push(`${shard} ${String(name)} ${JSON.stringify(args[0])}`);
          if (name === 'viewClock')
            return Promise.resolve({ nowMs: 0, step: steps.has(shard) ? { id: steps.get(shard) } : null });
          if (shard === away) return Promise.reject(new UnavailableError('away'));
          const isMany = name === 'viewAccounts' || name === 'waitingDeposits';
          if (!isMany) return Promise.resolve({ shard, claims: [shard], credited: shard === 1 ? 9 : null });
          const list = Array.isArray(args[0]) ? (args[0] as number[]) : [shard];
          return Promise.resolve(list.map((one) => ({ shard, one, atMs: 10 - shard })));
        };
      },
    });
  const shardsOf = (id: CompanyId) =>
    new Map([
      [small, [0]],
      [large, [1]],
    ]).get(id) ?? [];
  const cores = new Map([0, 1].map((shard) => [shard, coreAt(shard)]));
  return { router: new ShardRouter({ cores, shardsOf, hasRules }), asked, followers };
}

test('R-RUN-70 each account is asked at the shard that its number names, in the order of the question', async () => {
  const { router, asked } = world();
  await router.viewAccount(account(1, 7));
  await router.findAnswer(account(0, 7), 'id');
  const ids = [account(1, 1), account(0, 2), account(1, 3)];
  expect(await router.viewAccounts(ids)).toMatchObject(ids.map((one) => ({ one })));
  expect(asked).toEqual([
    '1 viewAccount 100000007',
    '0 findAnswer 7',
    '1 viewAccounts [100000001,100000003]',
    '0 viewAccounts [2]',
  ]);
});

test('R-RUN-70 a shard that is away fails its own accounts and companies only', async () => {
  const { router } = world(1);
  await expect(router.viewAccount(account(1, 7))).rejects.toThrow(UnavailableError);
  await expect(router.exposureOf(large, 'real')).rejects.toThrow(UnavailableError);
  expect(await router.viewAccount(account(0, 7))).toMatchObject({ shard: 0 });
  expect(await router.viewPayment(small, 'x')).toEqual({ claims: [0], credited: null });
});

test('R-RUN-70 a company or shard that this process does not know is unavailable, never another company’s', async () => {
  const { router } = world();
  await expect(router.waitingDeposits(unknown)).rejects.toThrow(UnavailableError);
  await expect(router.viewAccount(account(2, 1))).rejects.toThrow(UnavailableError);
  expect(() => router.offers.hasOwn(unknown)).toThrow(UnavailableError);
  expect([router.offers.hasOwn(small), router.offers.hasOwn(large)]).toEqual([false, true]);
  expect([...router.offers.openingBlocks().keys()]).toEqual([0, 1]);
});

test('R-OPS-51 a rule goes to the shards that decide by it, a halt of every company to all', async () => {
  const halt = (tenantId: CompanyId | null): RuleChange => ({
    rule: 'halt',
    haltId: 1,
    halt: { tenantId, instrumentId: null, fromMs: 0, toMs: null },
  });
  const limits = { leverageMax: null, ordersMax: null, isOpeningBlocked: true };
  const rules: RuleChange[] = [
    { rule: 'policy', tenantId: large, policy: testPolicy },
    halt(small),
    halt(null),
    { rule: 'limits', accountId: account(1, 4), limits },
  ];
  const { router, asked } = world();
  await router.changeRules(rules);
  const got = (shard: number) =>
    asked.filter((one) => one.startsWith(`${shard} `)).map((one) => JSON.parse(one.slice(14)) as { rule: string }[]);
  expect(got(0).map((list) => list.map(({ rule }) => rule))).toEqual([['halt', 'halt']]);
  expect(got(1).map((list) => list.map(({ rule }) => rule))).toEqual([['policy', 'halt', 'limits']]);
  await expect(world(1).router.changeRules([halt(null)])).rejects.toThrow(UnavailableError);
});

test('R-RUN-77 a halt of every company names the shards that it did not reach; any other rule fails', async () => {
  const ofAll: RuleChange = {
    rule: 'halt',
    haltId: 1,
    halt: { tenantId: null, instrumentId: null, fromMs: 0, toMs: null },
  };
  const ofLarge: RuleChange = { ...ofAll, haltId: 2, halt: { ...ofAll.halt, tenantId: large } };
  const { router, asked } = world(1);
  expect(await router.changeReached([ofAll])).toEqual([1]);
  expect(asked).toHaveLength(2);
  expect(await world().router.changeReached([ofAll])).toEqual([]);
  await expect(router.changeReached([ofAll, ofLarge])).rejects.toThrow(UnavailableError);
  await expect(router.changeReached([{ rule: 'policy', tenantId: large, policy: testPolicy }])).rejects.toThrow('away');
});

test('R-RUN-70 stored entries of all shards are followed', async () => {
  const { router, followers } = world();
  router.followEvents(() => undefined);
  expect(followers).toHaveLength(2);
});

test('R-RUN-70 offers of a shard that was not reached yet are unavailable: its rules are not known', async () => {
  const { router } = world(null, { hasRules: (shard) => shard === 0 });
  expect(() => router.offers.hasOwn(large)).toThrow(UnavailableError);
  expect(router.offers.hasOwn(small)).toBe(false);
});

test('R-TIME-05 steps of two clocks have different numbers, and a confirmation reaches the clock that was shown', async () => {
  const steps = new Map([
    [0, 3],
    [1, 3],
  ]);
  const { router, asked } = world(null, { steps });
  const confirmed = () => asked.filter((one) => one.includes('confirmTime'));
  const first = (await router.viewClock()).step?.id ?? 0;
  await router.confirmTime(first, 9);
  expect(confirmed()).toEqual(['0 confirmTime 3']);
  steps.delete(0);
  const second = (await router.viewClock()).step?.id ?? 0;
  // Repeated, as by a second click.
  await router.confirmTime(first, 9);
  expect(confirmed()).toEqual(['0 confirmTime 3']);
  await router.confirmTime(second, 9);
  expect(confirmed()).toEqual(['0 confirmTime 3', '1 confirmTime 3']);
});

test('R-OPS-60 exposures of two shards add up, prices weighted by lots', () => {
  const one = (longLots: number, longPrice: number | null) => ({
    spec: { id: 1 as InstrumentId },
    orders: 1,
    accounts: 1,
    longLots,
    shortLots: 0,
    longPrice,
    shortPrice: null,
    notional: toMoney(5n),
    clientProfit: toMoney(-2n),
  });
  const merged = mergeExposures([[one(100, 110_000)], [one(300, 114_000)]] as never);
  expect(merged).toMatchObject([{ orders: 2, accounts: 2, longLots: 400, longPrice: 113_000, shortPrice: null }]);
  expect(merged).toMatchObject([{ notional: 10n, clientProfit: -4n }]);
  expect(mergeExposures([[], [one(0, null)]] as never)).toMatchObject([{ longPrice: null }]);
});
