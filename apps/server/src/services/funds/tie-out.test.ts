import { type Money, toMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { tieOut } from './tie-out.ts';

const house = new Map<string, Money>(
  Object.entries({
    deposits: -10_000_000_000n,
    payouts: 2_000_000_000n,
    fee: 7_500_000n,
    'withdrawal-fee': 5_000_000n,
    swap: 1_250_000n,
    'profit-and-loss': 300_000_000n,
    'negative-balance': -20_000_000n,
    correction: -1_750_000n,
    'closing-remainder': 9_999n,
  }).map(([name, amount]) => [name, toMoney(amount)]),
);
const free = toMoney(7_697_990_001n);
const locked = toMoney(10_000_000n);

test('R-CON-20 net deposits equal what clients hold and what the firm earned, to the last micro', () => {
  expect(tieOut({ currency: 'USD', house, free, locked })).toMatchObject({
    received: 8_000_000_000n,
    clients: 7_707_990_001n,
    fees: 12_500_000n,
    remainders: 9_999n,
    firm: 292_009_999n,
    difference: 0n,
  });
});

test('R-CON-20 a missing cent, or money from an account that real money does not have, is the difference', () => {
  const short = tieOut({ currency: 'USD', house, free: toMoney(free - 10_000n), locked });
  expect(short.difference).toBe(10_000n);
  const granted = new Map([...house, ['grant', toMoney(-5n)] as const]);
  expect(tieOut({ currency: 'USD', house: granted, free: toMoney(free + 5n), locked }).difference).toBe(-5n);
});
