import { sql } from 'kysely';
import {
  type ClientRequest,
  type CodeKey,
  type CodeRequester,
  codeSendsMax,
  type GivenCode,
  type NewCode,
  type RecentSends,
} from '../../ports/credentials.ts';
import type { Db } from './database.ts';

const triesMax = 5;
const pauseMs = 60_000;
const hourMs = 3_600_000;
/** Time for which answered requests are kept. */
/** Unique among the advisory locks with two keys. */
const lockClass = 29_001;

/** Counts the codes sent for the account within the hour; reads a bounded number of rows. */
export async function countSends(trx: Db, key: CodeKey, requester: CodeRequester, nowMs: number): Promise<RecentSends> {
  const { companyId, purpose, accountKey } = key;
  const isOwn = sql`requester_key = ${requester.key}`;
  const isInLane = requester.isDevice ? isOwn : sql`not is_device`;
  const { rows } = await sql<{ own: number; others: number; last: string | null; oldest: string | null }>`
    select count(*) filter (where ${isOwn})::integer as own,
      count(*) filter (where not is_device)::integer as others,
      max(sent_at_ms) filter (where ${isOwn}) as last,
      min(sent_at_ms) filter (where ${isInLane}) as oldest
    from verification_code
    where company_id = ${companyId} and account_key = ${accountKey} and purpose = ${purpose}
      and sent_at_ms > ${nowMs - hourMs}`.execute(trx);
  const { own = 0, others = 0, last = null, oldest = null } = rows[0] ?? {};
  return {
    ofRequester: own,
    ofStrangers: others,
    pauseMs: last === null ? 0 : Math.max(0, Number(last) + pauseMs - nowMs),
    oldestLeftMs: oldest === null ? 0 : Math.max(0, Number(oldest) + hourMs - nowMs),
  };
}

/**
 * Returns the remaining wait in milliseconds before the requester may get a code, or 0 (R-SES-11, R-SES-36). Other
 * requests for the account wait until the transaction ends.
 */
export async function findWait(trx: Db, code: NewCode): Promise<number> {
  const { accountKey, requester, sentAtMs } = code;
  await sql`select pg_advisory_xact_lock(${lockClass}, ${accountKey.readInt32BE()})`.execute(trx);
  const recent = await countSends(trx, code, requester, sentAtMs);
  const { isDevice } = requester;
  const isFull = isDevice ? recent.ofRequester >= codeSendsMax.device : recent.ofStrangers >= codeSendsMax.strangers;
  return Math.max(isFull ? recent.oldestLeftMs : 0, code.isPausePaid ? 0 : recent.pauseMs);
}

/** Stores a code next to those of other requesters. */
export async function addCode(trx: Db, code: NewCode): Promise<void> {
  const { companyId, purpose, accountKey, requester, sentAtMs } = code;
  await trx
    .insertInto('verification_code')
    .values({
      company_id: companyId,
      ticket_hash: code.ticketHash,
      purpose,
      account_key: accountKey,
      requester_key: requester.key,
      is_device: requester.isDevice,
      code_hash: code.codeHash,
      tries_left: triesMax,
      open_tries_left: triesMax,
      sent_at_ms: String(sentAtMs),
      expires_at_ms: String(code.expiresAtMs),
    })
    .execute();
}

/** True if the code is a valid one of its ticket or requester. A wrong code uses up one try of each of these. */
export async function tryCode(trx: Db, code: GivenCode, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ ticket_hash: Buffer; code_hash: Buffer }>`
    select ticket_hash, code_hash from verification_code
    where ${isLive(code, nowMs)} order by ticket_hash for update`.execute(trx);
  if (rows.some((row) => row.code_hash.equals(code.codeHash))) return true;
  for (const row of rows)
    await sql`
      update verification_code set ${triesOf(code)} = ${triesOf(code)} - 1
      where company_id = ${code.companyId} and ticket_hash = ${row.ticket_hash}`.execute(trx);
  return false;
}

/**
 * Consumes the code and all others of the account for the purpose. False if the code is not valid. Sent codes still
 * count towards limits.
 */
export async function useCode(trx: Db, code: GivenCode, nowMs: number): Promise<boolean> {
  const used = await sql`
    update verification_code set code_hash = null
    where ${isLive(code, nowMs)} and code_hash = ${code.codeHash} returning 1`.execute(trx);
  if (used.rows.length === 0) return false;
  await sql`
    update verification_code set code_hash = null
    where company_id = ${code.companyId} and account_key = ${code.accountKey} and purpose = ${code.purpose}
      and code_hash is not null`.execute(trx);
  return true;
}

function triesOf({ ticketHash }: GivenCode) {
  return sql.ref(ticketHash === null ? 'open_tries_left' : 'tries_left');
}

/** Selects the codes that this one may match: of its ticket, or of its requesters if it came without a ticket. */
function isLive(code: GivenCode, nowMs: number) {
  const { companyId, purpose, accountKey, ticketHash, requesterKeys } = code;
  const whose =
    ticketHash === null ? sql`requester_key in (${sql.join(requesterKeys)})` : sql`ticket_hash = ${ticketHash}`;
  return sql<boolean>`company_id = ${companyId} and account_key = ${accountKey} and purpose = ${purpose} and ${whose}
    and ${triesOf(code)} > 0 and expires_at_ms > ${nowMs} and code_hash is not null`;
}

export interface EarlierAnswer {
  readonly kind: 'again' | 'conflict';
}

/** Reserves a client's id for this request; returns the earlier answer under that id, if any (R-WIRE-09). */
export async function takeRequest(
  trx: Db,
  companyId: number,
  request: ClientRequest | null,
  atMs: number,
): Promise<EarlierAnswer | null> {
  if (request === null) return null;
  const { accountKey, clientId, bodyHash } = request;
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
  const known = await findAnswer(trx, companyId, request);
  if (known === null) throw new Error('Invariant: the conflicting row exists');
  return known;
}

/** Returns the answer stored under a client's id; null if there is none. */
export async function findAnswer(
  trx: Db,
  companyId: number,
  { accountKey, clientId, bodyHash }: ClientRequest,
): Promise<EarlierAnswer | null> {
  const known = await trx
    .selectFrom('answered_request')
    .select('body_hash')
    .where('company_id', '=', companyId)
    .where('account_key', '=', accountKey)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known === undefined) return null;
  return known.body_hash.equals(bodyHash) ? { kind: 'again' } : { kind: 'conflict' };
}
