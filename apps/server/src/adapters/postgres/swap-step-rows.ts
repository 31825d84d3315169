import type { OrderRecord } from '@candor/domain/engine/order';
import type { SwapStep } from '@candor/domain/receipt/receipt';
import { swapStepsMax } from '@candor/domain/receipt/swap-steps';
import type { OrderId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import { int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';

/** Returns the steps of orders' swaps (R-LOG-25); those without any are left out. */
export async function readSwapSteps(
  db: Db,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, readonly SwapStep[]>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; swap_steps: string[] }>`
    select id, swap_steps from trade_order
    where id = any(${int8Array(orderIds)}::bigint[]) and cardinality(swap_steps) > 0`.execute(db);
  return new Map(
    rows.map((row) => [Number(row.id) as OrderId, row.swap_steps.map((text) => JSON.parse(text) as SwapStep)]),
  );
}

/** Appends steps to their orders, keeping the newest, and drops those of orders that have closed; after the orders. */
export async function writeSwapSteps(
  trx: Db,
  steps: ReadonlyMap<OrderId, readonly SwapStep[]>,
  orders: readonly OrderRecord[],
): Promise<void> {
  const closed = orders.filter(({ status }) => status === 'closed');
  const ended = new Set(closed.map(({ id }) => id));
  const rows = [...steps].flatMap(([id, list]) => (ended.has(id) ? [] : list.map((step) => ({ id, step }))));
  if (rows.length > 0)
    await sql`
      update trade_order set swap_steps = (
        select array_agg(step order by place) from (
          select step, place from unnest(trade_order.swap_steps || added.steps) with ordinality as every (step, place)
          order by place desc limit ${swapStepsMax}) as newest)
      from (
        select id, array_agg(step order by place) as steps from unnest(
          ${int8Array(rows.map(({ id }) => id))}::bigint[],
          ${textArray(rows.map(({ step }) => JSON.stringify(step)))}::text[]) with ordinality as row (id, step, place)
        group by id) as added
      where trade_order.id = added.id`.execute(trx);
  if (closed.length > 0)
    await sql`
      update trade_order set swap_steps = '{}'
      where id = any(${int8Array([...ended])}::bigint[]) and cardinality(swap_steps) > 0`.execute(trx);
}
