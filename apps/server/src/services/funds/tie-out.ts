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
  readonly firm: Money;
  readonly difference: Money;
}

/**
 * Ties the control accounts out (R-CON-20): deposits less withdrawals paid are what clients hold and what the firm earned.
 * A house account that belongs to none of these, e.g. practice money in a real ledger, stays in the difference.
 */
export function tieOut({ currency, house, free, locked }: ControlAccounts): TieOut {
  const of = (name: string): bigint => house.get(name) ?? 0n;
  const sum = (...amounts: readonly bigint[]): Money => toMoney(amounts.reduce((total, amount) => total + amount, 0n));
  const deposits = sum(-of('deposits'));
  const withdrawals = sum(of('payouts'));
  const received = sum(deposits, -withdrawals);
  const clients = sum(free, locked);
  const fees = sum(of('fee'), of('withdrawal-fee'));
  const [swaps, result, cover] = [sum(of('swap')), sum(of('profit-and-loss')), sum(of('negative-balance'))];
  const corrections = sum(of('correction'));
  const firm = sum(fees, swaps, result, cover, corrections);
  const difference = sum(received, -clients, -firm);
  const sums = { received, clients, firm, difference };
  return { currency, deposits, withdrawals, free, locked, fees, swaps, result, cover, corrections, ...sums };
}
