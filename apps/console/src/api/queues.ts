import { type DeskQueue, deskCalls } from '@candor/contracts/console/desk';
import type * as z from 'zod/mini';
import { type Loaded, useCall } from './use-call.ts';

export type QueueFigures = z.output<typeof deskCalls.queues.answer>['queues'][number];

/** Interval in which the counts are read; all parts of a page share one reading. */
const everyMs = 5_000;

/** Reads what waits in the queues that the operator may open. */
export function useQueues(): Loaded<z.output<typeof deskCalls.queues.answer>> & {
  readonly of: (name: DeskQueue) => QueueFigures | undefined;
} {
  const loaded = useCall(deskCalls.queues, {}, { everyMs });
  return { ...loaded, of: (name) => loaded.data?.queues.find((queue) => queue.name === name) };
}
