import type { CompanyId } from '@candor/domain/values/ids';

export const queueNames = ['messages', 'deposits', 'withdrawals'] as const;
/** `messages`: due and not sent; `deposits` and `withdrawals`: requests that nobody has decided or carried out. */
export type QueueName = (typeof queueNames)[number];

/** Entries that wait in a queue, at most a thousand, and the time since which the oldest does; null if none does. */
export interface Queue {
  readonly count: number;
  readonly sinceMs: number | null;
}

/** Reads what waits at a company, each queue by an index of what waits: history costs nothing. */
export interface WorkQueues {
  read(companyId: CompanyId, nowMs: number): Promise<Readonly<Record<QueueName, Queue>>>;
}
