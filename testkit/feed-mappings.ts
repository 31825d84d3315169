import { type FeedPlan, planFeed } from '../apps/server/src/adapters/feeds/websocket/feed-plan.ts';
import { parseMapping } from '../apps/server/src/adapters/feeds/websocket/mapping.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';

/** Mapping of the venue of the tests, with every optional part; spread it to change it. */
export function sampleMapping(url = 'wss://venue.example/stream?key=SECRETKEY') {
  return {
    source: 'fake',
    url,
    prices: 'tradeable',
    unchanged: 'heartbeats',
    subscribe: [{ op: 'subscribe', symbols: '{symbols}' }],
    subscribeEveryMs: 0,
    frames: [
      { when: { t: 'q' }, use: 'quotes' },
      { when: { t: 'hb' }, use: 'heartbeat' },
      { when: { t: 'ack' }, use: 'ignore' },
      { when: { t: 'halt' }, use: 'doubt' },
      { when: { t: 'err' }, use: 'error', text: 'why' },
    ],
    quote: {
      symbol: 's',
      bid: 'b',
      ask: 'a',
      bidSize: 'bs',
      askSize: 'as',
      time: { path: 'ts', unit: 'ms' },
    },
    instruments: [
      { symbol: 'BTC-USD', instrument: 'BTCUSD', digits: 2, hours: 'always' },
      { symbol: 'XRP-USD', instrument: 'XRPUSD', digits: 5, hours: 'always' },
    ],
  };
}

/** Plans a mapping with the real catalogue. */
export function planOf(mapping: object, mode: 'open' | 'real' = 'open'): FeedPlan {
  const parsed = parseMapping(JSON.stringify(mapping), 'feed.json');
  return planFeed(parsed, 'feed.json', quotedInstruments(mode), quotedInstruments('real'));
}

/** A frame with a quote, as the sample describes it. */
export function quoteFrame(symbol: string, bid: unknown, ask: unknown, timeMs: number, more: object = {}): object {
  return { t: 'q', s: symbol, b: bid, a: ask, bs: '1', as: '2', ts: timeMs, ...more };
}
