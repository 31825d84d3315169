import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import type { Start } from './open-adapters.ts';
import { connectLine } from './open-lines.ts';
import type { Market } from './ports/market.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { RemoteCore } from './trading/remote/remote-core.ts';

/** Opens the trading core of another process, and the journal that it writes. */
export async function openRemoteCore(
  start: Start,
  { core }: Pick<Databases, 'core'>,
  market: Pick<Market, 'specs'>,
): Promise<{ readonly core: RemoteCore; readonly journal: PostgresJournal }> {
  const journal = new PostgresJournal(core.pool);
  const remote = new RemoteCore({
    client: connectLine(start, 'core-0'),
    journal,
    specs: market.specs(),
    fallbackPolicy,
    clock: systemClock,
    onError: (error) => start.log.warn({ err: error }, 'core'),
    onFatal: start.fail,
  });
  start.stops.push(async () => remote.close());
  return { core: remote, journal };
}
