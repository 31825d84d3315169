import { describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dollars, fundsId, operator, secondAlways, toE8, watcher } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import { cashKey } from '../../ledger/ledger.ts';
import type { AccountId } from '../../values/ids.ts';
import { type FundsKind, type FundsRequest, isFinished } from './funds-request.ts';
import { rivalsOf } from './payments.ts';

// A proof by enumeration: every act is tried on every state, which finds all states of a request. From each of them,
// under every market or account condition, there must be a way out that costs the user nothing.

const { eurusd } = testSpecs;
/** Number of the tested request: the second of its account. */
const subject = 2;

type Act = (scenario: FundsScenario) => unknown;

/** Every act on a request. */
const acts: Record<string, Act> = {
  'operator 1 approves': (scenario) => approve(scenario, 1),
  'operator 2 approves': (scenario) => approve(scenario, 2),
  'operator 3 approves': (scenario) => approve(scenario, 3),
  'a watcher approves': (scenario) => scenario.approve(subject, watcher('chain')),
  'operator 1 edits': amend,
  'an operator rejects': (scenario) => scenario.reject(subject),
  'an operator voids': (scenario) => scenario.reject(subject, true),
  'an operator pays': (scenario) => scenario.pay(subject),
  'its owner cancels': (scenario) => scenario.cancelWithdrawal(subject),
};

/** Approves with all other claims on the payment shown. */
function approve(scenario: FundsScenario, by: number): void {
  const funds = scenario.funds(subject);
  const account = scenario.state.accounts.get(scenario.accountId);
  if (account === undefined) throw new Error('The test has opened the account');
  const rivals = funds?.kind === 'deposit' ? rivalsOf(scenario.state, account, funds) : [];
  scenario.approve(subject, operator(by), rivals.length === 0 ? {} : { rivals: rivals.map(({ id }) => id) });
}

/** Claims the tested request's payment from another account. */
function claimElsewhere(scenario: FundsScenario): { readonly accountId: AccountId; readonly id: number } {
  const accountId = scenario.openOther(9);
  const id = scenario.state.lastFundsId - 1_000_000 + 1;
  scenario.deposit({ externalId: 'btc:1:0', accountId, payloadHash: 'elsewhere' });
  return { accountId, id };
}

function amend(scenario: FundsScenario): void {
  const paid = { kind: 'deposit-paid', paid: toE8('90'), credit: dollars('90'), externalId: 'btc:1:0' } as const;
  const fee = { kind: 'withdrawal-fee', fee: dollars('0'), received: toE8('100') } as const;
  scenario.amendFunds(subject, scenario.funds(subject)?.kind === 'deposit' ? paid : fee);
}

/** Conditions that can arise on the account while a request is in progress. */
const happenings: Record<string, Act> = {
  'nothing happens': () => undefined,
  'the prices are gone': (scenario) => scenario.state.quotes.clear(),
  'the margin is called': (scenario) => scenario.quote(eurusd, '1.14500', '1.14512'),
  'everything is lost': (scenario) => scenario.quote(eurusd, '1.10000', '1.10012'),
  'the payment is credited elsewhere': (scenario) => {
    const { accountId, id } = claimElsewhere(scenario);
    const rivals = [fundsId(subject)];
    const isRival = scenario.funds(subject)?.kind === 'deposit';
    scenario.approve(id, operator(7), { accountId, payloadHash: 'elsewhere', ...(isRival ? { rivals } : {}) });
  },
  'another account claims the payment': claimElsewhere,
};

const requests: Record<string, { kind: FundsKind; ask: Act }> = {
  'a deposit for one': { kind: 'deposit', ask: (scenario) => scenario.deposit({ externalId: 'btc:1:0' }) },
  'a deposit for two': {
    kind: 'deposit',
    ask: (scenario) => scenario.deposit({ externalId: 'btc:1:0', secondFrom: secondAlways }),
  },
  'a withdrawal for one': { kind: 'withdrawal', ask: (scenario) => scenario.withdraw('100') },
  'a withdrawal for two': {
    kind: 'withdrawal',
    ask: (scenario) => scenario.withdraw('100', { secondFrom: secondAlways }),
  },
  'a correction that gives': { kind: 'correction', ask: (scenario) => scenario.correct('50') },
  'a correction that takes': { kind: 'correction', ask: (scenario) => scenario.correct('-50') },
};

/** Ends of conditions that a payout waits for (R-FND-47). */
const passings: Record<string, Act> = {
  'the prices come again': (scenario) => scenario.quote(eurusd, '1.15283', '1.15295'),
};

type Path = readonly string[];

/** Replays a path of acts on a new scenario: 1,000 dollars, an open order and the request. */
function after(ask: Act, path: Path): FundsScenario {
  const scenario = new FundsScenario('1000');
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '0.50', leverage: 100 });
  ask(scenario);
  for (const name of path) (acts[name] ?? happenings[name] ?? passings[name])?.(scenario);
  return scenario;
}

/** Returns the latest state of the request. */
function requestIn(scenario: FundsScenario): FundsRequest {
  const recorded = scenario.events.findLast((event) => 'funds' in event && event.funds.id === 1_000_000 + subject);
  if (recorded === undefined || !('funds' in recorded)) throw new Error('The test made no request');
  return recorded.funds;
}

/** Returns the part of a request that determines its further states. */
function stateOf({ status, approvals, amendedBy, approvalsNeeded }: FundsRequest): string {
  return JSON.stringify([status, approvals.map(({ by }) => by), amendedBy, approvalsNeeded]);
}

/** Returns every state reachable from a path, each with a shortest path to it. */
function reach(ask: Act, from: Path): Map<string, { path: Path; funds: FundsRequest }> {
  const found = new Map<string, { path: Path; funds: FundsRequest }>();
  for (let waiting: Path[] = [from]; waiting.length > 0; ) {
    const next: Path[] = [];
    for (const path of waiting) {
      const funds = requestIn(after(ask, path));
      if (found.has(stateOf(funds))) continue;
      found.set(stateOf(funds), { path, funds });
      if (!isFinished(funds)) next.push(...Object.keys(acts).map((name) => [...path, name]));
    }
    waiting = next;
  }
  return found;
}

/** True if the user's cash never shrank along the path; money in the lock was requested, and is paid to the user. */
function costsNothing(ask: Act, path: Path, from: number): boolean {
  let last = cashOf(after(ask, path.slice(0, from)));
  for (let steps = from + 1; steps <= path.length; steps += 1) {
    const cash = cashOf(after(ask, path.slice(0, steps)));
    if (cash < last) return false;
    last = cash;
  }
  return true;
}

function cashOf({ state, accountId }: FundsScenario): bigint {
  const account = state.accounts.get(accountId);
  return account === undefined ? -1n : (state.balances.get(cashKey(account, accountId)) ?? 0n);
}

const endings: Record<FundsKind, readonly string[]> = {
  deposit: ['credited', 'rejected', 'voided'],
  withdrawal: ['cancelled', 'paid', 'rejected'],
  correction: ['posted', 'rejected'],
};

describe.each(Object.entries(requests))('%s, in every possible state (R-FND-09, R-MON-10)', (name, { kind, ask }) => {
  const states = [...reach(ask, []).values()];
  const unfinished = states.filter(({ funds }) => !isFinished(funds));

  test('reaches exactly the expected final states', () => {
    const ends = new Set(states.filter(({ funds }) => isFinished(funds)).map(({ funds }) => funds.status));
    expect([...ends].toSorted()).toEqual(endings[kind]);
    expect(unfinished.length).toBeGreaterThanOrEqual(kind === 'correction' ? 1 : 2);
  });

  test.each(Object.keys(happenings))('and %s: a way out remains that costs the user nothing', (happening) => {
    for (const { path, funds: before } of unfinished) {
      const from = [...path, happening, ...(happening === 'the prices are gone' ? Object.keys(passings) : [])];
      const free = [...reach(ask, from).values()].filter((end) => costsNothing(ask, end.path, from.length));
      const ends = new Set(free.map(({ funds }) => funds.status));
      expect({ path, isRefundable: ends.has('rejected') }).toEqual({ path, isRefundable: true });
      // A request without approvals is taken back before the company covers a loss.
      const isTakenBack = happening === 'everything is lost' && before.approvals.length === 0;
      if (kind === 'withdrawal' && !isTakenBack)
        expect({ path, isPayable: ends.has('paid') }).toEqual({ path, isPayable: true });
      const isKnown = happening === 'the payment is credited elsewhere';
      if (kind === 'deposit' && !isKnown) expect({ path, ends: ends.has('credited') }).toEqual({ path, ends: true });
      if (name === 'a correction that gives') expect({ path, ends: ends.has('posted') }).toEqual({ path, ends: true });
    }
  });
});
