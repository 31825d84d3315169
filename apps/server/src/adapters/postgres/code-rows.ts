import { sql } from 'kysely';
import type { ClientRequest, GivenCode, NewCode } from '../../ports/credential-store.ts';
import type { Db } from './database.ts';

const triesMax = 5;
const pauseMs = 60_000;
const hourMs = 3_600_000;
/** How long what was answered, and how many codes were sent, is remembered. */
const keptMs = 8 * 24 * hourMs;
const sendsPerHourMax = 5;

/** Puts a new code in the place of the last one; the wait in milliseconds where it is too soon, else 0 (R-SES-11). */
export async function replaceCode(trx: Db, code: NewCode): Promise<number> {
  const { companyId, purpose, accountKey, codeHash, sentAtMs, expiresAtMs } = code;
  await trx
    .deleteFrom('verification_code')
    .where('expires_at_ms', '<', String(sentAtMs - keptMs))
    .execute();
  const stored = await sql`
    insert into verification_code as known
      (company_id, purpose, account_key, code_hash, tries_left, sent_at_ms, expires_at_ms, sends, counted_from_ms)
    values (${companyId}, ${purpose}, ${accountKey}, ${codeHash}, ${triesMax}, ${sentAtMs}, ${expiresAtMs}, 1, ${sentAtMs})
    on conflict (company_id, purpose, account_key) do update set
      code_hash = excluded.code_hash, tries_left = excluded.tries_left, sent_at_ms = excluded.sent_at_ms,
      expires_at_ms = excluded.expires_at_ms,
      sends = case when known.counted_from_ms <= ${sentAtMs - hourMs} then 1 else known.sends + 1 end,
      counted_from_ms = case when known.counted_from_ms <= ${sentAtMs - hourMs} then ${sentAtMs}::bigint else known.counted_from_ms end
    where known.sent_at_ms <= ${sentAtMs - pauseMs}
      and (known.sends < ${sendsPerHourMax} or known.counted_from_ms <= ${sentAtMs - hourMs})
    returning 1`.execute(trx);
  if (stored.rows.length > 0) return 0;
  const known = await ofKey(trx.selectFrom('verification_code').selectAll(), code).executeTakeFirstOrThrow();
  const pauseEndMs = Number(known.sent_at_ms) + pauseMs;
  const hourEndMs = known.sends < sendsPerHourMax ? 0 : Number(known.counted_from_ms) + hourMs;
  return Math.max(1, pauseEndMs - sentAtMs, hourEndMs - sentAtMs);
}

/** Whether the code is the live one; if not, the live one has a try less. */
export async function tryCode(trx: Db, code: GivenCode, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ is_right: boolean }>`
    update verification_code
    set tries_left = tries_left - (case when code_hash = ${code.codeHash} then 0 else 1 end)
    where company_id = ${code.companyId} and purpose = ${code.purpose} and account_key = ${code.accountKey}
      and tries_left > 0 and expires_at_ms > ${nowMs} and code_hash is not null
    returning code_hash = ${code.codeHash} as is_right`.execute(trx);
  return rows[0]?.is_right === true;
}

/** Uses the code up; false when it is not, or no longer, the live one. The count of what was sent stays. */
export async function useCode(trx: Db, code: GivenCode, nowMs: number): Promise<boolean> {
  const used = await ofKey(trx.updateTable('verification_code').set({ code_hash: null }).returning('purpose'), code)
    .where('code_hash', '=', code.codeHash)
    .where('tries_left', '>', 0)
    .where('expires_at_ms', '>', String(nowMs))
    .executeTakeFirst();
  return used !== undefined;
}

interface Narrowed<Query> {
  where(column: 'company_id' | 'purpose', operator: '=', value: number): Query;
  where(column: 'account_key', operator: '=', value: Buffer): Query;
}

function ofKey<Query extends Narrowed<Query>>(query: Query, code: GivenCode): Query {
  return query
    .where('company_id', '=', code.companyId)
    .where('purpose', '=', code.purpose)
    .where('account_key', '=', code.accountKey);
}

export interface EarlierAnswer {
  readonly kind: 'again' | 'conflict';
}

/** Takes a client's id for this request; what was answered under it before, if anything (R-WIRE-09). */
export async function takeRequest(
  trx: Db,
  companyId: number,
  request: ClientRequest | null,
  atMs: number,
): Promise<EarlierAnswer | null> {
  if (request === null) return null;
  const { accountKey, clientId, bodyHash } = request;
  await trx
    .deleteFrom('answered_request')
    .where('at_ms', '<', String(atMs - keptMs))
    .execute();
  const taken = await trx
    .insertInto('answered_request')
    .values({
      company_id: companyId,
      account_key: accountKey,
      client_id: clientId,
      body_hash: bodyHash,
      user_id: null,
      at_ms: String(atMs),
      session_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('client_id')
    .executeTakeFirst();
  if (taken !== undefined) return null;
  const known = await trx
    .selectFrom('answered_request')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('account_key', '=', accountKey)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return known.body_hash.equals(bodyHash) ? { kind: 'again' } : { kind: 'conflict' };
}
