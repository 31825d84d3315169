import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Selectable } from 'kysely';
import type { IdentityStore, NewUser, TokenRecord, UserRecord } from '../../ports/identity-store.ts';
import type { Db } from './database.ts';
import type { TokenTable, UserTable } from './schema.ts';
import { withTenant } from './with-tenant.ts';

/** Users and their tokens in PostgreSQL. Tokens are stored as hashes only (R-SES-02). */
export class IdentityTables implements IdentityStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async findDemo(companyId: TenantId, deviceHash: Buffer): Promise<UserRecord | null> {
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
          currency: user.currency,
          invite_code: user.inviteCode,
          created_at_ms: String(user.createdAtMs),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),
    );
    return row === undefined ? null : toUser(row);
  }

  async addToken(token: TokenRecord): Promise<void> {
    const row = {
      token_hash: token.tokenHash,
      company_id: token.companyId,
      session_id: token.sessionId,
      user_id: token.userId,
      created_at_ms: String(token.createdAtMs),
      last_seen_at_ms: String(token.lastSeenAtMs),
      expires_at_ms: String(token.expiresAtMs),
      user_agent: token.userAgent,
    };
    await withTenant(this.#db, token.companyId, (trx) => trx.insertInto('user_token').values(row).execute());
  }

  async findByToken(companyId: TenantId, tokenHash: Buffer): Promise<{ user: UserRecord; token: TokenRecord } | null> {
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

  async touchToken(companyId: TenantId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void> {
    const last = { last_seen_at_ms: String(lastSeenAtMs) };
    await withTenant(this.#db, companyId, (trx) =>
      trx.updateTable('user_token').set(last).where('token_hash', '=', tokenHash).execute(),
    );
  }

  async removeToken(companyId: TenantId, tokenHash: Buffer): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      trx.deleteFrom('user_token').where('token_hash', '=', tokenHash).execute(),
    );
  }
}

function toUser(row: Selectable<UserTable>): UserRecord {
  return {
    id: row.id,
    companyId: row.company_id as TenantId,
    accountId: row.id as AccountId,
    uid: row.uid,
    email: row.email,
    isDemo: row.is_demo,
    currency: row.currency,
    inviteCode: row.invite_code,
  };
}

function toToken(row: Selectable<TokenTable>): TokenRecord {
  return {
    tokenHash: row.token_hash,
    companyId: row.company_id as TenantId,
    sessionId: row.session_id,
    userId: row.user_id,
    createdAtMs: Number(row.created_at_ms),
    lastSeenAtMs: Number(row.last_seen_at_ms),
    expiresAtMs: Number(row.expires_at_ms),
    userAgent: row.user_agent,
  };
}
