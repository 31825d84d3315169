import type { HouseAccount } from '@candor/domain/ledger/ledger';
import { type Money, toMoney } from '@candor/domain/values/money';
import type { ControlAccounts } from '../../ports/desk-reads.ts';

/** Client money of one currency with the terms of each sum. */
export interface TieOut {
  readonly currency: string;
  readonly deposits: Money;
  readonly withdrawals: Money;
  readonly received: Money;
  readonly free: Money;
  readonly locked: Money;
  readonly clients: Money;
  readonly fees: Money;
  readonly swaps: Money;
  readonly result: Money;
  readonly cover: Money;
  readonly corrections: Money;
  readonly remainders: Money;
  readonly firm: Money;
  readonly difference: Money;
}

type HouseTerm = 'deposits' | 'withdrawals' | 'fees' | 'swaps' | 'result' | 'cover' | 'corrections' | 'remainders';

/** Term of each house account. Null: it has no part in real money, so what it holds stays in the difference. */
const termOf: Readonly<Record<HouseAccount, HouseTerm | null>> = {
  grant: null,
  deposits: 'deposits',
  payouts: 'withdrawals',
  fee: 'fees',
  'withdrawal-fee': 'fees',
  swap: 'swaps',
  'profit-and-loss': 'result',
  'negative-balance': 'cover',
  correction: 'corrections',
  'closing-remainder': 'remainders',
};

/**
 * Ties the control accounts out (R-CON-20): deposits less withdrawals paid are what clients hold and what the firm earned.
 * A house account that belongs to none of these, e.g. practice money in a real ledger, stays in the difference.
 */
export function tieOut({ currency, house, free, locked }: ControlAccounts): TieOut {
  const sum = (...amounts: readonly bigint[]): Money => toMoney(amounts.reduce((total, amount) => total + amount, 0n));
  const names = Object.keys(termOf) as HouseAccount[];
  const of = (term: HouseTerm): Money =>
    sum(...names.filter((name) => termOf[name] === term).map((name) => house.get(name) ?? 0n));
  const [deposits, withdrawals] = [sum(-of('deposits')), of('withdrawals')];
  const received = sum(deposits, -withdrawals);
  const clients = sum(free, locked);
  const [fees, swaps, result, cover] = [of('fees'), of('swaps'), of('result'), of('cover')];
  const [corrections, remainders] = [of('corrections'), of('remainders')];
  const firm = sum(fees, swaps, result, cover, corrections, remainders);
  const difference = sum(received, -clients, -firm);
  const sums = { received, clients, firm, difference };
  return {
    currency,
    deposits,
    withdrawals,
    free,
    locked,
    fees,
    swaps,
    result,
    cover,
    corrections,
    remainders,
    ...sums,
  };
}
