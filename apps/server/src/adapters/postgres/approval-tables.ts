import type { CompanyId } from '@candor/domain/values/ids';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type {
  ApprovalDecision,
  ApprovalRecord,
  ApprovalStore,
  ApprovalView,
  NewApproval,
  ProposalLimits,
  SecondPersons,
} from '../../ports/approvals.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { OperatorRole } from '../../ports/operators.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { ApprovalTable } from './operate-schema.ts';
import { addMessage } from './outbox-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Unique among the advisory locks with two keys. */
const lockClass = 4_212;
/** Maximum operators who get a mail of one request. */
const mailedMax = 50;

type Row = Selectable<ApprovalTable> & { readonly author: string; readonly decider: string | null };

/** Changes that need a second person, in PostgreSQL; the database keeps what was proposed and decided. */
export class ApprovalTables implements ApprovalStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add(
    companyId: CompanyId,
    request: NewApproval,
    limits: ProposalLimits,
    { audit, message }: Parameters<ApprovalStore['add']>[3],
  ): Promise<number | 'too-many' | 'too-often'> {
    return withTenant(this.#db, companyId, async (trx) => {
      // Requests are added one after another, so that neither the limit nor the same request is exceeded.
      await sql`select pg_advisory_xact_lock(${lockClass}, ${companyId}::integer)`.execute(trx);
      // Expired ones leave the waiting, so that these stay few.
      await trx
        .updateTable('approval')
        .set({ status: 'expired' })
        .where('status', '=', 'waiting')
        .where('expires_at_ms', '<=', String(request.atMs))
        .execute();
      const waiting = await trx
        .selectFrom('approval')
        .select(['id', 'payload_hash', 'at_ms', 'author_id'])
        .where('status', '=', 'waiting')
        .execute();
      const same = waiting.find(
        ({ payload_hash, at_ms }) => payload_hash === request.payloadHash && Number(at_ms) >= limits.sameSinceMs,
      );
      if (same !== undefined) return same.id;
      const own = waiting.filter(({ author_id }) => author_id === request.authorId).length;
      if (waiting.length >= limits.waitingMax || own >= limits.ownMax) return 'too-many';
      if (await isTooOften(trx, request.authorId, limits)) return 'too-often';
      const { id } = await trx
        .insertInto('approval')
        .values({
          company_id: companyId,
          kind: request.kind,
          call: request.call,
          subject: request.subject,
          before: JSON.stringify(request.before),
          after: JSON.stringify(request.after),
          params: JSON.stringify(request.params),
          body: JSON.stringify(request.body),
          reason: request.reason,
          author_id: request.authorId,
          payload_hash: request.payloadHash,
          at_ms: String(request.atMs),
          expires_at_ms: String(request.expiresAtMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await appendAudit(trx, companyId, request.atMs, audit(id));
      const others = await trx
        .selectFrom('operator')
        .select('email')
        .where('is_disabled', '=', false)
        .where('id', '!=', request.authorId)
        .where('role', 'in', [...limits.roles])
        .orderBy('id')
        .limit(mailedMax)
        .execute();
      for (const { email } of others) await addMessage(trx, companyId, message(id, email));
      return id;
    });
  }

  async find(companyId: CompanyId, id: number): Promise<ApprovalRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      approvalRows(trx).where('approval.id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : toRecord(row);
  }

  list(companyId: CompanyId, view: ApprovalView, { offset, limit }: { offset: number; limit: number }) {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = await approvalRows(trx)
        .where((row) => isSeen(row, view))
        .orderBy('approval.id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await trx
        .selectFrom((from) =>
          from
            .selectFrom('approval')
            .select('id')
            .where((row) => isSeen(row, view))
            .limit(countMax)
            .as('some'),
        )
        .select((row) => row.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows: rows.map(toRecord), total: Number(total) };
    });
  }

  decide(
    companyId: CompanyId,
    id: number,
    { status, operatorId, atMs, remark, audit }: ApprovalDecision,
    message: (to: string) => NewMessage | null,
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .updateTable('approval')
        .set({ status, decided_by: operatorId, decided_at_ms: String(atMs), remark })
        .where('id', '=', id)
        .where((waiting) => isWaiting(waiting, atMs))
        .returning('author_id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await appendAudit(trx, companyId, atMs, audit);
      const author = trx.selectFrom('operator').select('email').where('id', '=', row.author_id);
      await addMessage(trx, companyId, message((await author.executeTakeFirstOrThrow()).email));
      return true;
    });
  }

  async finish(companyId: CompanyId, id: number, failure: string | null): Promise<void> {
    await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('approval')
        .set(failure === null ? { status: 'done' } : { status: 'failed', remark: failure })
        .where('id', '=', id)
        .where('status', '=', 'approved')
        .execute(),
    );
  }

  secondPersons(
    companyId: CompanyId,
    authorId: number,
    roles: readonly OperatorRole[],
    leftSinceMs: number,
  ): Promise<SecondPersons> {
    return withTenant(this.#db, companyId, async (trx) => {
      const others = await trx
        .selectFrom('operator')
        .select((row) => row.fn.countAll<string>().as('count'))
        .where('id', '!=', authorId)
        .where((row) =>
          row.or([
            row.and([row('is_disabled', '=', false), row('role', 'in', [...roles])]),
            row('left_at_ms', '>', String(leftSinceMs)),
          ]),
        )
        .executeTakeFirstOrThrow();
      const left = await trx
        .selectFrom('operator')
        .select((row) => row.fn.max('left_at_ms').as('at'))
        .where('id', '!=', authorId)
        .executeTakeFirstOrThrow();
      const trader = await trx
        .selectFrom('app_user')
        .select('id')
        .where('is_demo', '=', false)
        .limit(1)
        .executeTakeFirst();
      const lastLeftMs = left.at === null ? null : Number(left.at);
      return { count: Number(others.count), lastLeftMs, hasTraders: trader !== undefined };
    });
  }
}

/** True if the author's last `ownMax` requests were all made since `dayAgoMs`. */
async function isTooOften(trx: Db, authorId: number, { ownMax, dayAgoMs }: ProposalLimits): Promise<boolean> {
  const oldest = await trx
    .selectFrom('approval')
    .select('at_ms')
    .where('author_id', '=', authorId)
    .orderBy('id', 'desc')
    .offset(ownMax - 1)
    .limit(1)
    .executeTakeFirst();
  return oldest !== undefined && Number(oldest.at_ms) > dayAgoMs;
}

/** A list's total is counted up to here. */
const countMax = 100_001;

type Where = ExpressionBuilder<{ approval: ApprovalTable }, 'approval'>;

function isWaiting(row: Where, nowMs: number) {
  return row.and([row('approval.status', '=', 'waiting'), row('approval.expires_at_ms', '>', String(nowMs))]);
}

function isSeen(row: Where, view: ApprovalView) {
  if (view.kind === 'own') return row('approval.author_id', '=', view.operatorId);
  const waiting = isWaiting(row, view.nowMs);
  return view.kind === 'waiting' ? waiting : row.not(waiting);
}

function approvalRows(trx: Db) {
  return trx
    .selectFrom('approval')
    .innerJoin('operator as by', 'by.id', 'approval.author_id')
    .leftJoin('operator as second', 'second.id', 'approval.decided_by')
    .selectAll('approval')
    .select(['by.email as author', 'second.email as decider']);
}

function toRecord(row: Row): ApprovalRecord {
  return {
    id: row.id,
    kind: row.kind,
    call: row.call,
    subject: row.subject,
    before: JSON.parse(row.before) as ApprovalRecord['before'],
    after: JSON.parse(row.after) as ApprovalRecord['after'],
    params: JSON.parse(row.params) as unknown,
    body: JSON.parse(row.body) as unknown,
    reason: row.reason,
    authorId: row.author_id,
    author: row.author,
    payloadHash: row.payload_hash,
    atMs: Number(row.at_ms),
    expiresAtMs: Number(row.expires_at_ms),
    status: row.status,
    decidedBy: row.decider ?? '',
    decidedAtMs: row.decided_at_ms === null ? null : Number(row.decided_at_ms),
    remark: row.remark,
  };
}
