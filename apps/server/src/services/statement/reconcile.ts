import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { StatementRows } from '../../ports/projection.ts';
import { forEachInSlices } from '../../ports/work.ts';

const results: ReadonlySet<string> = new Set(['trade-profit', 'trade-loss', 'swap']);

/**
 * Returns the first inconsistency of a period, for the log; null if everything adds up exactly: opening + postings =
 * closing, every stated running balance, each closed order's profit and swap against its postings, and its fee against
 * its share of the fee charged at opening.
 */
export async function findDifference(rows: StatementRows): Promise<string | null> {
  return (await findBalanceDifference(rows)) ?? (await findResultDifference(rows)) ?? (await findFeeDifference(rows));
}

async function findBalanceDifference({ opening, closing, postings }: StatementRows): Promise<string | null> {
  let balance: bigint = opening;
  let first: string | null = null;
  await forEachInSlices(postings, ({ seq, line, amount, balance: stated }) => {
    balance += amount;
    if (balance !== stated) first ??= `balance after posting ${seq}-${line}: ${difference(balance, stated)}`;
  });
  if (first !== null) return first;
  return balance === closing ? null : `closing balance: ${difference(balance, closing)}`;
}

/** Both ways: each order has its posting and each posting its order. A partial close is posted under its own id. */
async function findResultDifference({ orders, postings }: StatementRows): Promise<string | null> {
  const left = new Map<number, bigint>();
  const add = (order: number, amount: bigint) => left.set(order, (left.get(order) ?? 0n) + amount);
  await forEachInSlices(postings, ({ kind, orderId, amount }) => {
    if (results.has(kind)) add(orderId ?? 0, amount);
  });
  await forEachInSlices(orders, ({ id, profit, swap }) => add(id, -(profit + swap)));
  for (const [order, rest] of left) if (rest !== 0n) return `result of order ${order}: ${difference(rest, 0n)}`;
  return null;
}

async function findFeeDifference({ families, feesCharged }: StatementRows): Promise<string | null> {
  const shares = new Map<number, bigint>();
  await forEachInSlices(families, ({ id, parentId, fee }) => {
    const whole = parentId ?? id;
    shares.set(whole, (shares.get(whole) ?? 0n) + fee);
  });
  for (const [whole, sum] of shares) {
    const charged = feesCharged.get(whole) ?? 0n;
    if (sum !== charged) return `fee of order ${whole}: ${difference(sum, charged)}`;
  }
  return null;
}

function difference(calculated: bigint, stated: bigint): string {
  const text = (amount: bigint) => formatMoney(toMoney(amount));
  return `calculated ${text(calculated)}, stated ${text(stated)}`;
}
