import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { AccountId, CompanyId } from '../values/ids.ts';
import { catalogueTerms } from '../values/instrument-terms.ts';
import { toLots } from '../values/lots.ts';
import { toMoney } from '../values/money.ts';
import type { EngineEvent } from './event.ts';
import { execute, executeRule } from './execute.ts';
import { applyQuote } from './on-quote.ts';
import { recheckMargin } from './recheck-margin.ts';
import { RuleChecks, ruleCheckMax } from './rule-checks.ts';
import type { RuleChange } from './rules/trading-rules.ts';
import { createState, type EngineState } from './state.ts';
import { stateRecords } from './state-records.ts';

const { eurusd, usdjpy } = testSpecs;
const atMs = 1_000_000;
const always = () => true;
const prices = [
  [eurusd, '1.15000', '1.15010'],
  [usdjpy, '157.000', '157.010'],
] as const;
const market = { kind: 'open', ageMs: 0 } as const;

interface Holder {
  readonly company: number;
  readonly balance: number;
  readonly orders: number;
  readonly isBuy: boolean;
}

function open(state: EngineState, holder: Holder, at: number): void {
  const accountId = (at + 1) as AccountId;
  const about = { accountId, tenantId: holder.company as CompanyId, realm: 'demo', currency: 'USD' } as const;
  execute(state, { type: 'OpenAccount', atMs, ...about, grant: toMoney(BigInt(holder.balance) * 1_000_000n) }, always);
  for (let index = 0; index < holder.orders; index += 1) {
    const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null, expected: null };
    const instrumentId = (index + at) % 2 === 0 ? eurusd.id : usdjpy.id;
    const what = { instrumentId, side: holder.isBuy ? 'buy' : 'sell', lots: toLots(1), leverage: 100 } as const;
    execute(state, { type: 'PlaceOrder', atMs, accountId, ...what, ...terms, quoteSeq: null, market }, always);
  }
}

function worldOf(holders: readonly Holder[]): EngineState {
  const state = createState(Object.values(testSpecs), { ...testPolicy, ordersMax: 1_000 }, 1);
  for (const [at, [spec, bid, ask]] of prices.entries()) {
    const sides = { bid: priceOf(spec, bid), ask: priceOf(spec, ask) };
    const quote = { instrumentId: spec.id, seq: at + 1, ...sides, timeMs: atMs, source: 'test' };
    applyQuote(state, quote, atMs, always);
  }
  for (const [at, holder] of holders.entries()) open(state, holder, at);
  return state;
}

const companies = [1, 2, 3] as CompanyId[];

function policy(tenantId: CompanyId, marginCallPercent: number, stopOutPercent: number): RuleChange {
  return { rule: 'policy', tenantId, policy: { ...testPolicy, marginCallPercent, stopOutPercent } };
}

function worseSwap(tenantId: CompanyId, version: number): RuleChange {
  const terms = { ...catalogueTerms(eurusd), swapLongE2: -9_000 };
  return { rule: 'terms', tenantId, instrumentId: eurusd.id, version, terms };
}

function byAccount(events: readonly EngineEvent[]): Map<AccountId, EngineEvent[]> {
  const lists = new Map<AccountId, EngineEvent[]>();
  for (const event of events) lists.set(event.accountId, [...(lists.get(event.accountId) ?? []), event]);
  return lists;
}

/** Applies the changes and checks everybody at once: slow and short, the oracle of the pieces. */
function atOnce(state: EngineState, changes: readonly RuleChange[]): EngineEvent[] {
  for (const change of changes) executeRule(state, change, atMs);
  for (const id of state.accounts.keys()) state.dirtyAccounts.add(id);
  return recheckMargin(state, always, atMs);
}

function inPieces(state: EngineState, changes: readonly RuleChange[]): EngineEvent[][] {
  const checks = new RuleChecks(state);
  checks.add(changes.flatMap((change) => executeRule(state, change, atMs) ?? []));
  const pieces: EngineEvent[][] = [];
  while (!checks.isDone) pieces.push(checks.piece(always, atMs));
  return pieces;
}

const holder = fc.record({
  company: fc.constantFrom(...companies),
  balance: fc.integer({ min: 50, max: 400 }),
  orders: fc.integer({ min: 0, max: 9 }),
  isBuy: fc.boolean(),
});
const change = fc.oneof(
  fc.record({ company: fc.constantFrom(...companies), call: fc.integer({ min: 50, max: 3_000 }), out: fc.nat(2_000) }),
  fc.record({ company: fc.constantFrom(...companies) }),
);

describe('R-LED-46 accounts that changed rules concern, checked in pieces', () => {
  test('get the events that they get when all are checked at once, and end in the same state', () => {
    let divided = 0;
    const run = (holders: readonly Holder[], drawn: readonly { company: CompanyId; call?: number; out?: number }[]) => {
      const changes = drawn.map(({ company, call, out }, at) =>
        call === undefined || out === undefined ? worseSwap(company, at + 1) : policy(company, call, out),
      );
      const [whole, parts] = [worldOf(holders), worldOf(holders)];
      const expected = atOnce(whole, changes);
      const pieces = inPieces(parts, changes);
      if (pieces.filter(({ length }) => length > 0).length > 1) divided += 1;
      expect(byAccount(pieces.flat())).toEqual(byAccount(expected));
      expect([...stateRecords(parts)]).toEqual([...stateRecords(whole)]);
      for (const [id, { bands }] of parts.accounts)
        expect(bands, `bands of ${id}`).toEqual(whole.accounts.get(id)?.bands);
    };
    const holders = fc.array(holder, { minLength: 100, maxLength: 200, size: 'max' });
    fc.assert(fc.property(holders, fc.array(change, { minLength: 1, maxLength: 4 }), run), { numRuns: 25, seed: 46 });
    expect(divided).toBeGreaterThan(5);
  });
});

/** Returns the work of the largest piece of a change, and of all of them. */
function workOf(count: number, change: RuleChange, of: Partial<Holder> = {}) {
  const state = worldOf(
    Array.from({ length: count }, () => ({ company: 1, balance: 90_000, orders: 1, isBuy: true, ...of })),
  );
  const { work } = state;
  const before = { ...work };
  const event = executeRule(state, change, atMs);
  const decided = { ...work };
  const checks = new RuleChecks(state);
  checks.add(event === null ? [] : [event]);
  const checked: number[] = [];
  const visited: number[] = [];
  while (!checks.isDone) {
    const from = { ...work };
    checks.piece(always, atMs);
    checked.push(work.accountChecks - from.accountChecks);
    visited.push(work.ruleVisits - from.ruleVisits);
  }
  expect(decided).toEqual(before);
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  return { checked: [Math.max(...checked), sum(checked)], visited: [Math.max(...visited), sum(visited)] };
}

describe('R-LED-46 the work of a change of rules', () => {
  test.each([
    ['a policy', policy(1 as CompanyId, 120, 60)],
    ['a worse swap', worseSwap(1 as CompanyId, 1)],
  ])('%s: each piece checks as many of 2,000 accounts as of 1,000, and the change itself none', (_what, change) => {
    const [once, twice] = [workOf(1_000, change), workOf(2_000, change)];
    expect(once.checked).toEqual([ruleCheckMax / 2, change.rule === 'terms' ? 500 : 1_000]);
    expect(twice.checked).toEqual([once.checked[0], 2 * (once.checked[1] ?? 0)]);
    expect(twice.visited[0]).toBe(once.visited[0]);
    expect(twice.visited[1]).toBe(2 * (once.visited[1] ?? 0));
  });

  test('accounts of other companies are passed by, a limited number in each piece', () => {
    const [once, twice] = [3_000, 6_000].map((count) => workOf(count, policy(2 as CompanyId, 120, 60), { orders: 0 }));
    expect([once?.checked, twice?.checked]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(twice?.visited).toEqual([once?.visited[0], 2 * (once?.visited[1] ?? 0)]);
    expect(once?.visited[0]).toBeLessThanOrEqual(2_000);
  });

  test('an account with more orders than a piece is a piece of its own', () => {
    const { checked } = workOf(6, policy(1 as CompanyId, 120, 60), { orders: ruleCheckMax });
    expect(checked).toEqual([1, 6]);
  });

  test('a change that comes during a walk reaches also the accounts that the walk has passed', () => {
    const state = worldOf(Array.from({ length: 300 }, () => ({ company: 1, balance: 90_000, orders: 1, isBuy: true })));
    const checks = new RuleChecks(state);
    for (const call of [120, 1_000_000]) {
      const event = executeRule(state, policy(1 as CompanyId, call, 50), atMs);
      checks.add(event === null ? [] : [event]);
      if (call === 120) checks.piece(always, atMs);
    }
    while (!checks.isDone) checks.piece(always, atMs);
    const called = [...state.accounts.values()].filter(({ isMarginCalled }) => isMarginCalled);
    expect(called).toHaveLength(300);
  });

  test('an account that a waiting change concerns is checked before anything is decided about it', () => {
    const holders = Array.from({ length: 600 }, (_, at) => ({ company: at < 300 ? 1 : 2, orders: 1, isBuy: true }));
    const state = worldOf(holders.map((one) => ({ ...one, balance: 90_000 })));
    const checks = new RuleChecks(state);
    const change = (company: number) => {
      const event = executeRule(state, policy(company as CompanyId, 1_000_000, 50), atMs);
      checks.add(event === null ? [] : [event]);
    };
    const decided = (id: number) => checks.settle([id as AccountId], always, atMs, null).map(({ type }) => type);
    change(1);
    checks.piece(always, atMs);
    change(2);
    expect(checks.isDone).toBe(false);
    for (const id of [300, 600]) expect(decided(id), `account ${id}`).toEqual(['MarginCalled']);
    expect(decided(600)).toEqual([]);
  });

  test('changes that come during every piece hold up nobody', () => {
    const state = worldOf(Array.from({ length: 600 }, () => ({ company: 1, balance: 90_000, orders: 1, isBuy: true })));
    const checks = new RuleChecks(state);
    const from = state.work.accountChecks;
    let pieces = 0;
    for (let call = 100; state.accounts.get(600 as AccountId)?.isMarginCalled === false; call += 1) {
      const event = executeRule(state, policy(1 as CompanyId, call * 10_000, 50), atMs);
      checks.add(event === null ? [] : [event]);
      checks.piece(always, atMs);
      pieces += 1;
      if (pieces > 20) break;
    }
    expect(pieces).toBeLessThanOrEqual(Math.ceil((600 * 2) / ruleCheckMax) + 1);
    expect(state.work.accountChecks - from).toBeLessThanOrEqual(600);
  });
});
