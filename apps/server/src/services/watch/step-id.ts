import { createHash } from 'node:crypto';

/** An id of its own for one step with one payment: the same after a crash, so that the core answers what it decided. */
export function stepId(companyId: number, externalId: string, step: string): string {
  return createHash('sha256').update(`${companyId}/${step}/${externalId}`).digest('hex').slice(0, 32);
}
