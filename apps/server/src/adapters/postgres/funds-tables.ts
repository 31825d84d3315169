import type { FundsRequest, FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { FundsFilter, FundsHistory, FundsPage, PayoutTimes } from '../../ports/funds.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

type Decode = (text: string) => unknown;

/** Minimum payouts for a percentile; below it one slow payout would dominate. */
const timesMin = 5;

/** Reads the projected deposits, withdrawals and corrections of one company at a time. */
export class FundsTables implements FundsHistory {
  readonly #db: Db;
  readonly #decode: Decode;

  constructor(db: Db, codec: { decode: Decode }) {
    this.#db = db;
    this.#decode = codec.decode;
  }

  ofAccount(
    companyId: CompanyId,
    accountId: AccountId,
    filter: FundsFilter,
    page: number,
    pageSize: number,
    ahead = 0,
  ): Promise<FundsPage> {
    const from = (page - 1) * pageSize - ahead;
    const rows = { offset: Math.max(0, from), limit: Math.max(0, pageSize + Math.min(0, from)) };
    return this.#page(companyId, rows, (trx) =>
      selectFunds(trx, filter).where('account_id', '=', accountId).orderBy('id', 'desc'),
    );
  }

  ofCompany(companyId: CompanyId, filter: FundsFilter, page: number, pageSize: number): Promise<FundsPage> {
    const rows = { offset: (page - 1) * pageSize, limit: pageSize };
    return this.#page(companyId, rows, (trx) =>
      selectFunds(trx, filter).orderBy(sql`finished_at_ms is not null`).orderBy('finished_at_ms', 'desc').orderBy('id'),
    );
  }

  async find(companyId: CompanyId, id: FundsRequestId): Promise<FundsRequest | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('funds_request').select('record').where('id', '=', String(id)).executeTakeFirst(),
    );
    return row === undefined ? null : (this.#decode(row.record) as FundsRequest);
  }

  async payoutTimes(companyId: CompanyId, sinceMs: number): Promise<PayoutTimes> {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<{ count: string; p90: string | null }>`
        select count(*), percentile_disc(0.9) within group (order by finished_at_ms - requested_at_ms) as p90
        from funds_request
        where kind = 'withdrawal' and status = 'paid' and finished_at_ms >= ${sinceMs}`.execute(trx),
    );
    const count = Number(rows[0]?.count ?? 0);
    return { count, p90Ms: count < timesMin ? null : Number(rows[0]?.p90) };
  }

  #page(
    companyId: CompanyId,
    { offset, limit }: { readonly offset: number; readonly limit: number },
    select: (trx: Db) => ReturnType<typeof selectFunds>,
  ): Promise<FundsPage> {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = await select(trx).select('record').limit(limit).offset(offset).execute();
      const { total } = await select(trx)
        .clearOrderBy()
        .select((eb) => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return { funds: rows.map(({ record }) => this.#decode(record) as FundsRequest), total: Number(total) };
    });
  }
}

function selectFunds(trx: Db, { kind, status, method }: FundsFilter) {
  let query = trx.selectFrom('funds_request');
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (status !== undefined) query = query.where('status', '=', status);
  if (method !== undefined) query = query.where('method', '=', method);
  return query;
}
