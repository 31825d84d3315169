import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { type Selectable, sql } from 'kysely';
import type {
  CredentialMark,
  DemoStore,
  IdentityStore,
  IdleDemo,
  NewUser,
  SessionKey,
  SignInDevice,
  TokenRecord,
  UserRecord,
} from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Db } from './database.ts';
import { markEnded, noteUse, releaseDevice, selectIdleDemos } from './demo-rows.ts';
import { addMessage } from './outbox-rows.ts';
import type { TokenTable } from './schema.ts';
import { endSessions, lockExpected, lockUser, toUser } from './user-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Maximum sessions per user; the least recently used is evicted. */
const sessionsMax = 100;
/** Maximum known devices per user. */
const devicesMax = 50;

/** Users and their tokens in PostgreSQL. Tokens are stored as hashes only (R-SES-02). */
export class IdentityTables implements IdentityStore, DemoStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async findDemo(companyId: CompanyId, deviceHash: Buffer): Promise<UserRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('app_user')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('demo_device_hash', '=', deviceHash)
        .executeTakeFirst(),
    );
    return row === undefined ? null : toUser(row);
  }

  async findUser(companyId: CompanyId, userId: number): Promise<UserRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirst(),
    );
    return row === undefined ? null : toUser(row);
  }

  async createUser(user: NewUser): Promise<UserRecord | null> {
    const row = await withTenant(this.#db, user.companyId, (trx) =>
      trx
        .insertInto('app_user')
        .values({
          company_id: user.companyId,
          uid: user.uid,
          is_demo: user.isDemo,
          demo_device_hash: user.demoDeviceHash,
          email: null,
          mobile: null,
          invited_by: null,
          currency: user.currency,
          invite_code: user.inviteCode,
          created_at_ms: String(user.createdAtMs),
          demo_used_at_ms: user.isDemo ? String(user.createdAtMs) : null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    return row === undefined ? null : toUser(row);
  }

  async addToken(token: TokenRecord, device: SignInDevice | null, expected: CredentialMark | null): Promise<boolean> {
    const row = {
      token_hash: token.tokenHash,
      company_id: token.companyId,
      session_id: token.sessionId,
      user_id: token.userId,
      created_at_ms: String(token.createdAtMs),
      last_seen_at_ms: String(token.lastSeenAtMs),
      expires_at_ms: String(token.expiresAtMs),
      user_agent: token.userAgent,
      stepped_up_at_ms: token.steppedUpAtMs === null ? null : String(token.steppedUpAtMs),
    };
    return withTenant(this.#db, token.companyId, async (trx) => {
      if (expected !== null && !(await lockExpected(trx, token.userId, expected))) return false;
      await trx.insertInto('user_token').values(row).execute();
      await trimSessions(trx, token);
      await noteUse(trx, token.userId, token.createdAtMs);
      if (device !== null && (await hasSignedInBefore(trx, token, device.name)) && !device.isKnown)
        await addMessage(trx, token.companyId, device.message);
      return true;
    });
  }

  async findByToken(companyId: CompanyId, tokenHash: Buffer): Promise<{ user: UserRecord; token: TokenRecord } | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const token = await trx
        .selectFrom('user_token')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      if (token === undefined) return null;
      const user = await trx
        .selectFrom('app_user')
        .selectAll()
        .where('id', '=', token.user_id)
        .executeTakeFirstOrThrow();
      return { user: toUser(user), token: toToken(token) };
    });
  }

  async touchToken(companyId: CompanyId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void> {
    const last = { last_seen_at_ms: String(lastSeenAtMs) };
    await withTenant(this.#db, companyId, async (trx) => {
      const update = trx.updateTable('user_token').set(last).where('token_hash', '=', tokenHash);
      const touched = await update.returning('user_id').executeTakeFirst();
      if (touched !== undefined) await noteUse(trx, touched.user_id, lastSeenAtMs);
    });
  }

  async removeToken(companyId: CompanyId, tokenHash: Buffer): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      trx.deleteFrom('user_token').where('token_hash', '=', tokenHash).execute(),
    );
  }

  async listSessions(companyId: CompanyId, userId: number): Promise<TokenRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('user_token')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('last_seen_at_ms', 'desc')
        .limit(sessionsMax)
        .execute(),
    );
    return rows.map(toToken);
  }

  async removeSession(companyId: CompanyId, userId: number, sessionId: string): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .deleteFrom('user_token')
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .returning('session_id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  removeSessions(companyId: CompanyId, userId: number, keptSessionId: string | null): Promise<string[]> {
    return withTenant(this.#db, companyId, (trx) => endSessions(trx, userId, keptSessionId));
  }

  findIdleDemos(companyId: CompanyId, sinceMs: number, limit: number): Promise<IdleDemo[]> {
    return withTenant(this.#db, companyId, (trx) => selectIdleDemos(trx, companyId, sinceMs, limit));
  }

  noteDemoUse(companyId: CompanyId, accountId: AccountId, usedAtMs: number): Promise<void> {
    return withTenant(this.#db, companyId, (trx) => noteUse(trx, accountId, usedAtMs));
  }

  releaseDemo(companyId: CompanyId, accountId: AccountId, sinceMs: number): Promise<string[] | null> {
    return withTenant(this.#db, companyId, (trx) => releaseDevice(trx, accountId, sinceMs));
  }

  endDemo(companyId: CompanyId, accountId: AccountId, endedAtMs: number): Promise<string[]> {
    return withTenant(this.#db, companyId, (trx) => markEnded(trx, accountId, endedAtMs));
  }

  closeUser(companyId: CompanyId, userId: number, atMs: number, message: NewMessage): Promise<string[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const user = await lockUser(trx, userId);
      if (user === undefined || user.ended_at_ms !== null) return [];
      await trx
        .updateTable('app_user')
        .set({ ended_at_ms: String(atMs) })
        .where('id', '=', userId)
        .execute();
      await addMessage(trx, companyId, message);
      return endSessions(trx, userId, null);
    });
  }

  markSteppedUp(
    { companyId, userId, sessionId }: SessionKey,
    atMs: number,
    expected: CredentialMark,
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      if (!(await lockExpected(trx, userId, expected))) return false;
      await trx
        .updateTable('user_token')
        .set({ stepped_up_at_ms: String(atMs) })
        .where('session_id', '=', sessionId)
        .execute();
      return true;
    });
  }
}

async function trimSessions(trx: Db, { userId, createdAtMs }: TokenRecord): Promise<void> {
  await sql`
    delete from user_token where user_id = ${userId} and (expires_at_ms <= ${createdAtMs} or token_hash not in (
      select token_hash from user_token where user_id = ${userId}
      order by last_seen_at_ms desc, created_at_ms desc limit ${sessionsMax}))`.execute(trx);
}

/** Records the use of a device; true if its owner has signed in before, with any device. */
async function hasSignedInBefore(trx: Db, token: TokenRecord, name: string): Promise<boolean> {
  const { rows } = await sql<{ has_others: boolean }>`
    with known as (select count(*) as devices from user_device where user_id = ${token.userId})
    insert into user_device (company_id, user_id, name, last_seen_at_ms)
    values (${token.companyId}, ${token.userId}, ${name}, ${token.createdAtMs})
    on conflict (company_id, user_id, name) do update set last_seen_at_ms = excluded.last_seen_at_ms
    returning (select devices > 0 from known) as has_others`.execute(trx);
  await sql`
    delete from user_device where user_id = ${token.userId} and name not in (
      select name from user_device where user_id = ${token.userId}
      order by last_seen_at_ms desc limit ${devicesMax})`.execute(trx);
  return rows[0]?.has_others === true;
}

function toToken(row: Selectable<TokenTable>): TokenRecord {
  return {
    tokenHash: row.token_hash,
    companyId: row.company_id as CompanyId,
    sessionId: row.session_id,
    userId: row.user_id,
    createdAtMs: Number(row.created_at_ms),
    lastSeenAtMs: Number(row.last_seen_at_ms),
    expiresAtMs: Number(row.expires_at_ms),
    userAgent: row.user_agent,
    steppedUpAtMs: row.stepped_up_at_ms === null ? null : Number(row.stepped_up_at_ms),
  };
}
