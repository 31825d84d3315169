import type { CanClose } from '@candor/domain/engine/settle-account';
import type { EngineState } from '@candor/domain/engine/state';
import type { ServerPorts } from './compose.ts';
import type { LoggedQuote } from './ports/market.ts';
import { closeAgeMaxMs } from './services/trade/trading-policy.ts';
import { startTradingCore, type TradingCore, type TradingCoreDeps } from './trading/trading-core.ts';

/** Decides again all that the journal holds, and takes in the ticks since. */
export function startCore(
  { journal, clock, steps, clockMarks, market, tickLog, lease }: ServerPorts,
  state: EngineState,
  onFatal: (error: Error) => void,
): Promise<TradingCore> {
  const canClose: CanClose = (id) => market.state(id).kind === 'open' && market.ageMs(id) <= closeAgeMaxMs;
  const marketNow: TradingCoreDeps['marketNow'] = (id) => ({ kind: market.state(id).kind, ageMs: market.ageMs(id) });
  return startTradingCore({
    journal,
    state,
    clock,
    ...(steps === undefined ? {} : { steps }),
    ...(clockMarks === undefined ? {} : { clockMarks }),
    canClose,
    marketNow,
    ticksFrom: (offset) => tickLog?.readPieces(offset) ?? noTicks(),
    isSpreadWide: (quote) => market.isSpreadWide(quote),
    isCaughtUp: () => market.isCaughtUp,
    ticksStored: (offset) => tickLog?.stored(offset) ?? Promise.resolve(),
    ...(lease === undefined ? {} : { lease }),
    onFatal,
  });
}

async function* noTicks(): AsyncGenerator<readonly LoggedQuote[]> {}
