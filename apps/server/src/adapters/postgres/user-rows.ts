import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { Selectable } from 'kysely';
import { defaultFundsSettings } from '../../ports/funds.ts';
import { type CredentialMark, SessionEndedError, type SessionKey, type UserRecord } from '../../ports/identity.ts';
import type { Db } from './database.ts';
import type { UserTable } from './schema.ts';

export function toUser(row: Selectable<UserTable>): UserRecord {
  return {
    id: row.id,
    companyId: row.company_id as CompanyId,
    accountId: row.id as AccountId,
    uid: row.uid,
    email: row.email,
    mobile: row.mobile,
    isDemo: row.is_demo,
    isDisabled: row.is_disabled,
    isClosed: !row.is_demo && row.ended_at_ms !== null,
    language: row.language,
    currency: row.currency,
    inviteCode: row.invite_code,
    creditScore: row.credit_score,
    level: row.level,
  };
}

/** Returns the user's credentials as of now. */
export async function readMark(trx: Db, userId: number): Promise<CredentialMark> {
  const user = trx.selectFrom('app_user').select('credentials_changed_at_ms').where('id', '=', userId);
  const changedAtMs = (await user.executeTakeFirst())?.credentials_changed_at_ms ?? null;
  const password = trx.selectFrom('user_password').select('hash').where('user_id', '=', userId);
  const passwordHash = (await password.executeTakeFirst())?.hash ?? null;
  return { passwordHash, changedAtMs: changedAtMs === null ? null : Number(changedAtMs) };
}

/**
 * Locks the user until the end of the transaction: a change of credentials, or the end of all sessions, comes before or
 * after it. Returns true if the user is neither disabled nor closed and has the expected credentials (R-SES-40).
 */
export async function lockExpected(trx: Db, userId: number, expected: CredentialMark): Promise<boolean> {
  const user = await lockUser(trx, userId);
  if (user === undefined || user.is_disabled || user.ended_at_ms !== null) return false;
  // Read after the lock, as of now.
  const { passwordHash, changedAtMs } = await readMark(trx, userId);
  return passwordHash === expected.passwordHash && changedAtMs === expected.changedAtMs;
}

/** Locks the user until the end of the transaction. Throws SessionEndedError if the session has ended. */
export async function lockSession(trx: Db, { userId, sessionId }: SessionKey): Promise<void> {
  await lockUser(trx, userId);
  const session = trx.selectFrom('user_token').select('session_id').where('session_id', '=', sessionId);
  if ((await session.where('user_id', '=', userId).forShare().executeTakeFirst()) === undefined)
    throw new SessionEndedError('the session has ended');
}

/** Locks the user until the end of the transaction; the first lock of every change of credentials and sessions. */
export function lockUser(trx: Db, userId: number) {
  return trx
    .selectFrom('app_user')
    .select(['is_disabled', 'ended_at_ms'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const hourMs = 3_600_000;

/**
 * Records a change of password or second factor, in its transaction: withdrawals are frozen after it (R-FND-27), and
 * the hold of a method still on hold starts again (R-FND-38). Stores when those methods become usable, because a later
 * change replaces the time of this one.
 */
export async function noteCredentialChange(trx: Db, userId: number, atMs: number): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ credentials_changed_at_ms: String(atMs) })
    .where('id', '=', userId)
    .execute();
  const row = await trx.selectFrom('funds_settings').select(['freeze_hours', 'method_hold_hours']).executeTakeFirst();
  const freezeHours = row?.freeze_hours ?? defaultFundsSettings.freezeHours;
  const holdHours = row?.method_hold_hours ?? defaultFundsSettings.methodHoldHours;
  const usableAtMs = String(atMs + (freezeHours + holdHours) * hourMs);
  await trx
    .updateTable('draw_method')
    .set({ usable_at_ms: usableAtMs })
    .where('user_id', '=', userId)
    .where('removed_at_ms', 'is', null)
    .where('usable_at_ms', '>', String(atMs))
    .where('usable_at_ms', '<', usableAtMs)
    .execute();
}

/**
 * Ends a user's sessions except the kept one, and every sign-in in progress, in the transaction of the cause; returns
 * the ended sessions.
 */
export async function endSessions(trx: Db, userId: number, keptSessionId: string | null): Promise<string[]> {
  await lockUser(trx, userId);
  await trx.deleteFrom('auth_challenge').where('user_id', '=', userId).execute();
  const ended = trx.deleteFrom('user_token').where('user_id', '=', userId).returning('session_id');
  const rows = await (keptSessionId === null ? ended : ended.where('session_id', '!=', keptSessionId)).execute();
  return rows.map((row) => row.session_id);
}
