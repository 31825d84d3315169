import { describe, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../../../../testkit/engine-scenario.ts';
import {
  approvalOf,
  dollars,
  fundsId,
  operator,
  secondAlways,
  toE8,
  watcher,
} from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import type { AccountId } from '../../values/ids.ts';
import type { EngineEvent } from '../event.ts';
import { evolve } from '../evolve.ts';
import { createState } from '../state.ts';
import { decideApproveFunds } from './approvals.ts';
import type { ApproveFunds, RequestDeposit } from './funds-command.ts';
import type { DepositRecord } from './funds-request.ts';
import { claimsMax, rivalClaimsMax } from './payments.ts';

const externalId = 'btc:7:1';
/**
 * Account of the one who copied the transaction from the public chain and reports it first; the payer reports second.
 */
const copier = 1 as AccountId;
const payer = 2 as AccountId;

const resultOf = (outcome: EngineEvent[] | string) =>
  typeof outcome === 'string' ? outcome : outcome.map(({ type, accountId }) => `${type} ${accountId}`).join();

class Claims extends FundsScenario {
  constructor() {
    super();
    this.openOther(payer);
  }

  claim(accountId: AccountId, changes: Partial<RequestDeposit> = {}) {
    return this.deposit({ accountId, externalId, ...changes });
  }

  held(accountId: AccountId, id: number) {
    return this.state.accounts.get(accountId)?.funds.get(fundsId(id));
  }

  decide(accountId: AccountId, id: number, rivals: readonly number[] | null, changes: Partial<ApproveFunds> = {}) {
    const payloadHash = this.held(accountId, id)?.payloadHash ?? 'gone';
    const shown = rivals === null ? {} : { rivals: rivals.map(fundsId) };
    return this.approve(id, operator(1), { accountId, payloadHash, ...shown, ...changes });
  }
}

function unmarked({ contested: _contested, ...funds }: DepositRecord): DepositRecord {
  return funds;
}

/** Two claims on one payment: number 1 of the copier, number 2 of the payer. */
function contested(changes: Partial<RequestDeposit> = {}): Claims {
  const claims = new Claims();
  claims.claim(copier, changes);
  claims.claim(payer, { ...changes, externalId: ' 0xBTC:7:1' });
  return claims;
}

describe('R-FND-44 a payment claimed by two accounts', () => {
  test('contests both claims, and voids approvals given without knowledge of the other', () => {
    const claims = new Claims();
    claims.claim(copier, { secondFrom: secondAlways });
    expect(resultOf(claims.decide(copier, 1, null))).toBe(`FundsApproved ${copier}`);
    expect(resultOf(claims.claim(payer))).toBe(`DepositRequested ${payer},DepositContested ${copier}`);
    expect(claims.held(copier, 1)).toMatchObject({ contested: 'rival', approvals: [] });
    expect(claims.held(payer, 2)).toMatchObject({ contested: 'rival', approvals: [] });
  });

  test('is not credited while contested, neither by an operator who was not shown all claims nor by a watcher', () => {
    const claims = contested();
    for (const [accountId, id] of [
      [copier, 1],
      [payer, 2],
    ] as const) {
      expect(claims.decide(accountId, id, null)).toBe('funds-contested');
      expect(claims.decide(accountId, id, [])).toBe('funds-contested');
      expect(claims.decide(accountId, id, [3 - id], { by: watcher('chain') })).toBe('funds-contested');
      expect(claims.decide(accountId, id, [9])).toBe('claims-changed');
      expect(claims.decide(accountId, id, [3 - id, 9])).toBe('claims-changed');
    }
    expect(claims.balance).toBe('0.000000');
  });

  test('is credited once to the account an operator decides for, and the other claim is rejected with its reason', () => {
    const claims = contested();
    const events = claims.decide(payer, 2, [1]) as EngineEvent[];
    expect(resultOf(events)).toBe(`DepositCredited ${payer},FundsRejected ${copier}`);
    expect(events[1]).toMatchObject({
      funds: { id: fundsId(1), status: 'rejected', rejectedFor: 'other-claim', remark: '' },
      transfers: [],
    });
    expect(claims.decide(copier, 1, [])).toBe('funds-decided');
    expect(claims.state.claims.size).toBe(0);
  });

  test('needs two approvals above the threshold, both given with all current claims shown', () => {
    const claims = contested({ secondFrom: secondAlways });
    expect(resultOf(claims.decide(payer, 2, [1]))).toBe(`FundsApproved ${payer}`);
    expect(claims.decide(payer, 2, [1])).toBe('other-operator-needed');
    const third = claims.openOther(3);
    expect(resultOf(claims.claim(third))).toBe(`DepositRequested ${third},DepositContested ${payer}`);
    expect(claims.held(payer, 2)?.approvals).toEqual([]);
    expect(claims.decide(payer, 2, [1], { by: operator(2) })).toBe('claims-changed');
    expect(resultOf(claims.decide(payer, 2, [1, 3], { by: operator(2) }))).toBe(`FundsApproved ${payer}`);
    expect(resultOf(claims.decide(payer, 2, [3, 1]))).toBe(
      `DepositCredited ${payer},FundsRejected ${copier},FundsRejected ${third}`,
    );
  });

  test('is no longer contested after the other claim is rejected, voided or amended to another payment', () => {
    for (const end of ['reject', 'void', 'amend'] as const) {
      const claims = contested();
      const change = {
        kind: 'deposit-paid',
        paid: toE8('100'),
        credit: dollars('100'),
        externalId: 'btc:8:0',
      } as const;
      const outcome = end === 'amend' ? claims.amendFunds(1, change) : claims.reject(1, end === 'void');
      expect(resultOf(outcome)).toBe(
        `${end === 'amend' ? 'FundsAmended' : 'FundsRejected'} ${copier},DepositCleared ${payer}`,
      );
      expect(claims.held(payer, 2)).not.toHaveProperty('contested');
      expect(resultOf(claims.decide(payer, 2, null))).toBe(`DepositCredited ${payer}`);
    }
  });

  test('is contested by a deposit amended to its name', () => {
    const claims = new Claims();
    claims.claim(payer);
    claims.deposit({ externalId: null });
    const change = { kind: 'deposit-paid', paid: toE8('100'), credit: dollars('100'), externalId } as const;
    expect(resultOf(claims.amendFunds(2, change))).toBe(`FundsAmended ${copier},DepositContested ${payer}`);
    expect(claims.held(copier, 2)).toMatchObject({ contested: 'rival' });
    expect(resultOf(claims.amendFunds(2, { ...change, externalId: null }))).toBe(
      `FundsAmended ${copier},DepositCleared ${payer}`,
    );
    expect(claims.held(copier, 2)).not.toHaveProperty('contested');
  });

  test('is contested likewise in an older journal without marked claims', () => {
    const { events } = contested();
    const state = createState(Object.values(testSpecs), testPolicy, 1);
    for (const event of events) {
      if (event.type === 'DepositContested') continue;
      if (event.type !== 'DepositRequested') evolve(state, event);
      else evolve(state, { ...event, funds: unmarked(event.funds) });
    }
    const account = state.accounts.get(copier);
    if (account === undefined) throw new Error('The test has opened the account');
    const [funds] = account.funds.values();
    const approval = approvalOf({ atMs: 1, accountId: copier }, 1, operator(1), funds?.payloadHash);
    expect(decideApproveFunds(state, account, approval)).toEqual({ ok: false, refusal: 'funds-contested' });
    const decided = decideApproveFunds(state, account, { ...approval, rivals: [fundsId(2)] });
    expect(decided).toMatchObject({ ok: true, value: [{ type: 'DepositCredited' }, { type: 'FundsRejected' }] });
  });

  test('claimed by or credited to an account already is refused as a second claim', () => {
    const claims = new Claims();
    claims.claim(payer);
    expect(claims.claim(payer)).toBe('deposit-known');
    claims.decide(payer, 1, null);
    expect(claims.claim(payer)).toBe('deposit-known');
  });
});

describe('R-FND-45 a claim on a payment already credited', () => {
  test('becomes a dispute that no approval credits, and the credit stays', () => {
    const claims = new Claims();
    claims.claim(copier);
    claims.decide(copier, 1, null);
    expect(claims.claim(payer)).toMatchObject([{ type: 'DepositRequested', funds: { contested: 'credited' } }]);
    expect(claims.decide(payer, 2, null)).toBe('deposit-known');
    expect(claims.decide(payer, 2, [1])).toBe('deposit-known');
    expect(claims.balance).toBe('100.000000');
    expect(
      resultOf(
        claims.run({
          ...claims.source(),
          type: 'RejectFunds',
          accountId: payer,
          fundsId: fundsId(2),
          by: operator(1),
          remark: 'no',
          isVoid: false,
        }),
      ),
    ).toBe(`FundsRejected ${payer}`);
  });

  test(`is limited to ${claimsMax} undecided claims on one payment`, () => {
    const claims = contested();
    for (let account = 3; account <= claimsMax; account += 1) claims.claim(claims.openOther(account));
    const late = claims.openOther(90);
    expect(claims.claim(late)).toBe('too-many-claims');
    expect(resultOf(claims.claim(late, { isSeen: true }))).toBe(`DepositRequested ${late}`);
    claims.reject(1);
    claims.run({
      ...claims.source(),
      type: 'RejectFunds',
      accountId: late,
      fundsId: fundsId(6),
      by: operator(1),
      remark: 'no',
      isVoid: false,
    });
    expect(resultOf(claims.claim(claims.openOther(91)))).toBe('DepositRequested 91');
  });

  test(`is limited to ${rivalClaimsMax} of one account within 24 hours, claims on other payments excepted`, () => {
    const claims = new Claims();
    const dayMs = 86_400_000;
    const atMs = claims.source().atMs;
    for (let at = 0; at <= rivalClaimsMax; at += 1) claims.claim(payer, { externalId: `btc:${at}:0` });
    for (let at = 0; at < rivalClaimsMax; at += 1)
      expect(resultOf(claims.claim(copier, { externalId: `btc:${at}:0` }))).toContain('DepositRequested');
    const last = { externalId: `btc:${rivalClaimsMax}:0` };
    expect(claims.claim(copier, last)).toBe('too-many-rival-claims');
    expect(claims.claim(copier, { ...last, atMs: atMs + dayMs - 1 })).toBe('too-many-rival-claims');
    expect(resultOf(claims.claim(copier, { externalId: 'btc:99:0' }))).toBe(`DepositRequested ${copier}`);
    expect(resultOf(claims.claim(copier, { ...last, atMs: atMs + dayMs }))).toContain('DepositContested');
  });

  test('is not limited by claims of a clock that was confirmed ahead and set back, one of which is a day old', () => {
    const claims = new Claims();
    const dayMs = 86_400_000;
    const atMs = claims.source().atMs;
    for (let at = 0; at <= rivalClaimsMax; at += 1) claims.claim(payer, { externalId: `btc:${at}:0` });
    const claimAt = (at: number, timeMs: number) => claims.claim(copier, { externalId: `btc:${at}:0`, atMs: timeMs });
    claimAt(0, atMs + 3 * dayMs);
    for (let at = 1; at < rivalClaimsMax; at += 1) claimAt(at, atMs);
    expect(claimAt(rivalClaimsMax, atMs + dayMs - 1)).toBe('too-many-rival-claims');
    expect(resultOf(claimAt(rivalClaimsMax, atMs + dayMs))).toContain('DepositContested');
  });
});
