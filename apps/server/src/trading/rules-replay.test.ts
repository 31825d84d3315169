import { accountBalance } from '@candor/domain/engine/facts';
import { stopOutNoticeMs } from '@candor/domain/engine/rules/stop-out-notice';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { priceOf, setRule, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { encode } from './codec.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const { eurusd, gbpusd } = testSpecs;
const tenantId = 1 as CompanyId;
const accountId = 7 as AccountId;
const nowMs = Date.parse('2026-11-17T12:00:00Z');
const market = { kind: 'open', ageMs: 0 } as const;
const policy = { ...testPolicy, feeType: 'of-notional', ordersMax: 5 } as const;
const terms = { ...catalogueTerms(eurusd), feeRateE8: 100n, lotsMin: 20 };
const halt = { tenantId, instrumentId: gbpusd.id, fromMs: nowMs, toMs: null };

/** Starts a core on a journal alone, without reading tables of rules. */
function start(journal: FaultyJournal, now = () => nowMs): Promise<TradingCore> {
  return startTradingCore({
    journal,
    state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
    clock: { nowMs: now, monotonicMs: now },
    canClose: () => true,
    ticksFrom: async function* () {},
    onFatal: (error) => {
      throw error;
    },
  });
}

function quoteAll(core: TradingCore): void {
  for (const [seq, spec] of [eurusd, gbpusd].entries()) {
    const prices = { bid: priceOf(spec, '1.15283'), ask: priceOf(spec, '1.15295') };
    core.onQuote({ instrumentId: spec.id, seq: seq + 1, ...prices, timeMs: nowMs, source: 'test' }, seq);
  }
}

/** Returns the state that later decisions depend on, in a fixed order. */
function stateText(state: EngineState): string {
  const accounts = [...state.accounts.values()].map((account) => [
    account.id,
    [...account.orders.values()],
    accountBalance(state, account),
  ]);
  return encode([
    [...state.rules.asChanges()],
    accounts,
    [...state.balances].sort(([a], [b]) => (a < b ? -1 : 1)),
    state.lastOrderId,
  ]);
}

/** Returns the outcomes of orders that each depend on another rule. */
async function decisionsOf(core: TradingCore): Promise<unknown[]> {
  const blank = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null, expected: null };
  const base = { type: 'PlaceOrder', atMs: nowMs, accountId, side: 'buy', quoteSeq: null, market, ...blank } as const;
  const place = (instrumentId: typeof eurusd.id, lots: number, leverage: number) =>
    core.submit({
      command: { ...base, instrumentId, lots: toLots(lots), leverage },
      clientId: null,
      bodyHash: null,
    });
  const outcomes = [];
  for (const [id, lots, leverage] of [
    [eurusd.id, 10, 50],
    [eurusd.id, 20, 100],
    [eurusd.id, 20, 50],
    [gbpusd.id, 20, 50],
  ] as const)
    outcomes.push(await place(id, lots, leverage));
  return outcomes;
}

async function changedCore(journal: FaultyJournal, now = () => nowMs): Promise<TradingCore> {
  const core = await start(journal, now);
  const opening = { type: 'OpenAccount', atMs: nowMs, accountId, tenantId, realm: 'demo', currency: 'USD' } as const;
  const command = { ...opening, grant: toMoney(50_000_000_000n) };
  await core.submit({ command, clientId: null, bodyHash: null });
  await core.changeRules([
    { rule: 'policy', tenantId, policy },
    { rule: 'terms', tenantId, instrumentId: eurusd.id, version: 1, terms },
    { rule: 'halt', haltId: 3, halt },
    { rule: 'limits', accountId, limits: { leverageMax: 50, ordersMax: null, isOpeningBlocked: false } },
  ]);
  return core;
}

test('R-OPS-51 a replay of the journal alone ends in the same state and the same decisions', async () => {
  const journal = new FaultyJournal();
  const core = await changedCore(journal);
  const replayed = await start(journal);
  expect(stateText(replayed.state)).toBe(stateText(core.state));
  for (const each of [core, replayed]) quoteAll(each);
  const decisions = await decisionsOf(core);
  expect(decisions.map((outcome) => (outcome as { refusal?: string }).refusal ?? 'done')).toEqual([
    'lots-out-of-range',
    'leverage-not-allowed',
    'done',
    'trading-halted',
  ]);
  // The first core has stored an order since. A second journal with the same rules decides the same.
  const other = await changedCore(new FaultyJournal());
  quoteAll(other);
  expect(await decisionsOf(other)).toEqual(decisions);
});

test('R-OPS-51 a rule changed outside the journal is absent after a replay', async () => {
  const journal = new FaultyJournal();
  const core = await changedCore(journal);
  setRule(core.state, { rule: 'policy', tenantId, policy: testPolicy });
  const replayed = await start(journal);
  expect(stateText(replayed.state)).not.toBe(stateText(core.state));
});

test('R-OPS-51 rules missing from a journal are read from the tables once, before the first tick', async () => {
  const journal = new FaultyJournal();
  const deps = { journal, clock: { nowMs: () => nowMs, monotonicMs: () => nowMs }, canClose: () => true };
  const again = () =>
    startTradingCore({
      ...deps,
      state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
      ticksFrom: async function* () {},
      rules: () => Promise.resolve([{ rule: 'policy', tenantId, policy }]),
      onFatal: () => undefined,
    });
  expect((await again()).state.rules.policyOf(tenantId)).toEqual(policy);
  expect(journal.entries).toHaveLength(1);
  await again();
  expect(journal.entries).toHaveLength(1);
});

test('R-OPS-51 a rule in force that is not stored yet is answered only when it is', async () => {
  const journal = new FaultyJournal();
  const core = await start(journal);
  let open: () => void = () => undefined;
  journal.gate = new Promise((resolve) => {
    open = resolve;
  });
  const change = () => core.changeRules([{ rule: 'policy', tenantId, policy }]);
  const answered: string[] = [];
  const both = [change().then(() => answered.push('first')), change().then(() => answered.push('second'))];
  expect(core.state.rules.policyOf(tenantId)).toEqual(policy);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(answered).toEqual([]);
  open();
  await Promise.all(both);
  expect(journal.entries).toHaveLength(1);
});

test('R-ORD-41 a raised stop-out closes with the end of its notice, without a tick', async () => {
  const journal = new FaultyJournal();
  const clock = { nowMs };
  const core = await changedCore(journal, () => clock.nowMs);
  quoteAll(core);
  await decisionsOf(core);
  expect(core.state.accounts.get(accountId)?.orders.size).toBe(1);
  const strict = { ...policy, marginCallPercent: 10_000_000, stopOutPercent: 5_000_000 };
  await core.changeRules([{ rule: 'policy', tenantId, policy: strict }]);
  expect(core.state.accounts.get(accountId)?.orders.size).toBe(1);
  expect(stateText((await start(journal)).state)).toBe(stateText(core.state));
  clock.nowMs += stopOutNoticeMs;
  await core.changeRules(core.state.rules.noticesOver(clock.nowMs));
  expect(core.state.accounts.get(accountId)?.orders.size).toBe(0);
  expect(stateText((await start(journal)).state)).toBe(stateText(core.state));
});

test('R-ORD-14 R-OPS-51 terms changed after the roll do not apply to the night before', async () => {
  const clock = { nowMs };
  const core = await changedCore(new FaultyJournal(), () => clock.nowMs);
  quoteAll(core);
  await decisionsOf(core);
  clock.nowMs = Date.parse('2026-11-17T22:00:00.200Z');
  const noSwap = { ...terms, swapLongE2: 0, swapShortE2: 0 };
  await core.changeRules([{ rule: 'terms', tenantId, instrumentId: eurusd.id, version: 2, terms: noSwap }]);
  const [order] = core.state.accounts.get(accountId)?.orders.values() ?? [];
  expect(order?.swap).toBeLessThan(0n);
  expect(core.state.rules.termsOf(tenantId).get(eurusd.id)).toEqual(noSwap);
});
