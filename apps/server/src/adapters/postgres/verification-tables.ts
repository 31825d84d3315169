import type { CompanyId } from '@candor/domain/values/ids';
import { type Selectable, sql } from 'kysely';
import type {
  Decision,
  NewSubmission,
  SubmissionOutcome,
  VerificationRecord,
  VerificationStatus,
  VerificationStore,
} from '../../ports/documents.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { VerificationTable } from './document-schema.ts';
import { addMessage } from './outbox-rows.ts';
import type { UserTable } from './schema.ts';
import { toUser } from './user-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Maximum users with the first word among whom the others are looked for. */
const namedMax = 10_000;

/** Rolls back the transaction. */
class UploadMissingError extends Error {
  override readonly name = 'UploadMissingError';
}

/** Rolls back the transaction: front and back have the same pixels. */
class PicturesSameError extends Error {
  override readonly name = 'PicturesSameError';
}

/** Identity checks in PostgreSQL. */
export class VerificationTables implements VerificationStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async submit(submission: NewSubmission): Promise<SubmissionOutcome> {
    try {
      return await withTenant(this.#db, submission.companyId, (trx) => submitIn(trx, submission));
    } catch (error) {
      if (error instanceof UploadMissingError) return 'uploadNotFound';
      if (error instanceof PicturesSameError) return 'picturesSame';
      // Another user's submission with the same number was stored between the check and the write.
      if ((error as { constraint?: string }).constraint === 'verification_of_number') return 'documentNumberUsed';
      throw error;
    }
  }

  async latest(companyId: CompanyId, userId: number): Promise<VerificationRecord | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .selectFrom('verification')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : withUser(trx, row);
    });
  }

  async find(companyId: CompanyId, id: number): Promise<VerificationRecord | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx.selectFrom('verification').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : withUser(trx, row);
    });
  }

  async approvedNames(companyId: CompanyId, userIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    if (userIds.length === 0) return new Map();
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('verification')
        .select(['user_id', 'name_sealed'])
        .where('user_id', 'in', userIds)
        .where('status', '=', 'approved')
        .execute(),
    );
    return new Map(rows.flatMap(({ user_id, name_sealed }) => (name_sealed === null ? [] : [[user_id, name_sealed]])));
  }

  unindexedNames(companyId: CompanyId, limit: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = await trx
        .selectFrom('verification')
        .select(['id', 'user_id', 'name_sealed'])
        .where('status', '=', 'approved')
        .where('is_name_indexed', '=', false)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, userId: row.user_id, nameSealed: row.name_sealed }));
    });
  }

  indexName(companyId: CompanyId, id: number, userId: number, words: readonly Buffer[]): Promise<void> {
    return withTenant(this.#db, companyId, async (trx) => {
      await trx.deleteFrom('name_word').where('user_id', '=', userId).execute();
      if (words.length > 0)
        await trx
          .insertInto('name_word')
          .values(words.map((word) => ({ company_id: companyId, word, user_id: userId })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await trx.updateTable('verification').set({ is_name_indexed: true }).where('id', '=', id).execute();
    });
  }

  async usersNamed(companyId: CompanyId, words: readonly Buffer[], limit: number): Promise<readonly number[]> {
    const [first, ...others] = words;
    if (first === undefined) return [];
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<{ user_id: number }>`
        select user_id from (select user_id from name_word where word = ${first} order by user_id limit ${namedMax}) as found
        where not exists (
          select 1 from unnest(${others}::bytea[]) as other (word)
          where not exists (select 1 from name_word w where w.word = other.word and w.user_id = found.user_id))
        order by user_id limit ${limit}`.execute(trx),
    );
    return rows.map((row) => row.user_id);
  }

  async list(companyId: CompanyId, status: VerificationStatus, page: number, pageSize: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const all = trx.selectFrom('verification').where('status', '=', status);
      const { total } = await all.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await all
        .selectAll()
        .orderBy('id', status === 'waiting' ? 'asc' : 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      const users = await trx
        .selectFrom('app_user')
        .selectAll()
        .where('id', 'in', [0, ...rows.map((row) => row.user_id)])
        .execute();
      const byId = new Map(users.map((user) => [user.id, user]));
      return { records: rows.map((row) => toRecord(row, byId.get(row.user_id))), total: Number(total) };
    });
  }

  async decide(companyId: CompanyId, decision: Decision): Promise<boolean | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const decided = await trx
        .updateTable('verification')
        .set({
          status: decision.status,
          remark: decision.remark,
          reviewed_at_ms: String(decision.atMs),
          reviewed_by: decision.operatorId,
        })
        .where('id', '=', decision.id)
        .where('status', '=', 'waiting')
        .returningAll()
        .executeTakeFirst();
      if (decided === undefined) {
        const known = await trx
          .selectFrom('verification')
          .select('id')
          .where('id', '=', decision.id)
          .executeTakeFirst();
        return known === undefined ? null : false;
      }
      const { user } = await withUser(trx, decided);
      await addMessage(trx, companyId, decision.messageTo(user));
      await appendAudit(trx, companyId, decision.atMs, decision.audit);
      return true;
    });
  }
}

async function submitIn(trx: Db, submission: NewSubmission): Promise<SubmissionOutcome> {
  const { companyId, userId, clientId, frontUpload, reverseUpload } = submission;
  // One submission per user at a time.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  const refusal = (await repeatOf(trx, submission)) ?? (await standingOf(trx, submission));
  if (refusal !== null) return refusal;
  if (frontUpload === reverseUpload) return 'picturesSame';
  const uploads = new Set([frontUpload, reverseUpload]);
  const submittedAtMs = String(submission.submittedAtMs);
  const taken = await trx
    .updateTable('upload')
    .set({ submitted_at_ms: submittedAtMs })
    .where('id', 'in', [...uploads])
    .where('user_id', '=', userId)
    .where('sealed_key', 'is not', null)
    .returning(['id', 'content_index'])
    .execute();
  if (taken.length !== uploads.size) throw new UploadMissingError();
  const [one, other] = taken.map((row) => row.content_index);
  if (one != null && other != null && one.equals(other)) throw new PicturesSameError();
  await trx
    .insertInto('verification')
    .values({
      company_id: companyId,
      user_id: userId,
      name_sealed: Buffer.from(submission.nameSealed),
      number_sealed: Buffer.from(submission.numberSealed),
      number_index: Buffer.from(submission.numberIndex),
      front_upload: frontUpload,
      reverse_upload: reverseUpload,
      client_id: clientId,
      body_hash: submission.bodyHash,
      submitted_at_ms: submittedAtMs,
      reviewed_at_ms: null,
      reviewed_by: null,
    })
    .execute();
  return 'submitted';
}

async function repeatOf(trx: Db, { userId, clientId, bodyHash }: NewSubmission): Promise<SubmissionOutcome | null> {
  if (clientId === null) return null;
  const known = await trx
    .selectFrom('verification')
    .select('body_hash')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known === undefined) return null;
  return known.body_hash === bodyHash ? 'repeated' : 'idempotencyConflict';
}

async function standingOf(trx: Db, { userId, numberIndex }: NewSubmission): Promise<SubmissionOutcome | null> {
  const rows = await trx
    .selectFrom('verification')
    .select(['user_id', 'status'])
    .where('status', 'in', ['waiting', 'approved'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('number_index', '=', Buffer.from(numberIndex))]))
    .execute();
  const own = rows.find((row) => row.user_id === userId);
  if (own !== undefined) return own.status === 'approved' ? 'verificationApproved' : 'verificationWaiting';
  return rows.length > 0 ? 'documentNumberUsed' : null;
}

async function withUser(trx: Db, row: Selectable<VerificationTable>): Promise<VerificationRecord> {
  const user = await trx.selectFrom('app_user').selectAll().where('id', '=', row.user_id).executeTakeFirst();
  return toRecord(row, user);
}

function toRecord(row: Selectable<VerificationTable>, user: Selectable<UserTable> | undefined): VerificationRecord {
  if (user === undefined) throw new Error('Invariant: a submission has its user');
  return {
    id: row.id,
    user: toUser(user),
    status: row.status,
    nameSealed: row.name_sealed,
    numberSealed: row.number_sealed,
    frontUpload: row.front_upload,
    reverseUpload: row.reverse_upload,
    remark: row.remark,
    submittedAtMs: Number(row.submitted_at_ms),
    reviewedAtMs: row.reviewed_at_ms === null ? null : Number(row.reviewed_at_ms),
    reviewedBy: row.reviewed_by,
  };
}
