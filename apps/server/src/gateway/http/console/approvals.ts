import { type ApprovalKind, approvalCalls } from '@candor/contracts/console/approvals';
import type { FastifyInstance } from 'fastify';
import type { ApprovalRefusal, SeenApproval } from '../../../services/approvals/approvals.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall } from './add-console-call.ts';
import { executionIn, type GovernedDeps } from './governed-calls.ts';
import { pageOf } from './list-query.ts';

/** The inbox of changes that need a second person (R-OPS-94). */
export function registerApprovalCalls(app: FastifyInstance, deps: GovernedDeps): void {
  const { approvals } = deps;
  addConsoleCall(app, deps, approvalCalls.list, async ({ operator, company, query }) => {
    if (query.sort !== 'id' || query.order !== 'DESC') throw invalidField('sort');
    const { rows, total } = await approvals.list(operator, company, query.view, pageOf(query));
    return { data: rows.map((row) => toRow(row, operator.id)), total };
  });
  addConsoleCall(app, deps, approvalCalls.one, async ({ operator, company, params }) => {
    const found = await approvals.find(operator, company, params.id);
    if (found === null) throw new RefusalError('approvalNotFound');
    return toRow(found, operator.id);
  });
  addConsoleCall(app, deps, approvalCalls.approve, async ({ operator, company, params, body }) => {
    const asked = { id: params.id, payloadHash: body.payload_hash };
    const outcome = await approvals.approve(operator, company, asked, executionIn(app, company));
    if (typeof outcome === 'string') throw refusal(outcome);
    if (outcome.refusal !== null) throw outcome.error;
    const seen = await approvals.find(operator, company, params.id);
    if (seen === null) throw new RefusalError('approvalNotFound');
    return { ...toRow(seen, operator.id), result: outcome.result };
  });
  addConsoleCall(app, deps, approvalCalls.refuse, async ({ operator, company, params, body }) =>
    toRow(orThrow(await approvals.refuse(operator, company, params.id, body.remark)), operator.id),
  );
  addConsoleCall(app, deps, approvalCalls.withdraw, async ({ operator, company, params }) =>
    toRow(orThrow(await approvals.withdraw(operator, company, params.id)), operator.id),
  );
}

function orThrow(outcome: ApprovalRefusal | SeenApproval): SeenApproval {
  if (typeof outcome === 'string') throw refusal(outcome);
  return outcome;
}

function refusal(name: ApprovalRefusal): RefusalError {
  return new RefusalError(name, name === 'notPermitted' ? { httpStatus: 403 } : {});
}

function toRow({ record, isExpired, aloneFromMs, hindrance }: SeenApproval, operatorId: number) {
  return {
    id: record.id,
    kind: record.kind,
    subject: record.subject,
    status: isExpired ? ('expired' as const) : record.status,
    changes: changesOf(record),
    author: record.author,
    reason: record.reason,
    requested_at: record.atMs,
    expires_at: record.expiresAtMs,
    alone_from: aloneFromMs,
    payload_hash: record.payloadHash,
    hindrance,
    is_own: record.authorId === operatorId,
    decided_by: record.decidedBy,
    decided_at: record.decidedAtMs,
    remark: record.remark,
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, in the order of the new values; about an operator all of them. */
function changesOf({ kind, before, after }: { readonly kind: ApprovalKind; before: Values; after: Values }) {
  return Object.keys(after)
    .map((field) => ({ field, before: toText(before[field]), after: toText(after[field]) }))
    .filter((change) => kind === 'operator' || change.before !== change.after);
}

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map((one) => toText(one) ?? '').join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
