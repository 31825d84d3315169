import { describe, expect, test } from 'vitest';
import type { AccountId, CompanyId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import { applyTransfers, type Balances, cashKey, houseKey, type LedgerKey } from './ledger.ts';

const ledger = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD' } as const;
const cash = cashKey(ledger, 7 as AccountId);
const house = houseKey(ledger, 'fee');

function move(from: LedgerKey, to: LedgerKey, amount: bigint): Balances {
  const balances: Balances = new Map();
  applyTransfers(balances, [{ kind: 'trade-fee', from, to, amount: toMoney(amount) }]);
  return balances;
}

describe('transfers', () => {
  test('are two postings that sum to zero (R-LED-01)', () => {
    const balances = move(cash, house, 5n);
    expect([balances.get(cash), balances.get(house)]).toEqual([-5n, 5n]);
  });

  test.each([
    ['another company', { ...ledger, tenantId: 2 as CompanyId }],
    ['another realm', { ...ledger, realm: 'real' as const }],
    ['another currency', { ...ledger, currency: 'EUR' }],
  ])('never move money to %s (R-LED-03)', (_, other) => {
    expect(() => move(cash, houseKey(other, 'fee'), 5n)).toThrow('stays in one ledger');
  });

  test.each([
    [house, house, 5n],
    [cash, house, 0n],
    [cash, house, -5n],
  ])('from %s to %s of %i break an invariant', (from, to, amount) => {
    expect(() => move(from, to, amount)).toThrow('Invariant');
  });
});
