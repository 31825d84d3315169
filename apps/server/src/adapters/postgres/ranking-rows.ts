import type { TransferKind } from '@candor/domain/ledger/ledger';
import type { CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { sql } from 'kysely';
import type { Change, RankedAccount, RankingCandidate, RankingStore } from '../../ports/content.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Results and costs of trading. */
const results: readonly TransferKind[] = ['trade-profit', 'trade-loss', 'trade-fee', 'swap'];
/** Money from outside, including a demo's new grant: a restart must not improve a ranking. */
const paidIn: readonly TransferKind[] = ['demo-grant', 'deposit', 'correction'];

interface CandidateRow {
  readonly id: number;
  readonly uid: string;
  readonly email: string | null;
  readonly is_demo: boolean;
  readonly is_hidden: boolean;
  readonly trades: string;
  readonly wins: string;
  readonly profit: string;
}

interface RankedRow extends CandidateRow {
  readonly base: string;
  readonly leverage: number;
  readonly instrument_id: number;
  readonly total_profit: string;
  readonly total_paid_in: string;
  readonly total_trades: string;
}

/** Ranking in PostgreSQL, by orders and postings. */
export class RankingRows implements RankingStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async ranked(companyId: CompanyId, sinceMs: number, tradesMin: number, limit: number): Promise<RankedAccount[]> {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<RankedRow>`
        with candidate as (${asked(companyId)}), recent as (${closedSince(sinceMs)}),
        ranked as (
          select * from candidate join recent on recent.account_id = candidate.id
          cross join lateral (
            select coalesce((
                select balance_micros from posting where ledger_key = candidate.ledger_key and at_ms < ${sinceMs}
                order by seq desc, line desc limit 1), 0)
              + coalesce(sum(amount_micros) filter (where amount_micros > 0 and kind = any (${paidIn})
                and at_ms >= ${sinceMs}), 0) as base,
              coalesce(sum(amount_micros) filter (where kind = any (${results})), 0) as total_profit,
              coalesce(sum(amount_micros) filter (where amount_micros > 0 and kind = any (${paidIn})), 0)
                as total_paid_in
            from posting where ledger_key = candidate.ledger_key) as money
          where not is_hidden and trades >= ${tradesMin} and base > 0
        )
        select ranked.*, (
          select count(*) from trade_order o where o.account_id = ranked.id and o.status = 'closed'
            and o.ended_at_ms is not null) as total_trades
        from ranked order by profit / base desc, id limit ${limit}`.execute(trx),
    );
    return rows.map((row) => ({
      ...toCandidate(row),
      email: row.email,
      base: toMoney(BigInt(row.base)),
      leverage: row.leverage,
      instrumentId: row.instrument_id,
      totalProfit: toMoney(BigInt(row.total_profit)),
      totalPaidIn: toMoney(BigInt(row.total_paid_in)),
      totalTrades: Number(row.total_trades),
    }));
  }

  async candidates(companyId: CompanyId, sinceMs: number, page: Parameters<RankingStore['candidates']>[2]) {
    return withTenant(this.#db, companyId, async (trx) => {
      const counted = await sql<{ total: string }>`
        select count(*) as total from (${asked(companyId)}) as candidate`.execute(trx);
      const order = sql.raw(page.order === 'ASC' ? 'asc' : 'desc');
      const { rows } = await sql<CandidateRow>`
        with candidate as (${asked(companyId)} order by u.id ${order}
          limit ${page.perPage} offset ${(page.page - 1) * page.perPage}),
        recent as (${closedSince(sinceMs)})
        select candidate.*, coalesce(trades, 0) as trades, coalesce(wins, 0) as wins, coalesce(profit, 0) as profit
        from candidate left join recent on recent.account_id = candidate.id order by id ${order}`.execute(trx);
      return { candidates: rows.map(toCandidate), total: Number(counted.rows[0]?.total ?? 0) };
    });
  }

  async setHidden(companyId: CompanyId, userId: number, isHidden: boolean, reason: string, change: Change) {
    return withTenant(this.#db, companyId, async (trx) => {
      const user = await trx.selectFrom('app_user').select('id').where('id', '=', userId).executeTakeFirst();
      if (user === undefined) return false;
      const row = { company_id: companyId, user_id: userId, hidden_at_ms: String(change.atMs) };
      const changed = isHidden
        ? await trx
            .insertInto('ranking_hidden')
            .values(row)
            .onConflict((on) => on.doNothing())
            .returning('user_id')
            .execute()
        : await trx.deleteFrom('ranking_hidden').where('user_id', '=', userId).returning('user_id').execute();
      const action = isHidden ? 'ranking-hidden' : 'ranking-shown';
      const { operatorId, atMs } = change;
      if (changed.length > 0)
        await appendAudit(trx, companyId, atMs, { operatorId, action, subject: `user ${userId}`, reason });
      return true;
    });
  }
}

/** Users who opted in and may trade, with the ledger account of their cash. */
function asked(companyId: CompanyId) {
  return sql`
    select u.id, u.uid, u.email, u.is_demo,
      ${companyId}::text || case when u.is_demo then '/demo/' else '/real/' end || u.currency || '/cash/' || u.id
        as ledger_key,
      exists (select from ranking_hidden h where h.user_id = u.id) as is_hidden
    from user_preferences p join app_user u on u.id = p.user_id
    where p.is_in_ranking and not u.is_disabled and u.ended_at_ms is null`;
}

/** Sums of the candidates' orders closed since then; a part that was closed counts as an order. */
function closedSince(sinceMs: number) {
  return sql`
    select account_id, count(*) as trades, count(*) filter (where net > 0) as wins, sum(net) as profit,
      mode() within group (order by leverage desc) as leverage,
      mode() within group (order by instrument_id) as instrument_id
    from (
      select o.account_id, o.instrument_id, (line ->> 'leverage')::integer as leverage,
        o.profit_micros + rtrim(line ->> 'swap', 'n')::bigint - rtrim(line ->> 'fee', 'n')::bigint as net
      from trade_order o cross join lateral (select o.record::jsonb as line) as parsed
      where o.account_id in (select id from candidate) and o.status = 'closed' and o.ended_at_ms >= ${sinceMs}
    ) as closed group by account_id`;
}

function toCandidate(row: CandidateRow): RankingCandidate {
  return {
    userId: row.id,
    uid: row.uid,
    isDemo: row.is_demo,
    trades: Number(row.trades),
    wins: Number(row.wins),
    profit: toMoney(BigInt(row.profit)),
    isHidden: row.is_hidden,
  };
}
