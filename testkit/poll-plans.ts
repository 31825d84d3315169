import { type PollPlan, parsePollConfig, planPoll } from '../apps/server/src/adapters/feeds/poll/poll-config.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';

/** Polling file of the tests; spread it to change it. */
export function samplePoll(url = 'https://rates.example/table.csv?key=SECRETKEY') {
  return {
    source: 'desk',
    url,
    everyMs: 1_000,
    symbol: 'pair',
    bid: 'bid',
    ask: 'ask',
    time: { column: 'as_of', unit: 'iso' },
    instruments: [
      { symbol: 'EUR', instrument: 'EURUSD', digits: 5, hours: 'sessions' },
      { symbol: 'JPY', instrument: 'USDJPY', digits: 3, hours: 'sessions' },
    ],
  };
}

/** Plans a polling file with the real catalogue. */
export function pollPlanOf(config: object): PollPlan {
  const parsed = parsePollConfig(JSON.stringify(config), 'poll.json');
  return planPoll(parsed, 'poll.json', quotedInstruments('real'), quotedInstruments('real'));
}
