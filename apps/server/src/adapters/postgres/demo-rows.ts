import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { IdleDemo } from '../../ports/identity.ts';
import type { Db } from './database.ts';
import { endSessions } from './user-rows.ts';

const noteEveryMs = 3_600_000;

export async function selectIdleDemos(
  trx: Db,
  companyId: CompanyId,
  sinceMs: number,
  limit: number,
): Promise<IdleDemo[]> {
  const { rows } = await sql<{ id: number; has_traded: boolean }>`
    select id, exists (
      select from trade_order where account_id = app_user.id and trade_order.ended_at_ms >= ${sinceMs}) as has_traded
    from app_user
    where company_id = ${companyId} and is_demo and ended_at_ms is null and demo_used_at_ms < ${sinceMs}
    order by demo_used_at_ms limit ${limit}`.execute(trx);
  return rows.map((row) => ({ accountId: row.id as AccountId, hasTraded: row.has_traded }));
}

/** Records the use of a demo, at most once an hour; ignores real users. */
export async function noteUse(trx: Db, userId: number, usedAtMs: number): Promise<void> {
  await sql`
    update app_user set demo_used_at_ms = ${usedAtMs}
    where id = ${userId} and is_demo and demo_used_at_ms < ${usedAtMs - noteEveryMs}`.execute(trx);
}

export async function releaseDevice(trx: Db, accountId: AccountId, sinceMs: number): Promise<string[] | null> {
  const { rows } = await sql`
    update app_user set demo_device_hash = null
    where id = ${accountId} and is_demo and ended_at_ms is null and demo_used_at_ms < ${sinceMs}
    returning id`.execute(trx);
  return rows.length === 0 ? null : endSessions(trx, accountId, null);
}

export async function markEnded(trx: Db, accountId: AccountId, endedAtMs: number): Promise<string[]> {
  await sql`update app_user set ended_at_ms = ${endedAtMs} where id = ${accountId} and is_demo`.execute(trx);
  return endSessions(trx, accountId, null);
}
