import type { TickLog } from '../../ports/market.ts';
import { type PublisherDeps, TickPublisher } from './tick-publisher.ts';

/** Offsets that a new log leaves free above those known to be used: more than any core can be ahead. */
const offsetsLeft = 10_000_000;

/**
 * Publishes the market's ticks on a line from now on; to be called before the market starts. `usedOffset` is the highest
 * offset stored by any core: a log that ends below it was lost and begins above it, so that no offset is used twice.
 */
export async function publishTicks(
  deps: Omit<PublisherDeps, 'first'> & { readonly usedOffset: number },
): Promise<TickPublisher> {
  const { tickLog, usedOffset } = deps;
  if (tickLog.nextOffset < usedOffset) await tickLog.skipTo(usedOffset + offsetsLeft);
  return new TickPublisher({ ...deps, first: await firstOffset(tickLog) });
}

async function firstOffset(tickLog: Pick<TickLog, 'nextOffset' | 'readPieces'>): Promise<number> {
  for await (const [first] of tickLog.readPieces(0)) if (first !== undefined) return first.offset;
  return tickLog.nextOffset;
}
