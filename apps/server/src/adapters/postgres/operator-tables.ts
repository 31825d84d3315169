import type { CompanyId } from '@candor/domain/values/ids';
import type { Selectable } from 'kysely';
import type { AuditEntry } from '../../ports/audit.ts';
import type { TotpStep } from '../../ports/credentials.ts';
import type {
  Invitation,
  KnownOperator,
  NewOperator,
  OperatorRecord,
  OperatorStore,
  OperatorToken,
  UserChange,
} from '../../ports/operators.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { OperatorTable, OperatorTokenTable } from './document-schema.ts';
import { addMessage } from './outbox-rows.ts';
import { endSessions, toUser } from './user-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Operators and their sessions in PostgreSQL; tokens are stored as hashes only. */
export class OperatorTables implements OperatorStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async hasAny(companyId: CompanyId): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('operator').select('id').limit(1).executeTakeFirst(),
    );
    return row !== undefined;
  }

  async add(operator: NewOperator, invitation: Invitation | null): Promise<boolean> {
    const row = await withTenant(this.#db, operator.companyId, (trx) =>
      trx
        .insertInto('operator')
        .values({
          company_id: operator.companyId,
          email: operator.email,
          password_hash: operator.passwordHash,
          role: operator.role,
          totp_sealed: null,
          totp_confirmed_at_ms: null,
          must_change_password: operator.mustChangePassword,
          created_at_ms: String(operator.createdAtMs),
          ...inviteColumns(invitation),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  async invitationOf(companyId: CompanyId, email: string): Promise<Invitation | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('operator')
        .select(['invite_hash', 'invite_expires_at_ms'])
        .where('email', '=', email)
        .where('is_disabled', '=', false)
        .executeTakeFirst(),
    );
    if (row === undefined || row.invite_hash === null) return null;
    return { tokenHash: row.invite_hash, expiresAtMs: Number(row.invite_expires_at_ms) };
  }

  async replaceInvitation(
    companyId: CompanyId,
    email: string,
    before: Invitation,
    after: Invitation,
  ): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('operator')
        .set(inviteColumns(after))
        .where('email', '=', email)
        .where('invite_hash', '=', before.tokenHash)
        .returning('id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  async findByEmail(companyId: CompanyId, email: string) {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('operator').selectAll().where('email', '=', email).executeTakeFirst(),
    );
    return row === undefined ? null : toKnownOperator(row);
  }

  async useTotpStep(companyId: CompanyId, operatorId: number, { step, newest }: TotpStep): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('operator')
        .set({ totp_last_step: String(step) })
        .where('id', '=', operatorId)
        .where('totp_confirmed_at_ms', 'is not', null)
        // A step in the future was stored by a clock that was ahead.
        .where((where) => where('totp_last_step', '<', String(step)).or('totp_last_step', '>', String(newest)))
        .returning('id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  addToken(token: OperatorToken, verified: KnownOperator, audit: AuditEntry): Promise<boolean> {
    return withTenant(this.#db, token.companyId, async (trx) => {
      const row = await lockOperator(trx, token.operatorId);
      if (row === undefined || row.is_disabled || !isUnchanged(toKnownOperator(row), verified)) return false;
      await trx
        .insertInto('operator_token')
        .values({
          company_id: token.companyId,
          token_hash: token.tokenHash,
          operator_id: token.operatorId,
          created_at_ms: String(token.createdAtMs),
          last_seen_at_ms: String(token.lastSeenAtMs),
          expires_at_ms: String(token.expiresAtMs),
        })
        .execute();
      await appendAudit(trx, token.companyId, token.createdAtMs, audit);
      return true;
    });
  }

  async findByToken(companyId: CompanyId, tokenHash: Buffer) {
    return withTenant(this.#db, companyId, async (trx) => {
      const token = await trx
        .selectFrom('operator_token')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      if (token === undefined) return null;
      const operator = await trx
        .selectFrom('operator')
        .selectAll()
        .where('id', '=', token.operator_id)
        .executeTakeFirstOrThrow();
      return { operator: toOperator(operator), token: toToken(token) };
    });
  }

  async record(companyId: CompanyId, atMs: number, audit: AuditEntry): Promise<void> {
    await withTenant(this.#db, companyId, (trx) => appendAudit(trx, companyId, atMs, audit));
  }

  async touchToken(companyId: CompanyId, tokenHash: Buffer, lastSeenAtMs: number): Promise<void> {
    const last = { last_seen_at_ms: String(lastSeenAtMs) };
    await withTenant(this.#db, companyId, (trx) =>
      trx.updateTable('operator_token').set(last).where('token_hash', '=', tokenHash).execute(),
    );
  }

  async removeToken(companyId: CompanyId, tokenHash: Buffer): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      trx.deleteFrom('operator_token').where('token_hash', '=', tokenHash).execute(),
    );
  }

  async setUserDisabled(companyId: CompanyId, change: UserChange): Promise<string[] | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const user = await trx
        .updateTable('app_user')
        .set({ is_disabled: change.isDisabled })
        .where('uid', '=', change.uid)
        .returningAll()
        .executeTakeFirst();
      if (user === undefined) return null;
      await addMessage(trx, companyId, change.messageTo(toUser(user)));
      await appendAudit(trx, companyId, change.atMs, change.audit);
      return change.isDisabled ? endSessions(trx, user.id, null) : [];
    });
  }
}

/** Locks an operator until the end of the transaction; the first lock of every change of credentials. */
export function lockOperator(trx: Db, operatorId: number) {
  return trx.selectFrom('operator').selectAll().where('id', '=', operatorId).forNoKeyUpdate().executeTakeFirst();
}

/** True if password and confirmed second factor are the verified ones. */
function isUnchanged(known: KnownOperator, verified: KnownOperator): boolean {
  const [now, then] = [known, verified].map(({ totp }) => (totp?.isConfirmed === true ? totp.sealed : null));
  if (known.passwordHash !== verified.passwordHash) return false;
  return now === then || (now != null && then != null && now.equals(then));
}

function toToken(row: Selectable<OperatorTokenTable>): OperatorToken {
  return {
    companyId: row.company_id as CompanyId,
    tokenHash: row.token_hash,
    operatorId: row.operator_id,
    createdAtMs: Number(row.created_at_ms),
    lastSeenAtMs: Number(row.last_seen_at_ms),
    expiresAtMs: Number(row.expires_at_ms),
  };
}

export function toOperator(row: Selectable<OperatorTable>): OperatorRecord {
  return {
    companyId: row.company_id as CompanyId,
    id: row.id,
    email: row.email,
    role: row.role,
    isDisabled: row.is_disabled,
    hasTotp: row.totp_confirmed_at_ms !== null,
    mustChangePassword: row.must_change_password,
    createdAtMs: Number(row.created_at_ms),
    rightsSinceMs: Number(row.rights_since_ms),
    invitedUntilMs: row.invite_expires_at_ms === null ? null : Number(row.invite_expires_at_ms),
  };
}

/** The operator with password hash and second factor. */
export function toKnownOperator(row: Selectable<OperatorTable>): KnownOperator {
  const isConfirmed = row.totp_confirmed_at_ms !== null;
  return {
    operator: toOperator(row),
    passwordHash: row.password_hash,
    totp: row.totp_sealed === null ? null : { sealed: row.totp_sealed, isConfirmed },
  };
}

/** Returns the columns of an invitation; null for none. */
export function inviteColumns(invitation: Invitation | null) {
  return {
    invite_hash: invitation?.tokenHash ?? null,
    invite_expires_at_ms: invitation === null ? null : String(invitation.expiresAtMs),
  };
}
