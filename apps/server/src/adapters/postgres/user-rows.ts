import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Selectable } from 'kysely';
import type { UserRecord } from '../../ports/identity-store.ts';
import type { Db } from './database.ts';
import type { UserTable } from './schema.ts';

export function toUser(row: Selectable<UserTable>): UserRecord {
  return {
    id: row.id,
    companyId: row.company_id as TenantId,
    accountId: row.id as AccountId,
    uid: row.uid,
    email: row.email,
    mobile: row.mobile,
    isDemo: row.is_demo,
    isDisabled: row.is_disabled,
    language: row.language,
    currency: row.currency,
    inviteCode: row.invite_code,
    creditScore: row.credit_score,
    level: row.level,
  };
}

/** Notes a change of password or second factor, in the transaction of the change: withdrawals rest after it (R-FND-27). */
export async function noteCredentialChange(trx: Db, userId: number, atMs: number): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ credentials_changed_at_ms: String(atMs) })
    .where('id', '=', userId)
    .execute();
}

/**
 * Ends the sessions of a user but the one kept, and every login under way, in the transaction of what ends them;
 * answers which.
 */
export async function endSessions(trx: Db, userId: number, keptSessionId: string | null): Promise<string[]> {
  await trx.deleteFrom('auth_challenge').where('user_id', '=', userId).execute();
  const ended = trx.deleteFrom('user_token').where('user_id', '=', userId).returning('session_id');
  const rows = await (keptSessionId === null ? ended : ended.where('session_id', '!=', keptSessionId)).execute();
  return rows.map((row) => row.session_id);
}
