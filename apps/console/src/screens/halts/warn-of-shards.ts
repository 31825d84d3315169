import type { haltCalls } from '@candor/contracts/console/market';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { notify } from '../../parts/Notifications.tsx';

/** Warns of shards that a halt just begun or ended has not reached (R-RUN-77). */
export function warnOfShards({ shards_behind }: z.output<typeof haltCalls.end.answer>): void {
  if (shards_behind.length > 0) notify(text.halts.shardsBehind(shards_behind), 'warning');
}
