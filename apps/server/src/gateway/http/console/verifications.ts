import { verificationCalls } from '@candor/contracts/console/people';
import type { FastifyInstance } from 'fastify';
import type { VerificationRecord } from '../../../ports/documents.ts';
import type { Reviews } from '../../../services/documents/reviews.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

/** Identity checks: listed, opened with a record of the look, approved or rejected. */
export function registerVerificationCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly reviews: Reviews },
): void {
  const { reviews } = deps;
  addConsoleCall(app, deps, verificationCalls.list, async ({ company, query }) => {
    const { rows, total } = await reviews.list(company, query.status, query.page, query.per_page);
    return { data: rows.map(({ record, name }) => toRow(record, name)), total };
  });
  addConsoleCall(app, deps, verificationCalls.one, async ({ operator, company, params, query }) => {
    const opened = await reviews.open(company, operator.id, params.id, query.reason);
    if (opened === 'reason') throw invalidField('reason');
    if (opened === null) throw new RefusalError('verificationNotFound');
    const { record, name, number, frontUrl, reverseUrl } = opened;
    const { remark } = record;
    return { ...toRow(record, name), card_id: number, front_pic: frontUrl, reverse_pic: reverseUrl, remark };
  });
  addConsoleCall(app, deps, verificationCalls.approve, async ({ operator, company, params }) =>
    requireDecided(await reviews.approve(company, operator.id, params.id)),
  );
  addConsoleCall(app, deps, verificationCalls.reject, async ({ operator, company, params, body }) =>
    requireDecided(await reviews.reject(company, operator.id, params.id, body.remark)),
  );
}

function requireDecided(isDecided: boolean | null): null {
  if (isDecided === null) throw new RefusalError('verificationNotFound');
  if (!isDecided) throw new RefusalError('verificationDecided');
  return null;
}

function toRow(record: VerificationRecord, name: string) {
  return {
    id: record.id,
    uid: record.user.uid,
    name,
    client_language: record.user.language,
    status: record.status,
    submitted_at: record.submittedAtMs,
    reviewed_at: record.reviewedAtMs,
  };
}
