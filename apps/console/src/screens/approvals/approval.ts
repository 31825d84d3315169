import type { approvalCalls } from '@candor/contracts/console/approvals';
import type * as z from 'zod/mini';

export type Approval = z.output<typeof approvalCalls.one.answer>;

/** Colour of a state; it adds no meaning of its own. */
export function toneOf(status: Approval['status']): 'waiting' | 'good' | 'bad' | 'quiet' {
  if (status === 'waiting' || status === 'approved') return 'waiting';
  if (status === 'done') return 'good';
  return status === 'refused' || status === 'failed' ? 'bad' : 'quiet';
}
