import type { AccountNotice } from '@candor/domain/engine/account-notice';
import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { NewMessage } from '../../ports/messages.ts';
import { int4Array, int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';

/**
 * Adds notices of the journal, each under the company of its account. Those that a rebuild brings again stay as they
 * are, read or unread.
 */
export async function writeNotices(
  trx: Db,
  notices: readonly AccountNotice[],
  encode: (value: unknown) => string,
): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into notice (user_id, id, kind, at_ms, facts, company_id, is_due)
    select row.*, chain.company_id, ${isDue('row.account_id')} from unnest(
      ${int4Array(notices.map(({ accountId }) => accountId))}::integer[],
      ${textArray(notices.map(({ id }) => id))}::text[],
      ${textArray(notices.map(({ kind }) => kind))}::text[],
      ${int8Array(notices.map(({ atMs }) => atMs))}::bigint[],
      ${textArray(notices.map(({ id: _i, accountId: _a, kind: _k, atMs: _t, ...facts }) => encode(facts)))}::text[])
      as row (account_id, id, kind, at_ms, facts)
    join receipt_chain as chain using (account_id)
    on conflict (user_id, id) do nothing`.execute(trx);
}

/** True for a user who has a browser that takes pushed notices, or chose ways: the notices of all others are only listed. */
function isDue(user: string) {
  return sql<boolean>`(exists (select from push_device where user_id = ${sql.raw(user)})
    or exists (select from notice_choice where user_id = ${sql.raw(user)}))`;
}

/** Adds the notice of a message to its user's list, in the transaction of their cause. */
export async function addUserNotice(trx: Db, companyId: CompanyId, message: NewMessage): Promise<void> {
  const { id, notice, createdAtMs } = message;
  if (notice === undefined) return;
  const facts = '{"order":null,"amount":null}';
  await trx
    .insertInto('notice')
    .values({
      company_id: companyId,
      user_id: notice.accountId,
      id,
      kind: notice.kind,
      facts,
      read_at_ms: null,
      is_due: isDue(`${Number(notice.accountId)}`),
      at_ms: String(createdAtMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
