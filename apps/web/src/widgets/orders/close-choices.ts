import { formatMoney, type Money, parseMoney, toMoney } from '@candor/domain/values/money';
import type { Order } from '../../data/order.ts';
import type { CloseChoice } from '../../data/orders.ts';

/** Open orders that can be closed together, and what closing them would realise. */
export interface CloseGroup {
  readonly key: string;
  readonly choice: CloseChoice;
  readonly orders: readonly Order[];
  /** Profit plus swap with six decimals; null while one of them is unknown. */
  readonly realised: string | null;
}

type ProfitOf = (order: Order) => string;

/**
 * Groups open orders as they can be closed together: all, those in profit, those at a loss, then by instrument in the
 * order of the list. Groups without orders are left out.
 */
export function closeGroups(orders: readonly Order[], profitOf: ProfitOf): CloseGroup[] {
  const groupOf = (key: string, choice: CloseChoice, members: readonly Order[]): CloseGroup[] =>
    members.length === 0 ? [] : [{ key, choice, orders: members, realised: sumOf(members, profitOf) }];
  const byResult = (isMember: (result: bigint) => boolean) =>
    orders.filter((order) => {
      const result = resultOf(order, profitOf);
      return result !== null && isMember(result);
    });
  const instruments = [...new Set(orders.map(({ instrumentId }) => instrumentId))];
  return [
    ...groupOf('all', { which: 'all', instrumentId: null }, orders),
    ...groupOf(
      'winners',
      { which: 'winners', instrumentId: null },
      byResult((result) => result > 0n),
    ),
    ...groupOf(
      'losers',
      { which: 'losers', instrumentId: null },
      byResult((result) => result < 0n),
    ),
    ...instruments.flatMap((id) =>
      groupOf(
        String(id),
        { which: 'all', instrumentId: id },
        orders.filter(({ instrumentId }) => instrumentId === id),
      ),
    ),
  ];
}

/** Returns the margin that closing the orders frees, with six decimals; null for a figure that cannot be read. */
export function marginFreed(orders: readonly Order[]): string | null {
  return sum(orders.map(({ margin }) => parseMoney(margin)));
}

/** Returns the balance with what the closes realise; null for a figure that is unknown. */
export function balanceAfter(balance: string | null, realised: string | null): string | null {
  return sum([parseMoney(balance ?? ''), parseMoney(realised ?? '')]);
}

function resultOf(order: Order, profitOf: ProfitOf): bigint | null {
  const [profit, swap] = [parseMoney(profitOf(order)), parseMoney(order.swap)];
  return profit === null || swap === null ? null : profit + swap;
}

function sumOf(orders: readonly Order[], profitOf: ProfitOf): string | null {
  return sum(orders.map((order) => resultOf(order, profitOf)));
}

function sum(amounts: readonly (Money | bigint | null)[]): string | null {
  let total = 0n;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += amount;
  }
  return formatMoney(toMoney(total));
}
