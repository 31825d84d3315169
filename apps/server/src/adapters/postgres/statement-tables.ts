import type { OrderRecord } from '@candor/domain/engine/order';
import { type Money, toMoney } from '@candor/domain/values/money';
import { sql } from 'kysely';
import type { StatementAsk, StatementRows, StatementStore } from '../../ports/projection.ts';
import { forEachInSlices, mapInSlices } from '../../ports/work.ts';
import type { Db } from './database.ts';
import { toPosting } from './history-tables.ts';
import { withTenant } from './with-tenant.ts';

type Decode = (text: string) => unknown;

/**
 * Reads an account's period from the projection tables in one snapshot, so that concurrent writes are not seen in part.
 */
export class StatementTables implements StatementStore {
  readonly #db: Db;
  readonly #decode: Decode;

  constructor(db: Db, codec: { decode: Decode }) {
    this.#db = db;
    this.#decode = codec.decode;
  }

  read(ask: StatementAsk): Promise<StatementRows | null> {
    return withTenant(this.#db, ask.companyId, (trx) => this.#read(trx, ask), 'repeatable read');
  }

  async #read(trx: Db, ask: StatementAsk): Promise<StatementRows | null> {
    const { key, fromMs, toMs, rowsMax } = ask;
    const rows = await trx
      .selectFrom('posting')
      .selectAll()
      .where('ledger_key', '=', key)
      .where('at_ms', '>=', String(fromMs))
      .where('at_ms', '<', String(toMs))
      .orderBy('seq')
      .orderBy('line')
      .limit(rowsMax + 1)
      .execute();
    if (rows.length > rowsMax) return null;
    const orders = await this.#closed(trx, ask);
    if (orders === null) return null;
    const families = await this.#families(trx, ask, orders);
    return {
      opening: await sumBefore(trx, ask),
      closing: await balanceBefore(trx, ask),
      postings: await mapInSlices(rows, toPosting),
      orders,
      families,
      feesCharged: await feesCharged(trx, ask, families),
    };
  }

  async #closed(trx: Db, { accountId, fromMs, toMs, rowsMax }: StatementAsk): Promise<OrderRecord[] | null> {
    const rows = await trx
      .selectFrom('trade_order')
      .select('record')
      .where('account_id', '=', accountId)
      .where('status', '=', 'closed')
      .where('ended_at_ms', '>=', String(fromMs))
      .where('ended_at_ms', '<', String(toMs))
      .orderBy('ended_at_ms')
      .orderBy('id')
      .limit(rowsMax + 1)
      .execute();
    if (rows.length > rowsMax) return null;
    return mapInSlices(rows, ({ record }) => this.#decode(record) as OrderRecord);
  }

  /** A closed part keeps the time at which the original order was placed, by which they are found. */
  async #families(trx: Db, { accountId }: StatementAsk, orders: readonly OrderRecord[]): Promise<OrderRecord[]> {
    if (orders.length === 0) return [];
    const wholes = new Set<number>();
    const placed = new Set<string>();
    await forEachInSlices(orders, ({ id, parentId, placedAtMs }) => {
      wholes.add(parentId ?? id);
      placed.add(String(placedAtMs));
    });
    const rows = await trx
      .selectFrom('trade_order')
      .select('record')
      .where('account_id', '=', accountId)
      .where(sql<boolean>`placed_at_ms = any(${[...placed]}::bigint[])`)
      .execute();
    const found = await mapInSlices(rows, ({ record }) => this.#decode(record) as OrderRecord);
    return found.filter(({ id, parentId }) => wholes.has(parentId ?? id));
  }
}

async function sumBefore(trx: Db, { key, fromMs }: StatementAsk): Promise<Money> {
  const { sum } = await trx
    .selectFrom('posting')
    .select((eb) => eb.fn.sum<string | null>('amount_micros').as('sum'))
    .where('ledger_key', '=', key)
    .where('at_ms', '<', String(fromMs))
    .executeTakeFirstOrThrow();
  return toMoney(BigInt(sum ?? '0'));
}

async function balanceBefore(trx: Db, { key, toMs }: StatementAsk): Promise<Money> {
  const row = await trx
    .selectFrom('posting')
    .select('balance_micros')
    .where('ledger_key', '=', key)
    .where('at_ms', '<', String(toMs))
    .orderBy('seq', 'desc')
    .orderBy('line', 'desc')
    .limit(1)
    .executeTakeFirst();
  return toMoney(BigInt(row?.balance_micros ?? '0'));
}

async function feesCharged(
  trx: Db,
  { key }: StatementAsk,
  families: readonly OrderRecord[],
): Promise<ReadonlyMap<number, Money>> {
  const wholes = [...new Set(families.map(({ id, parentId }) => String(parentId ?? id)))];
  if (wholes.length === 0) return new Map();
  const rows = await trx
    .selectFrom('posting')
    .select((eb) => ['order_id', eb.fn.sum<string>('amount_micros').as('sum')])
    .where('ledger_key', '=', key)
    .where('kind', '=', 'trade-fee')
    .where(sql<boolean>`order_id = any(${wholes}::bigint[])`)
    .groupBy('order_id')
    .execute();
  return new Map(rows.map(({ order_id, sum }) => [Number(order_id), toMoney(-BigInt(sum))]));
}
