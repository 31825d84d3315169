import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { valueAccount } from '@candor/domain/engine/facts';
import { divHalfEven } from '@candor/domain/values/decimal';
import type { AccountId, CompanyId, Realm } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { StopOutWatch } from '../ports/trading-port.ts';
import { mergeWatches, nearestToStopOut, watchedMax } from './stop-out-watch.ts';

const { eurusd, gbpusd, eurjpy, usdjpy } = testSpecs;
const own = 1 as CompanyId;

/** Company 1 with demo accounts from 2 on, each with its grant in dollars. */
function withAccounts(grants: readonly number[]): EngineScenario {
  const scenario = new EngineScenario();
  for (const [at, grant] of grants.entries()) open(scenario, { accountId: at + 2, grant });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(gbpusd, '1.30000', '1.30012');
  scenario.quote(usdjpy, '157.000', '157.012');
  scenario.quote(eurjpy, '181.000', '181.015');
  return scenario;
}

function open(
  scenario: EngineScenario,
  {
    accountId,
    grant,
    tenantId = 1,
    realm = 'demo',
  }: Record<'accountId' | 'grant', number> & {
    tenantId?: number;
    realm?: Realm;
  },
): void {
  const who = { atMs: 1, accountId: accountId as AccountId, tenantId: tenantId as CompanyId, realm };
  scenario.run({ type: 'OpenAccount', ...who, currency: 'USD', grant: toMoney(BigInt(grant) * 1_000_000n) });
}

/** The same list by a walk over all accounts. */
function walked({ state }: EngineScenario) {
  return [...state.accounts.values()]
    .filter(({ tenantId, realm }) => tenantId === own && realm === 'demo')
    .flatMap((account) => {
      const { totals, open: positions } = valueAccount(state, account);
      const { marginLevelE2 } = calculateAccountSummary(totals);
      return positions.length === 0 || marginLevelE2 === null ? [] : [{ id: account.id, level: marginLevelE2 }];
    })
    .toSorted((one, other) => (one.level === other.level ? one.id - other.id : one.level < other.level ? -1 : 1))
    .slice(0, watchedMax);
}

const shown = ({ accounts }: StopOutWatch) => accounts.map(({ id, marginLevelE2: level }) => ({ id, level }));

describe('R-OPS-61 the accounts nearest to stop-out', () => {
  test('have equity, margin, level, the account’s stop-out level and the position with the largest margin', () => {
    const scenario = withAccounts([2_000, 100_000]);
    scenario.place(eurusd, { lots: '1.00', accountId: 2 });
    scenario.place(gbpusd, { lots: '0.10', side: 'sell', accountId: 2 });
    scenario.place(eurusd, { lots: '0.10', accountId: 3 });
    scenario.quote(eurusd, '1.15183', '1.15195');
    const { accounts, isWhole } = nearestToStopOut(scenario.state, own, 'demo');
    expect([isWhole, accounts.map(({ id }) => id)]).toEqual([true, [2, 3]]);
    expect(accounts[0]).toMatchObject({
      stopOutPercent: 50,
      openOrders: 2,
      largest: { spec: { code: 'EURUSD' }, side: 'buy', lots: 100, result: -112_000_000n },
    });
    const { equity, margin, marginLevelE2 } = accounts[0] ?? { equity: 0n, margin: 1n, marginLevelE2: 0n };
    expect(divHalfEven(equity * 10_000n, margin)).toBe(marginLevelE2);
  });

  const move = fc.record({
    spec: fc.constantFrom(eurusd, gbpusd, usdjpy, eurjpy),
    ticks: fc.integer({ min: -900, max: 900 }),
    order: fc.option(
      fc.record({
        accountId: fc.integer({ min: 2, max: 13 }),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        steps: fc.integer({ min: 1, max: 150 }),
      }),
      { nil: null },
    ),
  });

  test('are those that a walk over all accounts finds, whatever the market does', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 40 }), (moves) => {
        const scenario = withAccounts([
          900, 950, 1_000, 1_200, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000, 9_000, 20_000,
        ]);
        for (const { spec, ticks, order } of moves) {
          if (order !== null) scenario.place(spec, { ...order, lots: (order.steps / 100).toFixed(2), leverage: 400 });
          const bid = (scenario.state.quotes.get(spec.id)?.bid ?? 0) + ticks;
          const text = (value: number) => (value / 10 ** spec.digits).toFixed(spec.digits);
          scenario.quote(spec, text(bid), text(bid + 12));
          const watch = nearestToStopOut(scenario.state, own, 'demo');
          expect(watch.isWhole).toBe(true);
          expect(shown(watch)).toEqual(walked(scenario));
        }
      }),
    );
  });

  test('are at most 50, of one company and realm, and leave the list with their last position', () => {
    const scenario = withAccounts(Array.from({ length: 70 }, (_, at) => 1_500 + 10 * at));
    open(scenario, { accountId: 200, grant: 1_300, tenantId: 2 });
    for (let accountId = 2; accountId < 72; accountId += 1) scenario.place(eurusd, { lots: '1.00', accountId });
    scenario.place(eurusd, { lots: '1.00', accountId: 200 });
    const watch = nearestToStopOut(scenario.state, own, 'demo');
    expect(shown(watch)).toEqual(walked(scenario));
    expect(watch.accounts).toHaveLength(watchedMax);
    expect(nearestToStopOut(scenario.state, own, 'real').accounts).toEqual([]);
    expect(nearestToStopOut(scenario.state, 2 as CompanyId, 'demo').accounts.map(({ id }) => id)).toEqual([200]);
    const [first] = watch.accounts;
    const accountId = first?.id ?? (0 as AccountId);
    const market = { kind: 'open', ageMs: 0 } as const;
    for (const orderId of scenario.state.accounts.get(accountId)?.orders.keys() ?? [])
      scenario.run({ type: 'CloseOrder', atMs: 1, accountId, orderId, lots: null, market });
    expect(nearestToStopOut(scenario.state, own, 'demo').accounts[0]?.id).not.toBe(first?.id);
  });

  test('include one that came near inside its bands, without a check of its margin since', () => {
    const scenario = withAccounts([...Array.from({ length: 60 }, () => 3_459), 5_200]);
    for (let accountId = 2; accountId < 62; accountId += 1)
      scenario.place(eurusd, { lots: '1.00', leverage: 100, accountId });
    scenario.place(gbpusd, { lots: '1.00', leverage: 100, accountId: 62 });
    expect(shown(nearestToStopOut(scenario.state, own, 'demo')).map(({ id }) => id)).not.toContain(62);
    const { accountChecks } = scenario.state.work;
    scenario.quote(gbpusd, '1.28310', '1.28322');
    expect(scenario.state.work.accountChecks).toBe(accountChecks);
    const watch = nearestToStopOut(scenario.state, own, 'demo');
    expect(watch.accounts[0]?.id).toBe(62);
    expect(shown(watch)).toEqual(walked(scenario));
  });

  /** `near` accounts close to their margin call and `far` ones with a hundred times the money. */
  function crowd(near: number, far: number): EngineScenario {
    const grants = Array.from({ length: near + far }, (_, at) => (at < near ? 1_500 + at : 150_000 + at));
    const scenario = withAccounts(grants);
    for (let at = 0; at < grants.length; at += 1) scenario.place(eurusd, { lots: '1.00', accountId: at + 2 });
    return scenario;
  }

  test('cost the same among N and 2N others, to read and at a quote that reaches no band', () => {
    const costOf = (far: number) => {
      const { state, ...rest } = crowd(60, far);
      const valued = vi.spyOn(state.accounts, 'get');
      const walks = [vi.spyOn(state.accounts, 'values'), vi.spyOn(state.accounts, 'entries')];
      const before = state.margins.work.heapSteps;
      nearestToStopOut(state, own, 'demo');
      const read = { valued: valued.mock.calls.length, steps: state.margins.work.heapSteps - before };
      for (const walk of walks) expect(walk).not.toHaveBeenCalled();
      void rest;
      return read;
    };
    const [once, twice] = [costOf(300), costOf(600)];
    expect(twice).toEqual(once);
    expect(once.valued).toBeLessThanOrEqual(62);
    const scenario = crowd(60, 300);
    const before = scenario.state.margins.work.heapSteps;
    scenario.quote(eurusd, '1.15282', '1.15294');
    expect(scenario.state.margins.work.heapSteps).toBe(before);
  });

  test('say so if too many are equally near to value all in one reading', () => {
    const scenario = withAccounts(Array.from({ length: 500 }, () => 1_500));
    for (let accountId = 2; accountId < 502; accountId += 1) scenario.place(eurusd, { lots: '1.00', accountId });
    const valued = vi.spyOn(scenario.state.accounts, 'get');
    const watch = nearestToStopOut(scenario.state, own, 'demo');
    expect([watch.isWhole, watch.accounts.length]).toEqual([false, watchedMax]);
    expect(valued.mock.calls.length).toBeLessThanOrEqual(400);
  });

  test('leave the list when a demo ends with a position', () => {
    const scenario = withAccounts([2_000, 3_000]);
    for (const accountId of [2, 3]) scenario.place(eurusd, { lots: '1.00', accountId });
    scenario.run({ type: 'ExpireDemo', ...scenario.source(), accountId: 2 as AccountId });
    expect(scenario.state.accounts.has(2 as AccountId)).toBe(false);
    expect(nearestToStopOut(scenario.state, own, 'demo').accounts.map(({ id }) => id)).toEqual([3]);
  });

  test('of two shards are joined, lowest first', () => {
    const shard = (ids: readonly number[]) => {
      const scenario = withAccounts(Array.from({ length: 4 }, (_, at) => 1_500 + 100 * at));
      for (const accountId of ids) scenario.place(eurusd, { lots: '1.00', accountId });
      return nearestToStopOut(scenario.state, own, 'demo');
    };
    const joined = mergeWatches([shard([3, 5]), { ...shard([2, 4]), isWhole: false }]);
    expect(joined.accounts.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
    expect(joined.isWhole).toBe(false);
  });
});
