import type { Statement, StatementFigures, StatementOrder } from '@candor/contracts/http/statement';
import type { Language } from '@candor/contracts/languages';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import { mapInSlices } from '../../../ports/work.ts';
import type { OrderFigures } from '../../../services/statement/order-costs.ts';
import type { AccountStatement, StatedOrder } from '../../../services/statement/statements.ts';
import { memoOf } from '../texts/account-texts.ts';

/** Head of a statement: its user and its days. */
export type StatementHead = Pick<
  Statement,
  'company' | 'uid' | 'is_demo' | 'currency' | 'from' | 'to' | 'zone' | 'made_at'
>;

/** Returns a statement in the fields of the wire. */
export async function toStatement(head: StatementHead, made: AccountStatement, language: Language): Promise<Statement> {
  return {
    ...head,
    opening_balance: formatMoney(made.opening),
    closing_balance: formatMoney(made.closing),
    postings: await mapInSlices(made.postings, ({ seq, line, atMs, kind, orderId, amount, balance }) => ({
      id: `${seq}-${line}`,
      time: atMs,
      kind,
      memo: memoOf(kind, language),
      order_id: orderId,
      amount: formatMoney(amount),
      balance: formatMoney(balance),
    })),
    postings_total: formatMoney(made.postingsTotal),
    totals: made.totals.map(({ kind, count, amount }) => ({
      kind,
      memo: memoOf(kind, language),
      count,
      amount: formatMoney(amount),
    })),
    orders: await mapInSlices(made.orders, toStatementOrder),
    orders_total: toFigures(made.ordersTotal),
  };
}

function toStatementOrder({ order, spec, figures }: StatedOrder): StatementOrder {
  const { openPrice, closePrice, openedAtMs, endedAtMs } = order;
  if (openPrice === null || closePrice === null || openedAtMs === null || endedAtMs === null)
    throw new Error(`Invariant: the closed order ${order.id} was opened and closed`);
  return {
    id: order.id,
    instrument: spec.showCode,
    side: order.side,
    lots: formatLots(order.lots, spec),
    opened_at: openedAtMs,
    closed_at: endedAtMs,
    open_price: formatPrice(openPrice, spec.digits),
    close_price: formatPrice(closePrice, spec.digits),
    ...toFigures(figures),
  };
}

function toFigures({ beforeCosts, spread, gross, fee, swap, net }: OrderFigures): StatementFigures {
  return {
    before_costs: formatMoney(beforeCosts),
    spread: formatMoney(spread),
    gross: formatMoney(gross),
    fee: formatMoney(fee),
    swap: formatMoney(swap),
    net: formatMoney(net),
  };
}

/** Returns its JSON, written in slices that yield in between. */
export async function statementJson({ postings, orders, ...rest }: Statement): Promise<Buffer> {
  const head = JSON.stringify(rest).slice(0, -1);
  const lists = { postings: await jsonList(postings), orders: await jsonList(orders) };
  const pieces = Object.entries(lists).flatMap(([name, rows]) => [
    Buffer.from(`,"${name}":[`),
    ...rows,
    Buffer.from(']'),
  ]);
  return Buffer.concat([Buffer.from(head), ...pieces, Buffer.from('}')]);
}

async function jsonList(rows: readonly unknown[]): Promise<Buffer[]> {
  let count = 0;
  return mapInSlices(rows, (row) => Buffer.from(`${count++ === 0 ? '' : ','}${JSON.stringify(row)}`));
}
