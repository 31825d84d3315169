import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dollars, operator, secondAlways, secondNever, watcher } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import { calculateReceived } from '../../calc/funds.ts';
import { lockedKey } from '../../ledger/ledger.ts';
import type { AccountId } from '../../values/ids.ts';
import { toMoney } from '../../values/money.ts';
import type { EngineEvent } from '../event.ts';
import { evolve } from '../evolve.ts';
import { accountTotals, valueAccount } from '../facts.ts';
import { type AccountState, createState } from '../state.ts';
import type { AmendFunds } from './funds-command.ts';
import type { DepositRecord, FundsRequest } from './funds-request.ts';
import { rivalsOf } from './payments.ts';

// Random histories of a money desk with trading in between: the ledger stays balanced for any requests in any order.

const { eurusd } = testSpecs;
const pick = fc.nat(40);
const who = fc.nat(3);
const sum = fc.integer({ min: 1, max: 90_000 });
const secondFrom = fc.constantFrom(secondNever, secondAlways, dollars('1000'));
const kinds = <Kind extends string, Shape>(kind: Kind, shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) =>
  fc.record<Shape>(shape).map((rest): Shape & { kind: Kind } => ({ kind, ...rest }));

const step = fc.oneof(
  { weight: 3, arbitrary: kinds('deposit', { sum, secondFrom, payment: fc.nat(6), account: fc.nat(1) }) },
  { weight: 3, arbitrary: kinds('withdraw', { sum, secondFrom, account: fc.nat(1) }) },
  { weight: 1, arbitrary: kinds('correct', { sum, isTaking: fc.boolean(), who, account: fc.nat(1) }) },
  { weight: 6, arbitrary: kinds('approve', { pick, who, isStale: fc.nat(5), isShownAll: fc.boolean() }) },
  { weight: 1, arbitrary: kinds('reject', { pick, isVoid: fc.boolean() }) },
  { weight: 3, arbitrary: kinds('pay', { pick, who }) },
  { weight: 1, arbitrary: kinds('cancel', { pick }) },
  { weight: 1, arbitrary: kinds('amend', { pick, sum, who }) },
  { weight: 3, arbitrary: kinds('place', { lots: fc.integer({ min: 1, max: 60 }), isBuy: fc.boolean() }) },
  { weight: 1, arbitrary: kinds('close', { pick }) },
  { weight: 3, arbitrary: kinds('quote', { move: fc.integer({ min: -400, max: 400 }) }) },
  { weight: 1, arbitrary: kinds('blind', {}) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const accounts = [1, 2] as AccountId[];

class Desk {
  readonly scenario = new FundsScenario();
  #bid = 115_000;

  constructor() {
    this.scenario.openOther(2);
    this.#quote(0);
  }

  run(action: Step): void {
    const { scenario } = this;
    const before = scenario.events.length;
    const at = balances(this.scenario);
    this.#do(action);
    const happened = scenario.events.slice(before);
    const refused = happened.length === 0 && action.kind !== 'quote' && action.kind !== 'blind';
    // A refusal changes nothing.
    if (refused) expect(balances(scenario)).toEqual(at);
    this.#requireSound(happened);
  }

  #do(action: Step): void {
    const { scenario } = this;
    if (action.kind === 'quote') return this.#quote(action.move);
    if (action.kind === 'blind') return scenario.state.quotes.clear();
    if (action.kind === 'place') return this.#place(action);
    if (action.kind === 'close') return void scenario.close(this.#openId(action.pick));
    if ('account' in action) return this.#ask(action);
    return this.#decide(action);
  }

  #quote(move: number): void {
    this.#bid = Math.max(50_000, this.#bid + move);
    const text = (price: number) => `${Math.floor(price / 100_000)}.${String(price % 100_000).padStart(5, '0')}`;
    this.scenario.quote(eurusd, text(this.#bid), text(this.#bid + 12));
  }

  #place({ lots, isBuy }: Step & { kind: 'place' }): void {
    const side = isBuy ? 'buy' : 'sell';
    this.scenario.place(eurusd, { lots: `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, '0')}`, side });
  }

  #openId(at: number): number {
    const orders = [...(this.scenario.state.accounts.get(accounts[0] ?? (1 as AccountId))?.orders.keys() ?? [])];
    return orders[at % Math.max(1, orders.length)] ?? 0;
  }

  #ask(action: Step & { kind: 'deposit' | 'withdraw' | 'correct' }): void {
    const accountId = accounts[action.account] ?? (1 as AccountId);
    const cents = toMoney(BigInt(action.sum) * 10_000n);
    if (action.kind === 'correct') {
      const amount = action.isTaking ? toMoney(-cents) : cents;
      return void this.scenario.correct('1', { amount, accountId, proposedBy: operator(action.who) });
    }
    const { secondFrom: from } = action;
    if (action.kind === 'withdraw') {
      return void this.scenario.withdraw('1', { amount: cents, accountId, secondFrom: from });
    }
    const externalId = action.payment === 0 ? null : `btc:${action.payment}:0`;
    return void this.scenario.deposit({ paid: cents * 100n, externalId, accountId, secondFrom: from });
  }

  #decide(action: Step & { kind: 'approve' | 'reject' | 'pay' | 'cancel' | 'amend' }): void {
    const funds = this.#any(action.pick);
    if (funds === null) return;
    const about = { ...this.scenario.source(), accountId: funds.accountId, fundsId: funds.id };
    const shown = funds.payloadHash;
    if (action.kind === 'approve') {
      const by = action.who === 3 ? watcher('chain') : operator(action.who);
      const payloadHash = action.isStale === 0 ? 'stale' : shown;
      const rivals = action.isShownAll ? this.#rivalsOf(funds) : [];
      this.scenario.run({
        ...about,
        type: 'ApproveFunds',
        by,
        payloadHash,
        ...(rivals.length === 0 ? {} : { rivals }),
      });
    } else if (action.kind === 'reject') {
      this.scenario.run({ ...about, type: 'RejectFunds', by: operator(1), remark: '9n', isVoid: action.isVoid });
    } else if (action.kind === 'pay') {
      const externalId = `x${funds.id % 3}`;
      this.scenario.run({
        ...about,
        type: 'MarkWithdrawalPaid',
        by: operator(action.who + 1),
        externalId,
        payloadHash: shown,
      });
    } else if (action.kind === 'cancel') this.scenario.run({ ...about, type: 'CancelWithdrawal' });
    else this.#amend(funds, action);
  }

  #rivalsOf(funds: FundsRequest) {
    const { state } = this.scenario;
    const account = state.accounts.get(funds.accountId);
    return account === undefined || funds.kind !== 'deposit' ? [] : rivalsOf(state, account, funds).map(({ id }) => id);
  }

  #amend(funds: FundsRequest, { sum: cents, who: by }: Step & { kind: 'amend' }): void {
    const paid = BigInt(cents) * 1_000_000n;
    const about = { ...this.scenario.source(), accountId: funds.accountId, fundsId: funds.id, by: operator(by) };
    const payloadHash = this.scenario.newHash();
    const change = changeOf(funds, paid);
    this.scenario.run({ ...about, type: 'AmendFunds', change, secondFrom: secondNever, payloadHash });
  }

  /** Returns an unfinished request, or sometimes a finished one. */
  #any(at: number): FundsRequest | null {
    const all = [...this.scenario.state.accounts.values()].flatMap(({ funds }) => [...funds.values()]);
    const last = this.scenario.events.findLast((event) => 'funds' in event);
    if (at === 0 && last !== undefined && 'funds' in last) return last.funds;
    return all[at % Math.max(1, all.length)] ?? null;
  }

  #requireSound(happened: readonly EngineEvent[]): void {
    const { state } = this.scenario;
    expect([...state.balances.values()].reduce((total, balance) => total + balance, 0n)).toBe(0n);
    for (const account of state.accounts.values()) requireLock(this.scenario, account);
    for (const event of happened) if ('funds' in event) requireTaken(this.scenario, event);
    requireContested(state);
  }
}

function changeOf(funds: FundsRequest, paid: bigint): AmendFunds['change'] {
  if (funds.kind !== 'withdrawal')
    return { kind: 'deposit-paid', paid, credit: toMoney(paid / 100n), externalId: null };
  const fee = toMoney(funds.fee / 2n);
  return { kind: 'withdrawal-fee', fee, received: calculateReceived(funds.amount, fee, funds.rate, 'USDT') };
}

function balances({ state }: FundsScenario) {
  return { balances: new Map(state.balances), funds: [...state.accounts.values()].map(({ funds }) => [...funds]) };
}

/**
 * Undecided claims on one payment belong to different accounts, are all marked, and none has been credited (R-FND-44).
 */
function requireContested(state: FundsScenario['state']): void {
  const claims = new Map<string, DepositRecord[]>();
  for (const { funds } of state.accounts.values())
    for (const one of funds.values())
      if (one.kind === 'deposit' && one.externalId !== null)
        claims.set(one.externalId, [...(claims.get(one.externalId) ?? []), one]);
  for (const [payment, rivals] of claims) {
    const credited = state.creditedPayments.get(`1/${payment}`);
    const wanted = credited === undefined ? (rivals.length > 1 ? 'rival' : undefined) : 'credited';
    expect(rivals.map(({ contested }) => contested)).toEqual(rivals.map(() => wanted));
    expect(new Set(rivals.map(({ accountId }) => accountId)).size).toBe(rivals.length);
    expect(rivals.every(({ accountId }) => accountId !== credited?.accountId)).toBe(true);
  }
}

/** The lock equals the withdrawals in progress, to the millionth. */
function requireLock({ state }: FundsScenario, account: AccountState): void {
  const underway = [...account.funds.values()].reduce(
    (total, one) => total + (one.kind === 'withdrawal' ? one.amount : 0n),
    0n,
  );
  expect(state.balances.get(lockedKey(account, account.id)) ?? 0n).toBe(underway);
}

/** A debit left neither balance nor free margin below zero. */
function requireTaken({ state }: FundsScenario, event: EngineEvent & { funds: FundsRequest }): void {
  const account = state.accounts.get(event.accountId);
  if (account === undefined || !event.transfers.some(({ from }) => from.includes('/cash/'))) return;
  const { balance, openProfit, openSwap, margin } = accountTotals(state, account);
  expect(valueAccount(state, account).isPriced).toBe(true);
  expect(balance >= 0n && balance + openProfit + openSwap - margin >= 0n).toBe(true);
}

const wanted: Record<string, string> = {
  credited: 'deposit',
  paid: 'withdrawal-lock,withdrawal-paid,withdrawal-fee',
  cancelled: 'withdrawal-lock,withdrawal-release',
  posted: 'correction',
  waiting: '',
  voided: '',
  proposed: '',
  requested: 'withdrawal-lock',
  approved: 'withdrawal-lock',
};

/** Each request moved the amounts of its final status, once; each payment was credited once. */
function requirePostedOnce(events: readonly EngineEvent[]): Map<string, number> {
  const ends = new Map<number, { funds: FundsRequest; moved: string[] }>();
  for (const event of events) {
    if (!('funds' in event)) continue;
    const moved = [...(ends.get(event.funds.id)?.moved ?? []), ...event.transfers.map(({ kind }) => kind)];
    ends.set(event.funds.id, { funds: event.funds, moved });
  }
  const payments = new Set<string>();
  const seen = new Map<string, number>();
  for (const { funds, moved } of ends.values()) {
    const rejected = funds.kind === 'withdrawal' ? wanted['cancelled'] : '';
    const want = funds.status === 'rejected' ? rejected : wanted[funds.status];
    const hasFee = funds.kind === 'withdrawal' && funds.fee > 0n;
    expect(`${funds.kind} ${moved.join()}`).toBe(
      `${funds.kind} ${hasFee ? want : want?.replace(',withdrawal-fee', '')}`,
    );
    requireApproved(funds);
    if (funds.status === 'credited' && funds.kind === 'deposit' && funds.externalId !== null) {
      expect(payments.has(funds.externalId)).toBe(false);
      payments.add(funds.externalId);
    }
    const kind = `${funds.kind} ${funds.status}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  return seen;
}

/** An approved request has the needed number of approvals, by different approvers, of its current payload. */
function requireApproved(funds: FundsRequest): void {
  if (!['credited', 'approved', 'paid', 'posted'].includes(funds.status)) return;
  const names = funds.approvals.map(({ by }) => JSON.stringify(by));
  expect(new Set(names).size).toBe(funds.approvalsNeeded);
  expect(funds.approvals.every(({ payloadHash }) => payloadHash === funds.payloadHash)).toBe(true);
  const isWatched = funds.approvals.filter(({ by }) => by.kind === 'watcher').length;
  expect(isWatched).toBeLessThanOrEqual(funds.kind === 'deposit' ? 1 : 0);
  if (funds.kind === 'correction') expect(names).not.toContain(JSON.stringify(funds.proposedBy));
  if (funds.approvalsNeeded === 1 && funds.amendedBy !== null)
    expect(names).not.toContain(JSON.stringify(funds.amendedBy));
}

function runHistories(parameters: fc.Parameters<unknown>): Map<string, number> {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), (steps) => {
      const desk = new Desk();
      for (const action of steps) desk.run(action);
      const { state, events } = desk.scenario;
      for (const [kind, count] of requirePostedOnce(events)) seen.set(kind, (seen.get(kind) ?? 0) + count);
      const replayed = createState(Object.values(testSpecs), testPolicy, 1);
      for (const event of events) evolve(replayed, event);
      const facts = ({ accounts: all, balances: money, ...rest }: typeof state) => {
        return [
          [...all.values()].map((account) => ({ ...account, bands: null })),
          money,
          rest.creditedPayments,
          rest.claims,
          rest.payoutPayments,
          rest.lastFundsId,
        ];
      };
      expect(facts(replayed)).toEqual(facts(state));
    }),
    parameters,
  );
  return seen;
}

describe('random histories of a money desk (R-FND-03, R-FND-05, R-FND-06, R-FND-08)', () => {
  test('of a fixed seed reach every state', () => {
    const seen = runHistories({ numRuns: 250, seed: 20_261_121 });
    const deposits = ['waiting', 'credited', 'rejected', 'voided'].map((status) => `deposit ${status}`);
    const withdrawals = ['requested', 'approved', 'paid', 'rejected', 'cancelled'].map(
      (status) => `withdrawal ${status}`,
    );
    const corrections = ['proposed', 'posted', 'rejected'].map((status) => `correction ${status}`);
    expect([...seen.keys()].toSorted()).toEqual([...deposits, ...withdrawals, ...corrections].toSorted());
  });

  test('of a new seed each run, printed on failure', () => {
    expect(runHistories({ numRuns: 150 }).size).toBeGreaterThan(0);
  });
});
