import type { CompanyId } from '@candor/domain/values/ids';
import { type Selectable, sql } from 'kysely';
import type {
  ChallengeRecord,
  Factors,
  PasskeyRecord,
  SecondFactorStore,
  TotpStep,
  UserKey,
} from '../../ports/credentials.ts';
import type { CredentialMark, SessionKey } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Db } from './database.ts';
import { addMessage } from './outbox-rows.ts';
import type { PasskeyTable } from './schema.ts';
import { lockExpected, lockSession, noteCredentialChange } from './user-rows.ts';
import { withTenant } from './with-tenant.ts';

const passkeysMax = 10;

/** Second factors in PostgreSQL; the statement that checks a one-time value also consumes it. */
export class SecondFactorTables implements SecondFactorStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  find(user: UserKey): Promise<Factors> {
    return withTenant(this.#db, user.companyId, async (trx) => {
      const totp = await trx.selectFrom('user_totp').selectAll().where('user_id', '=', user.userId).executeTakeFirst();
      const passkeys = await trx
        .selectFrom('user_passkey')
        .selectAll()
        .where('user_id', '=', user.userId)
        .orderBy('created_at_ms')
        .execute();
      const left = await trx
        .selectFrom('user_recovery_code')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', user.userId)
        .where('used_at_ms', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        totp: totp === undefined ? null : { sealed: totp.sealed, isConfirmed: totp.confirmed_at_ms !== null },
        passkeys: passkeys.map(toPasskey),
        recoveryLeft: Number(left.count),
      };
    });
  }

  async beginTotp(user: SessionKey, sealed: Buffer): Promise<boolean> {
    const row = await this.#inSession(user, (trx) =>
      trx
        .insertInto('user_totp')
        .values({ company_id: user.companyId, user_id: user.userId, sealed, confirmed_at_ms: null })
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'user_id'])
            .doUpdateSet({ sealed, last_step: '0' })
            .where('user_totp.confirmed_at_ms', 'is', null),
        )
        .returning('user_id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  confirmTotp(
    user: SessionKey,
    done: { sealed: Buffer; step: number; atMs: number; recoveryHashes: readonly Buffer[] | null },
    message: NewMessage,
  ): Promise<boolean> {
    return this.#inSession(user, async (trx) => {
      const row = await trx
        .updateTable('user_totp')
        .set({ confirmed_at_ms: String(done.atMs), last_step: String(done.step) })
        .where('user_id', '=', user.userId)
        .where('sealed', '=', done.sealed)
        .where('confirmed_at_ms', 'is', null)
        .returning('user_id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await replaceRecoveryCodes(trx, user, done.recoveryHashes);
      await tellOfChange(trx, user, message);
      return true;
    });
  }

  async useTotpStep(user: UserKey, { step, newest }: TotpStep): Promise<boolean> {
    const row = await withTenant(this.#db, user.companyId, (trx) =>
      trx
        .updateTable('user_totp')
        .set({ last_step: String(step) })
        .where('user_id', '=', user.userId)
        .where('confirmed_at_ms', 'is not', null)
        // A step in the future was stored by a clock that was ahead.
        .where((where) => where('last_step', '<', String(step)).or('last_step', '>', String(newest)))
        .returning('user_id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  async useRecoveryCode(user: UserKey, codeHash: Buffer, nowMs: number): Promise<boolean> {
    const row = await withTenant(this.#db, user.companyId, (trx) =>
      trx
        .updateTable('user_recovery_code')
        .set({ used_at_ms: String(nowMs) })
        .where('user_id', '=', user.userId)
        .where('code_hash', '=', codeHash)
        .where('used_at_ms', 'is', null)
        .returning('user_id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  renewRecoveryCodes(user: SessionKey, recoveryHashes: readonly Buffer[], message: NewMessage): Promise<boolean> {
    return this.#inSession(user, async (trx) => {
      // Locked until the end: of two concurrent renewals one set remains, and none outlives the last factor.
      const { rows } = await sql`
        with totp as (
          select user_id from user_totp where user_id = ${user.userId} and confirmed_at_ms is not null for update
        ), passkey as (
          select user_id from user_passkey where user_id = ${user.userId} order by id for update
        )
        select user_id from totp union all select user_id from passkey`.execute(trx);
      if (rows.length === 0) return false;
      await replaceRecoveryCodes(trx, user, recoveryHashes);
      await tellOfChange(trx, user, message);
      return true;
    });
  }

  addPasskey(
    user: SessionKey,
    passkey: PasskeyRecord,
    recoveryHashes: readonly Buffer[] | null,
    message: NewMessage,
  ): Promise<boolean> {
    return this.#inSession(user, async (trx) => {
      const { rows } = await sql`
        insert into user_passkey
          (company_id, id, user_id, rp_id, public_key, counter, transports, name, created_at_ms)
        select ${user.companyId}, ${passkey.id}, ${user.userId}, ${passkey.rpId}, ${passkey.publicKey},
          ${passkey.counter}, ${passkey.transports}, ${passkey.name}, ${passkey.createdAtMs}
        where (select count(*) from user_passkey where user_id = ${user.userId}) < ${passkeysMax}
        on conflict do nothing returning id`.execute(trx);
      if (rows.length === 0) return false;
      await replaceRecoveryCodes(trx, user, recoveryHashes);
      await tellOfChange(trx, user, message);
      return true;
    });
  }

  async usePasskey(user: UserKey, id: string, counter: number, nowMs: number): Promise<boolean> {
    const { rows } = await withTenant(this.#db, user.companyId, (trx) =>
      sql`
        update user_passkey set counter = ${counter}, last_used_at_ms = ${nowMs}
        where user_id = ${user.userId} and id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
        returning id`.execute(trx),
    );
    return rows.length > 0;
  }

  removeTotp(user: SessionKey, message: NewMessage): Promise<boolean> {
    return this.#remove(user, message, (trx) =>
      trx
        .deleteFrom('user_totp')
        .where('user_id', '=', user.userId)
        .where('confirmed_at_ms', 'is not', null)
        .returning('user_id')
        .executeTakeFirst(),
    );
  }

  removePasskey(user: SessionKey, id: string, message: NewMessage): Promise<boolean> {
    return this.#remove(user, message, (trx) =>
      trx
        .deleteFrom('user_passkey')
        .where('user_id', '=', user.userId)
        .where('id', '=', id)
        .returning('user_id')
        .executeTakeFirst(),
    );
  }

  putChallenge(challenge: ChallengeRecord, expected: CredentialMark | null): Promise<boolean> {
    const values = {
      company_id: challenge.companyId,
      key_hash: challenge.keyHash,
      user_id: challenge.userId,
      challenge: challenge.challenge,
      rp_id: challenge.rpId,
      tries_left: challenge.triesLeft,
      expires_at_ms: String(challenge.expiresAtMs),
    };
    return withTenant(this.#db, challenge.companyId, async (trx) => {
      if (expected !== null && !(await lockExpected(trx, challenge.userId, expected))) return false;
      await trx
        .insertInto('auth_challenge')
        .values(values)
        .onConflict((conflict) => conflict.columns(['company_id', 'key_hash']).doUpdateSet(values))
        .execute();
      return true;
    });
  }

  async tryChallenge(companyId: CompanyId, keyHash: Buffer, nowMs: number): Promise<ChallengeRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('auth_challenge')
        .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where('key_hash', '=', keyHash)
        .where('tries_left', '>', 0)
        .where('expires_at_ms', '>', String(nowMs))
        .returningAll()
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    const { user_id: userId, challenge, rp_id: rpId, tries_left: triesLeft } = row;
    return { companyId, keyHash, userId, challenge, rpId, triesLeft, expiresAtMs: Number(row.expires_at_ms) };
  }

  async endChallenge(companyId: CompanyId, keyHash: Buffer): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.deleteFrom('auth_challenge').where('key_hash', '=', keyHash).returning('user_id').executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** Runs a change while the session lives and the user is locked. */
  #inSession<Outcome>(user: SessionKey, change: (trx: Db) => Promise<Outcome>): Promise<Outcome> {
    return withTenant(this.#db, user.companyId, async (trx) => {
      await lockSession(trx, user);
      return change(trx);
    });
  }

  #remove(user: SessionKey, message: NewMessage, work: (trx: Db) => Promise<unknown>): Promise<boolean> {
    return this.#inSession(user, async (trx) => {
      if ((await work(trx)) === undefined) return false;
      await sql`
        delete from user_recovery_code where user_id = ${user.userId}
          and not exists (select from user_passkey where user_id = ${user.userId})
          and not exists (select from user_totp where user_id = ${user.userId} and confirmed_at_ms is not null)
      `.execute(trx);
      await tellOfChange(trx, user, message);
      return true;
    });
  }
}

async function tellOfChange(trx: Db, user: UserKey, message: NewMessage): Promise<void> {
  await noteCredentialChange(trx, user.userId, message.createdAtMs);
  await addMessage(trx, user.companyId, message);
}

async function replaceRecoveryCodes(trx: Db, user: UserKey, hashes: readonly Buffer[] | null): Promise<void> {
  if (hashes === null) return;
  await trx.deleteFrom('user_recovery_code').where('user_id', '=', user.userId).execute();
  const rows = hashes.map((hash) => ({
    company_id: user.companyId,
    user_id: user.userId,
    code_hash: hash,
    used_at_ms: null,
  }));
  await trx.insertInto('user_recovery_code').values(rows).execute();
}

function toPasskey(row: Selectable<PasskeyTable>): PasskeyRecord {
  return {
    id: row.id,
    rpId: row.rp_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    name: row.name,
    createdAtMs: Number(row.created_at_ms),
    lastUsedAtMs: row.last_used_at_ms === null ? null : Number(row.last_used_at_ms),
  };
}
