import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { InviteStore } from '../../ports/identity.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

interface InvitedRow {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly created_at_ms: string;
  readonly is_verified: boolean;
}

/** Invitations as recorded at registration. */
export class InviteRows implements InviteStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async invited(companyId: CompanyId, userId: number, page: number, pageSize: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const { total } = await trx
        .selectFrom('app_user')
        .where('invited_by', '=', userId)
        .select((eb) => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      const { rows } = await sql<InvitedRow>`
        select email, mobile, created_at_ms, exists (
            select from verification v where v.user_id = app_user.id and v.status = 'approved') as is_verified
        from app_user where invited_by = ${userId}
        order by created_at_ms desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx);
      const users = rows.map((row) => ({
        email: row.email,
        mobile: row.mobile,
        joinedAtMs: Number(row.created_at_ms),
        isVerified: row.is_verified,
      }));
      return { users, total: Number(total) };
    });
  }
}
