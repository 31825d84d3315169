import type { ClientRequest, EarlierRegistration } from '../../ports/credentials.ts';
import type { Db } from './database.ts';
import { toUser } from './user-rows.ts';

/** Returns the registration under a client's id, and the state of the session issued for it. */
export async function findRegistration(
  trx: Db,
  request: ClientRequest,
): Promise<EarlierRegistration | 'conflict' | null> {
  const known = await ofRequest(trx.selectFrom('answered_request').selectAll(), request).executeTakeFirst();
  if (known === undefined) return null;
  if (!known.body_hash.equals(request.bodyHash) || known.user_id === null) return 'conflict';
  const { user_id: userId, session_id: sessionId } = known;
  const user = await trx.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const device = await trx.selectFrom('user_device').select('name').where('user_id', '=', userId).executeTakeFirst();
  return {
    user: toUser(user),
    answeredAtMs: Number(known.at_ms),
    areCredentialsUnchanged: user.credentials_changed_at_ms === null,
    hasSignedIn: device !== undefined,
    sessionId,
    isSessionAlive: sessionId !== null && (await isAlive(trx, sessionId)),
  };
}

/**
 * Makes `sessionId` the only session of a registration and ends the previous one. False, without a change, if that one
 * is not `expected` or has ended, the user is disabled, or password or second factor have changed.
 */
export async function bindSession(
  trx: Db,
  request: ClientRequest,
  { sessionId, expected }: { readonly sessionId: string; readonly expected: string | null },
): Promise<boolean> {
  const known = await ofRequest(trx.selectFrom('answered_request').selectAll(), request).forUpdate().executeTakeFirst();
  if (known === undefined || known.user_id === null || known.session_id !== expected) return false;
  const user = await trx
    .selectFrom('app_user')
    .select(['is_disabled', 'credentials_changed_at_ms'])
    .where('id', '=', known.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (user.is_disabled || user.credentials_changed_at_ms !== null) return false;
  if (expected !== null) {
    const ended = trx.deleteFrom('user_token').where('session_id', '=', expected).returning('session_id');
    if ((await ended.executeTakeFirst()) === undefined) return false;
  }
  await ofRequest(trx.updateTable('answered_request').set({ session_id: sessionId }), request).execute();
  return true;
}

async function isAlive(trx: Db, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('user_token')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

interface Narrowed<Query> {
  where(column: 'account_key', operator: '=', value: Buffer): Query;
  where(column: 'client_id', operator: '=', value: string): Query;
}

function ofRequest<Query extends Narrowed<Query>>(query: Query, { accountKey, clientId }: ClientRequest): Query {
  return query.where('account_key', '=', accountKey).where('client_id', '=', clientId);
}
