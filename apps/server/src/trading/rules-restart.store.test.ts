import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { toMoney } from '@candor/domain/values/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { TestServer } from '../../../../testkit/test-server.ts';

const { eurusd, gbpusd } = testSpecs;
const companyId = 1 as CompanyId;
const hourMs = 3_600_000;

let server: TestServer;
let operatorId: number;
let userId: number;
let otherId: number;
beforeAll(async () => {
  server = await TestServer.start();
  operatorId = (await server.operator('admin')).id;
  [userId, otherId] = [(await server.realUser()).id, (await server.realUser()).id];
});
afterAll(() => server.stop());

// Everything below writes to the tables alone, as a process that ends before it journals the change.

const audit = () => ({ operatorId, action: 'test', subject: 'test', reason: 'test' });

async function beginHalt(scope: 'all' | 'symbol'): Promise<number> {
  const { offers } = server.stores;
  const instrumentId = scope === 'all' ? null : gbpusd.id;
  const sinceMs = server.clock.nowMs();
  const halt = { scope, instrumentId, operatorId, sinceMs, reason: 'test', audit: audit() };
  return (await offers.beginHalt(companyId, halt))?.id ?? 0;
}

async function endHalt(id: number): Promise<void> {
  await server.stores.offers.endHalt(companyId, { id, operatorId, atMs: server.clock.nowMs(), audit: audit() });
}

async function setLeverageMax(ofId: number, leverageMax: number): Promise<void> {
  const none = { ordersMax: 0, withdrawalDayMax: toMoney(0n), isOpeningBlocked: false, isWithdrawalBlocked: false };
  const limits = { ...none, leverageMax };
  await server.stores.users.setLimits(companyId, ofId, { limits, atMs: server.clock.nowMs(), audit: audit() });
}

async function setTerms(feeRateE8: bigint): Promise<void> {
  const { offers } = server.stores;
  const lastVersion = (await offers.load(companyId, { endedSinceMs: 0, ids: [] })).terms[0]?.version ?? 0;
  const terms = { ...catalogueTerms(eurusd), feeRateE8, closures: [] };
  const change = { instrumentId: eurusd.id, lastVersion, terms, operatorId, reason: 'test', audit: audit() };
  await offers.addTerms(companyId, { ...change, atMs: server.clock.nowMs() });
}

const setStopOut = (percent: number) =>
  server.open.pool.query('update company set stop_out_percent = $1 where id = 1', [percent]);

const rules = () => server.server.core.state.rules;
const inForce = () => ({
  halted: [eurusd, gbpusd].map(({ id }) => rules().isHalted(companyId, id, server.clock.nowMs())),
  feeRateE8: rules().termsOf(companyId).get(eurusd.id)?.feeRateE8,
  stopOutPercent: rules().policyOf(companyId).stopOutPercent,
  leverageMax: [userId, otherId].map((id) => rules().limitsOf(id as AccountId).leverageMax),
});

test.each([
  ['a second', 1_000],
  ['an hour and a second', hourMs + 1_000],
  ['a month', 30 * 24 * hourMs],
])('R-OPS-51 a rule that only the tables know is in force after a downtime of %s', async (_words, downMs) => {
  await setTerms(100n);
  await setStopOut(60);
  await setLeverageMax(userId, 20);
  const symbol = await beginHalt('symbol');
  server.advance(downMs);
  await server.restart();
  const begun = { halted: [false, true], feeRateE8: 100n, stopOutPercent: 60, leverageMax: [20, null] };
  expect(inForce()).toEqual(begun);

  await setTerms(200n);
  await setStopOut(50);
  await setLeverageMax(userId, 0);
  await endHalt(symbol);
  const all = await beginHalt('all');
  server.advance(downMs);
  await server.restart();
  const reversed = { halted: [true, true], feeRateE8: 200n, stopOutPercent: 50, leverageMax: [null, null] };
  expect(inForce()).toEqual(reversed);

  await endHalt(all);
  const allEndMs = server.clock.nowMs();
  server.advance(downMs);
  await server.restart();
  expect(inForce()).toEqual({ ...reversed, halted: [false, false] });
  // It ended when the tables say so: a quote from the downtime that is ingested now is not halted.
  expect(rules().isHalted(companyId, gbpusd.id, allEndMs + 500)).toBe(false);
});

test('R-OPS-51 a halt and limits that the tables do not have end at the next start', async () => {
  const { core } = server.server;
  const limits = { leverageMax: 10, ordersMax: null, isOpeningBlocked: true };
  const changes: RuleChange[] = [
    {
      rule: 'halt',
      haltId: 999,
      halt: { tenantId: null, instrumentId: null, fromMs: server.clock.nowMs(), toMs: null },
    },
    { rule: 'limits', accountId: otherId as AccountId, limits },
  ];
  await core.changeRules(changes);
  expect(inForce()).toMatchObject({ halted: [true, true], leverageMax: [null, 10] });
  await server.restart();
  expect(inForce()).toMatchObject({ halted: [false, false], leverageMax: [null, null] });
});

test('R-OPS-51 a start without a change of the tables journals no rule', async () => {
  await server.restart();
  const seq = server.server.core.committedSeq;
  await server.restart();
  expect(server.server.core.committedSeq).toBe(seq);
});
