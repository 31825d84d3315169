import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { AuditEntry } from '../../ports/audit.ts';
import { SessionEndedError } from '../../ports/identity.ts';
import type {
  AuditWith,
  NewOperator,
  OperatorAccountStore,
  OperatorChange,
  OperatorRecord,
  OwnChange,
} from '../../ports/operators.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { inviteColumns, lockOperator, toKnownOperator, toOperator } from './operator-tables.ts';
import { addMessage } from './outbox-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Unique among the advisory locks with two keys. */
const adminsLockClass = 4_210;
const noTotp = { totp_sealed: null, totp_confirmed_at_ms: null };

/** Operators' accounts in PostgreSQL. */
export class OperatorAccountTables implements OperatorAccountStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(companyId: CompanyId, operatorId: number) {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('operator').selectAll().where('id', '=', operatorId).executeTakeFirst(),
    );
    return row === undefined ? null : toKnownOperator(row);
  }

  async emails(companyId: CompanyId, operatorIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (operatorIds.length === 0) return new Map();
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('operator').select(['id', 'email']).where('id', 'in', operatorIds).execute(),
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  list(companyId: CompanyId, asked: { page: number; pageSize: number; isNewestFirst: boolean }) {
    const { page, pageSize, isNewestFirst } = asked;
    return withTenant(this.#db, companyId, async (trx) => {
      const base = trx.selectFrom('operator');
      const { total } = await base.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await base
        .selectAll()
        .orderBy('id', isNewestFirst ? 'desc' : 'asc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return { operators: rows.map(toOperator), total: Number(total) };
    });
  }

  add(
    operator: NewOperator,
    { invitation, message }: Parameters<OperatorAccountStore['add']>[1],
    audit: AuditWith,
  ): Promise<OperatorRecord | null> {
    return withTenant(this.#db, operator.companyId, async (trx) => {
      const row = await trx
        .insertInto('operator')
        .values({
          ...noTotp,
          company_id: operator.companyId,
          email: operator.email,
          password_hash: operator.passwordHash,
          role: operator.role,
          must_change_password: operator.mustChangePassword,
          created_at_ms: String(operator.createdAtMs),
          rights_since_ms: String(operator.createdAtMs),
          ...inviteColumns(invitation),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      await appendAudit(trx, operator.companyId, operator.createdAtMs, audit(row.id));
      await addMessage(trx, operator.companyId, message);
      return toOperator(row);
    });
  }

  async invited(companyId: CompanyId, operatorId: number): Promise<OperatorRecord | null> {
    const known = await this.find(companyId, operatorId);
    return known?.operator.invitedUntilMs == null ? null : known.operator;
  }

  renewInvitation(
    companyId: CompanyId,
    operatorId: number,
    { invitation, message, atMs, audit }: Parameters<OperatorAccountStore['renewInvitation']>[2],
  ): Promise<OperatorRecord | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .updateTable('operator')
        .set(inviteColumns(invitation))
        .where('id', '=', operatorId)
        .where('invite_hash', 'is not', null)
        .where('is_disabled', '=', false)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      await appendAudit(trx, companyId, atMs, audit);
      await addMessage(trx, companyId, message);
      return toOperator(row);
    });
  }

  async findInvitation(companyId: CompanyId, tokenHash: Buffer, nowMs: number): Promise<OperatorRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('operator')
        .selectAll()
        .where('invite_hash', '=', tokenHash)
        .where('invite_expires_at_ms', '>', String(nowMs))
        .where('is_disabled', '=', false)
        .executeTakeFirst(),
    );
    return row === undefined ? null : toOperator(row);
  }

  acceptInvitation(
    companyId: CompanyId,
    tokenHash: Buffer,
    { passwordHash, atMs, audit }: Parameters<OperatorAccountStore['acceptInvitation']>[2],
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .updateTable('operator')
        .set({ password_hash: passwordHash, must_change_password: false, ...inviteColumns(null) })
        .where('invite_hash', '=', tokenHash)
        .where('invite_expires_at_ms', '>', String(atMs))
        .where('is_disabled', '=', false)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await appendAudit(trx, companyId, atMs, audit);
      return true;
    });
  }

  change(
    companyId: CompanyId,
    operatorId: number,
    { role, isDisabled, isRaised, isLeaving, atMs }: OperatorChange,
    { audit, message }: Parameters<OperatorAccountStore['change']>[3],
  ): Promise<OperatorRecord | 'last-admin' | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      // The second of two concurrent changes that remove the last two admins is refused.
      await sql`select pg_advisory_xact_lock(${adminsLockClass}, ${companyId}::integer)`.execute(trx);
      const others = trx.selectFrom('operator').select('id').where('role', '=', 'admin');
      const left = others.where('is_disabled', '=', false).where('id', '!=', operatorId);
      const isLast = (role !== 'admin' || isDisabled) && (await left.limit(1).executeTakeFirst()) === undefined;
      const known = await trx.selectFrom('operator').selectAll().where('id', '=', operatorId).executeTakeFirst();
      if (known === undefined) return null;
      const before = toOperator(known);
      if (isLast) return 'last-admin';
      const row = await trx
        .updateTable('operator')
        .set({
          role,
          is_disabled: isDisabled,
          ...(isRaised && { rights_since_ms: String(atMs) }),
          ...(isLeaving(before) && { left_at_ms: String(atMs) }),
        })
        .where('id', '=', operatorId)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (isDisabled) await endTokens(trx, operatorId, null);
      if (isDisabled && !before.isDisabled) await addMessage(trx, companyId, message(before.email));
      await appendAudit(trx, companyId, atMs, audit);
      return toOperator(row);
    });
  }

  resetTotp(companyId: CompanyId, operatorId: number, atMs: number, audit: AuditEntry): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const reset = trx
        .updateTable('operator')
        .set({ ...noTotp, rights_since_ms: String(atMs) })
        .where('id', '=', operatorId);
      if ((await reset.returning('id').executeTakeFirst()) === undefined) return false;
      await endTokens(trx, operatorId, null);
      await appendAudit(trx, companyId, atMs, audit);
      return true;
    });
  }

  async beginTotp(companyId: CompanyId, operatorId: number, sealed: Buffer): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('operator')
        .set({ totp_sealed: sealed })
        .where('id', '=', operatorId)
        .where('totp_confirmed_at_ms', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  confirmTotp(
    companyId: CompanyId,
    operatorId: number,
    done: OwnChange & { sealed: Buffer; step: number },
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      await requireSession(trx, operatorId, done.keptTokenHash);
      const row = await trx
        .updateTable('operator')
        .set({ totp_confirmed_at_ms: String(done.atMs), totp_last_step: String(done.step) })
        .where('id', '=', operatorId)
        .where('totp_sealed', '=', done.sealed)
        .where('totp_confirmed_at_ms', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      // A session that started with the password alone must not become one with both factors.
      await endTokens(trx, operatorId, done.keptTokenHash);
      await appendAudit(trx, companyId, done.atMs, done.audit);
      return true;
    });
  }

  changePassword(
    companyId: CompanyId,
    operatorId: number,
    done: OwnChange & { oldHash: string; hash: string },
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      await requireSession(trx, operatorId, done.keptTokenHash);
      const row = await trx
        .updateTable('operator')
        .set({ password_hash: done.hash, must_change_password: false })
        .where('id', '=', operatorId)
        .where('password_hash', '=', done.oldHash)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await endTokens(trx, operatorId, done.keptTokenHash);
      await appendAudit(trx, companyId, done.atMs, done.audit);
      return true;
    });
  }
}

/** Locks the operator until the end of the transaction. Throws SessionEndedError if the session has ended. */
async function requireSession(trx: Db, operatorId: number, tokenHash: Buffer): Promise<void> {
  await lockOperator(trx, operatorId);
  const session = trx.selectFrom('operator_token').select('operator_id').where('token_hash', '=', tokenHash);
  if ((await session.forShare().executeTakeFirst()) === undefined) throw new SessionEndedError('the session has ended');
}

async function endTokens(trx: Db, operatorId: number, kept: Buffer | null): Promise<void> {
  const ended = trx.deleteFrom('operator_token').where('operator_id', '=', operatorId);
  await (kept === null ? ended : ended.where('token_hash', '!=', kept)).execute();
}
