import { parseFixConfig } from '../apps/server/src/adapters/feeds/fix/fix-config.ts';
import { type FixPlan, planFix } from '../apps/server/src/adapters/feeds/fix/fix-plan.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';

/** Configuration of the FIX venue of the tests; spread it to change it. */
export function sampleFixConfig(port = 9_878) {
  return {
    source: 'lp',
    host: '127.0.0.1',
    port,
    encryption: 'private-line',
    senderCompId: 'MD',
    targetCompId: 'LP',
    username: 'desk',
    password: 'SECRETPASS',
    prices: 'tradeable',
    unchanged: 'connection',
    updates: 'incremental',
    instruments: [
      { symbol: 'EUR/USD', instrument: 'EURUSD', digits: 5, hours: 'sessions' },
      { symbol: 'USD/JPY', instrument: 'USDJPY', digits: 3, hours: 'sessions' },
    ],
  };
}

/** Plans a FIX configuration with the real catalogue. */
export function fixPlanOf(config: object, dataDir = '/tmp', mode: 'open' | 'real' = 'real'): FixPlan {
  const parsed = parseFixConfig(JSON.stringify(config), 'fix.json');
  return planFix(parsed, 'fix.json', dataDir, quotedInstruments(mode), quotedInstruments('real'));
}
