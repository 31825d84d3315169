import type { CompanyId } from '@candor/domain/values/ids';
import type {
  AccountName,
  ClientRequest,
  CodeKey,
  CodeRequester,
  CredentialStore,
  EarlierRegistration,
  GivenCode,
  KnownAccount,
  NewAccount,
  NewCode,
  NewPassword,
  PasswordOutcome,
  PutCode,
  RecentSends,
  RegisterOutcome,
} from '../../ports/credentials.ts';
import type { CredentialMark, UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import { addCode, countSends, findAnswer, findWait, takeRequest, tryCode, useCode } from './code-rows.ts';
import type { Db } from './database.ts';
import { addCountedMessage, addMessage } from './outbox-rows.ts';
import { bindSession, findRegistration } from './registration-rows.ts';
import { takeSms } from './sms-use-rows.ts';
import {
  endSessions,
  lockExpected,
  lockSession,
  lockUser,
  noteCredentialChange,
  readMark,
  toUser,
} from './user-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Rolls back the transaction and carries its outcome. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly outcome: unknown;

  constructor(outcome: unknown) {
    super('rolled back');
    this.outcome = outcome;
  }
}

/** Accounts with passwords, and the codes that verify an address. */
export class CredentialTables implements CredentialStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  findAccount(companyId: CompanyId, name: AccountName): Promise<KnownAccount | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .selectFrom('app_user')
        .innerJoin('user_password', (join) =>
          join
            .onRef('user_password.company_id', '=', 'app_user.company_id')
            .onRef('user_password.user_id', '=', 'app_user.id'),
        )
        .selectAll('app_user')
        .select('user_password.hash')
        .where(name.kind, '=', name.value)
        .executeTakeFirst();
      if (row === undefined) return null;
      const changedAtMs = row.credentials_changed_at_ms === null ? null : Number(row.credentials_changed_at_ms);
      return { user: toUser(row), passwordHash: row.hash, mark: { passwordHash: row.hash, changedAtMs } };
    });
  }

  markOf(companyId: CompanyId, userId: number): Promise<CredentialMark> {
    return withTenant(this.#db, companyId, (trx) => readMark(trx, userId));
  }

  async changedAtMs(companyId: CompanyId, userId: number): Promise<number | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('app_user').select('credentials_changed_at_ms').where('id', '=', userId).executeTakeFirst(),
    );
    const changedAtMs = row?.credentials_changed_at_ms ?? null;
    return changedAtMs === null ? null : Number(changedAtMs);
  }

  async findInviter(companyId: CompanyId, inviteCode: string): Promise<number | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('app_user')
        .select('id')
        .where('invite_code', '=', inviteCode)
        .where('is_demo', '=', false)
        .where('is_disabled', '=', false)
        .executeTakeFirst(),
    );
    return row?.id ?? null;
  }

  recentSends(key: CodeKey, requester: CodeRequester, nowMs: number): Promise<RecentSends> {
    return withTenant(this.#db, key.companyId, (trx) => countSends(trx, key, requester, nowMs));
  }

  putCode(code: NewCode, message: NewMessage): Promise<PutCode> {
    const { companyId, sentAtMs } = code;
    return withTenant(this.#db, companyId, async (trx) => {
      const waitMs = await findWait(trx, code);
      if (waitMs > 0) return { kind: 'too-soon', waitMs };
      const { charge } = message;
      if (charge !== null && !(await takeSms(trx, companyId, charge, sentAtMs, 'code'))) return { kind: 'no-sms' };
      await addCode(trx, code);
      await addCountedMessage(trx, companyId, message);
      return { kind: 'stored' };
    });
  }

  tryCode(code: GivenCode, nowMs: number): Promise<boolean> {
    return withTenant(this.#db, code.companyId, (trx) => tryCode(trx, code, nowMs));
  }

  async findAnswer(companyId: CompanyId, request: ClientRequest): Promise<'again' | 'conflict' | null> {
    const known = await withTenant(this.#db, companyId, (trx) => findAnswer(trx, companyId, request));
    return known?.kind ?? null;
  }

  findRegistration(companyId: CompanyId, request: ClientRequest): Promise<EarlierRegistration | 'conflict' | null> {
    return withTenant(this.#db, companyId, (trx) => findRegistration(trx, request));
  }

  bindSession(
    companyId: CompanyId,
    request: ClientRequest,
    session: { readonly sessionId: string; readonly expected: string | null },
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, (trx) => bindSession(trx, request, session));
  }

  register(account: NewAccount): Promise<RegisterOutcome> {
    return this.#wholeOrNothing(account.companyId, async (trx) => {
      const earlier = await takeRequest(trx, account.companyId, account.request, account.createdAtMs);
      if (earlier !== null) return { kind: earlier.kind };
      if (account.code !== null && !(await useCode(trx, account.code, account.createdAtMs)))
        throw new RolledBack({ kind: 'code' });
      const user = await addUser(trx, account);
      if (user === null) throw new RolledBack({ kind: 'taken' });
      await setPassword(trx, account.companyId, user.id, account.passwordHash, account.createdAtMs);
      if (account.request !== null)
        await trx
          .updateTable('answered_request')
          .set({ user_id: user.id })
          .where('account_key', '=', account.request.accountKey)
          .where('client_id', '=', account.request.clientId)
          .execute();
      return { kind: 'done', user };
    });
  }

  replacePassword(password: NewPassword): Promise<PasswordOutcome> {
    const { companyId, userId, atMs } = password;
    return this.#wholeOrNothing(companyId, async (trx) => {
      const earlier = await takeRequest(trx, companyId, password.request, atMs);
      if (earlier !== null) return { kind: earlier.kind };
      await lockUser(trx, userId);
      if (password.keptSessionId !== null)
        await lockSession(trx, { companyId, userId, sessionId: password.keptSessionId });
      if (password.expected !== null && !(await lockExpected(trx, userId, password.expected)))
        throw new RolledBack({ kind: 'changed' });
      if (password.code !== null && !(await useCode(trx, password.code, atMs))) throw new RolledBack({ kind: 'code' });
      await setPassword(trx, companyId, userId, password.passwordHash, atMs);
      await noteCredentialChange(trx, userId, atMs);
      await addMessage(trx, companyId, password.message);
      return { kind: 'done', endedSessionIds: await endSessions(trx, userId, password.keptSessionId) };
    });
  }

  async #wholeOrNothing<Outcome>(companyId: CompanyId, work: (trx: Db) => Promise<Outcome>): Promise<Outcome> {
    try {
      return await withTenant(this.#db, companyId, work);
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome as Outcome;
      throw error;
    }
  }
}

async function addUser(trx: Db, account: NewAccount): Promise<UserRecord | null> {
  for (const numbers of account.numbers) {
    const row = await trx
      .insertInto('app_user')
      .values({
        company_id: account.companyId,
        uid: numbers.uid,
        is_demo: false,
        demo_device_hash: null,
        email: account.name.kind === 'email' ? account.name.value : null,
        mobile: account.name.kind === 'mobile' ? account.name.value : null,
        currency: account.currency,
        invite_code: numbers.inviteCode,
        invited_by: account.invitedBy,
        language: account.language,
        created_at_ms: String(account.createdAtMs),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) return toUser(row);
    const taken = trx.selectFrom('app_user').select('id').where(account.name.kind, '=', account.name.value);
    if ((await taken.executeTakeFirst()) !== undefined) return null;
  }
  throw new Error(`Invariant: a free account number is found within ${account.numbers.length} attempts`);
}

async function setPassword(trx: Db, companyId: CompanyId, userId: number, hash: string, atMs: number): Promise<void> {
  const changed = { hash, changed_at_ms: String(atMs) };
  await trx
    .insertInto('user_password')
    .values({ company_id: companyId, user_id: userId, ...changed })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(changed))
    .execute();
}
