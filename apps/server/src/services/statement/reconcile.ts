import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { StatementRows } from '../../ports/statement-store.ts';

const results: ReadonlySet<string> = new Set(['trade-profit', 'trade-loss', 'swap']);

/**
 * The first thing in a period that does not add up, in words for the log; null when all does, to the millionth:
 * opening + postings = closing, and the balance beside every posting; each closed order's profit and swap = what was
 * posted for closings; its fee = its share of what was charged at the opening.
 */
export function findDifference(rows: StatementRows): string | null {
  return findBalanceDifference(rows) ?? findResultDifference(rows) ?? findFeeDifference(rows);
}

function findBalanceDifference({ opening, closing, postings }: StatementRows): string | null {
  let balance: bigint = opening;
  for (const { seq, line, amount, balance: stated } of postings) {
    balance += amount;
    if (balance !== stated) return `balance after posting ${seq}-${line}: ${difference(balance, stated)}`;
  }
  return balance === closing ? null : `closing balance: ${difference(balance, closing)}`;
}

/** Both ways: no order without its posting, no posting without its order. A closed part is posted under its own id. */
function findResultDifference({ orders, postings }: StatementRows): string | null {
  const left = new Map<number, bigint>();
  const add = (order: number, amount: bigint) => left.set(order, (left.get(order) ?? 0n) + amount);
  for (const { kind, orderId, amount } of postings) if (results.has(kind)) add(orderId ?? 0, amount);
  for (const { id, profit, swap } of orders) add(id, -(profit + swap));
  for (const [order, rest] of left) if (rest !== 0n) return `result of order ${order}: ${difference(rest, 0n)}`;
  return null;
}

function findFeeDifference({ families, feesCharged }: StatementRows): string | null {
  const shares = new Map<number, bigint>();
  for (const { id, parentId, fee } of families) {
    const whole = parentId ?? id;
    shares.set(whole, (shares.get(whole) ?? 0n) + fee);
  }
  for (const [whole, sum] of shares) {
    const charged = feesCharged.get(whole) ?? 0n;
    if (sum !== charged) return `fee of order ${whole}: ${difference(sum, charged)}`;
  }
  return null;
}

function difference(reckoned: bigint, stated: bigint): string {
  const text = (amount: bigint) => formatMoney(toMoney(amount));
  return `reckoned ${text(reckoned)}, stated ${text(stated)}`;
}
