import type { CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { type Selectable, sql } from 'kysely';
import type { AuditEntry } from '../../ports/audit.ts';
import type { ListedUser, UserDirectory, UserFacts, UserLimits, UserQuery, UserRating } from '../../ports/operators.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { UserLimitTable } from './document-schema.ts';
import type { UserTable } from './schema.ts';
import { endSessions, toUser } from './user-rows.ts';
import { type LeadsNow, withLead } from './with-lead.ts';
import { countUpTo, withTenant } from './with-tenant.ts';

interface ListedRow extends Selectable<UserTable> {
  readonly last_seen_at_ms: string | null;
  readonly review: ListedUser['review'];
  readonly inviter_uid: string | null;
}

const noLimits: UserLimits = {
  leverageMax: 0,
  ordersMax: 0,
  withdrawalDayMax: toMoney(0n),
  isOpeningBlocked: false,
  isWithdrawalBlocked: false,
};

/** Users in PostgreSQL, for operators. */
export class UserDirectoryTables implements UserDirectory {
  readonly #db: Db;
  readonly #leadsNow: LeadsNow;

  /** `leadsNow` returns the leaders that put the rules in force. */
  constructor(db: Db, leadsNow: LeadsNow) {
    this.#db = db;
    this.#leadsNow = leadsNow;
  }

  list(companyId: CompanyId, query: UserQuery) {
    const { page, pageSize, isNewestFirst } = query;
    const matching = sql`${searchFor(query.search)} and ${query.isDemo === null ? sql`true` : sql`is_demo = ${query.isDemo}`}`;
    return withTenant(this.#db, companyId, async (trx) => {
      const total = await countUpTo(trx, sql`from app_user where ${matching}`);
      const { rows } = await sql<ListedRow>`
        select ${listedColumns} from app_user where ${matching}
        order by id ${isNewestFirst ? sql`desc` : sql`asc`} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
        trx,
      );
      return { users: rows.map(toListed), total };
    });
  }

  async find(companyId: CompanyId, uid: string): Promise<ListedUser | null> {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<ListedRow>`select ${listedColumns} from app_user where uid = ${uid}`.execute(trx),
    );
    return rows[0] === undefined ? null : toListed(rows[0]);
  }

  async people(companyId: CompanyId, userIds: readonly number[]): Promise<ReadonlyMap<number, UserFacts>> {
    if (userIds.length === 0) return new Map();
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('app_user').select(['id', 'uid', 'language']).where('id', 'in', userIds).execute(),
    );
    return new Map(rows.map(({ id, uid, language }) => [id, { uid, language: language ?? '' }]));
  }

  async limits(companyId: CompanyId, userId: number): Promise<UserLimits> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('user_limit').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    );
    return row === undefined ? noLimits : toLimits(row);
  }

  async allLimits(companyId: CompanyId): Promise<ReadonlyMap<number, UserLimits>> {
    const rows = await withTenant(this.#db, companyId, (trx) => trx.selectFrom('user_limit').selectAll().execute());
    return new Map(rows.map((row) => [row.user_id, toLimits(row)]));
  }

  async setLimits(
    companyId: CompanyId,
    userId: number,
    { limits, atMs, audit }: { limits: UserLimits; atMs: number; audit: AuditEntry },
  ): Promise<void> {
    const values = {
      leverage_max: limits.leverageMax,
      orders_max: limits.ordersMax,
      withdrawal_day_max_micros: String(limits.withdrawalDayMax),
      is_opening_blocked: limits.isOpeningBlocked,
      is_withdrawal_blocked: limits.isWithdrawalBlocked,
    };
    await withLead(this.#db, companyId, this.#leadsNow(companyId), async (trx) => {
      await trx
        .insertInto('user_limit')
        .values({ company_id: companyId, user_id: userId, ...values })
        .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(values))
        .execute();
      await appendAudit(trx, companyId, atMs, audit);
    });
  }

  async rate(
    companyId: CompanyId,
    userId: number,
    { rating, atMs, audit }: { rating: UserRating; atMs: number; audit: AuditEntry },
  ): Promise<void> {
    const { score, level } = rating;
    await withTenant(this.#db, companyId, async (trx) => {
      await trx.updateTable('app_user').set({ credit_score: score, level }).where('id', '=', userId).execute();
      await appendAudit(trx, companyId, atMs, audit);
    });
  }

  endSessions(companyId: CompanyId, userId: number, { atMs, audit }: { atMs: number; audit: AuditEntry }) {
    return withTenant(this.#db, companyId, async (trx) => {
      await appendAudit(trx, companyId, atMs, audit);
      return endSessions(trx, userId, null);
    });
  }
}

const listedColumns = sql`app_user.*,
  (select max(t.last_seen_at_ms) from user_token t where t.user_id = app_user.id) as last_seen_at_ms,
  (select v.status from verification v where v.user_id = app_user.id order by v.id desc limit 1) as review,
  (select i.uid from app_user i where i.id = app_user.invited_by) as inviter_uid`;

/** Each kind of search uses an index. */
function searchFor(search: string) {
  if (search === '') return sql`true`;
  if (/^\d+$/.test(search)) return sql`(uid = ${search} or email like ${`${search}%`})`;
  if (search.startsWith('+')) return sql`mobile = ${search}`;
  const begins = search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
  return sql`email like ${`${begins}%`}`;
}

function toListed(row: ListedRow): ListedUser {
  return {
    user: toUser(row),
    createdAtMs: Number(row.created_at_ms),
    lastSeenAtMs: row.last_seen_at_ms === null ? null : Number(row.last_seen_at_ms),
    review: row.review,
    inviterUid: row.inviter_uid ?? '',
  };
}

function toLimits(row: Selectable<UserLimitTable>): UserLimits {
  return {
    leverageMax: row.leverage_max,
    ordersMax: row.orders_max,
    withdrawalDayMax: toMoney(BigInt(row.withdrawal_day_max_micros)),
    isOpeningBlocked: row.is_opening_blocked,
    isWithdrawalBlocked: row.is_withdrawal_blocked,
  };
}
