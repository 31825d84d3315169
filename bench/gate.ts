import { median, type Suite, toFigure } from './figure.ts';
import { orderWithin } from './gate-order.ts';
import {
  decidedOrder,
  encodedEntry,
  firedOrder,
  hashedEntry,
  manyIds,
  manyTriggers,
  type Pair,
  quietTick,
  readEntry,
  watchedAccount,
} from './gate-pairs.ts';
import { GateQuotes, GateServers } from './gate-servers.ts';

// Figures that no change may make much worse. Each is a ratio of processor times that are taken in turns within one run, so
// that other work on the machine slows both sides down alike: `npm run bench -- --only gate`. A bound is about one and a
// half times what was measured: a busy machine does not reach it, twice the work does.

interface Gate {
  readonly name: string;
  /** Least and greatest median of runs on two cores at a load of 10 to 22. */
  readonly measured: string;
  readonly bound: number;
  /** Fault that the figure finds. */
  readonly why: string;
}

/** Figures within one process. */
const pairs: readonly (Gate & { readonly pair: () => Pair })[] = [
  {
    name: 'quiet tick: 100,000 triggers to 1,000',
    measured: '0.97 to 1.04',
    bound: 1.5,
    why: 'a quote that reads more than the nearest triggers',
    pair: manyTriggers,
  },
  {
    name: 'quiet tick to JSON.stringify of its quote',
    measured: '0.091 to 0.102',
    bound: 0.145,
    why: 'more work for every quote',
    pair: quietTick,
  },
  {
    name: 'fired order to a scan of ten orders at each quote',
    measured: '0.062 to 0.076',
    bound: 0.105,
    why: 'more work for an order that a price closes',
    pair: firedOrder,
  },
  {
    name: 'decided order to JSON.stringify of its events',
    measured: '0.88 to 1.07',
    bound: 1.5,
    why: 'more work to decide and apply an order',
    pair: decidedOrder,
  },
  {
    name: 'encoded entry to JSON.stringify of the same',
    measured: '0.41 to 0.48',
    bound: 0.7,
    why: 'an entry that is written twice or by a slower way',
    pair: encodedEntry,
  },
  {
    name: 'hashed entry to SHA-256 of its JSON',
    measured: '1.00 to 1.05',
    bound: 1.5,
    why: 'an entry that is hashed twice or copied before',
    pair: hashedEntry,
  },
  {
    name: 'id remembered: among 100,000 to among 1,000',
    measured: '1.3 to 1.5',
    bound: 2.2,
    why: 'an order that costs more with the ids in memory',
    pair: manyIds,
  },
  {
    name: 'entry read to JSON.parse of the same',
    measured: '1.52 to 1.67',
    bound: 2.4,
    why: 'a slower restart',
    pair: readEntry,
  },
  {
    name: 'line of a watched account to floats with JSON.stringify',
    measured: '0.77 to 0.88',
    bound: 1.25,
    why: 'figures that are calculated or written again without need',
    pair: watchedAccount,
  },
];

/** Figures of servers, with their clients in other processes. */
const served = {
  quotes: {
    name: 'message of 36 quotes to naive ws',
    measured: '0.17 to 0.22',
    bound: 0.27,
    why: 'a text or a frame made for each socket',
  },
  list: {
    name: 'trade_list to an empty route',
    measured: '0.99 to 1.30',
    bound: 1.5,
    why: 'an answer that is made again, or that takes the way of the framework',
  },
  charts: {
    name: 'kline to an empty route',
    measured: '1.07 to 1.41',
    bound: 1.7,
    why: 'the same',
  },
  within: {
    name: 'order within the process to JSON of its answer',
    measured: '8.5 to 9.4',
    bound: 12.5,
    why: 'promises, texts and objects that an order does not need',
  },
  order: {
    name: 'order over a socket to an empty route',
    measured: '3.3 to 4.8',
    bound: 5.8,
    why: 'more work on the trading thread for an order',
  },
} satisfies Record<string, Gate>;

export const gates: readonly Gate[] = [...pairs, ...Object.values(served)];

const pairRounds = { warmUp: 15, count: 41 };
const quoteRounds = { warmUp: 2, count: 7 };
const callRounds = { warmUp: 1, count: 9 };
const orderRounds = { warmUp: 1, count: 9 };

export const gate: Suite = {
  name: 'gate',
  figureNames: () => gates.map(({ name }) => name),
  async run(_size, say) {
    // They start while the others are measured.
    const starting = Promise.all([GateServers.start(), GateQuotes.start()]);
    starting.catch(() => undefined);
    const ratios = new Map<string, readonly number[]>();
    const measure = async (one: Gate, pair: TimedPair, rounds: Rounds) => {
      say(one.name);
      ratios.set(one.name, await measureRatios(pair, rounds, one.bound));
    };
    try {
      for (const one of pairs) await measure(one, one.pair(), pairRounds);
      await measure(served.within, await orderWithin(), pairRounds);
      const [servers, quotes] = await starting;
      await measure(served.quotes, quotes, quoteRounds);
      await servers.warmUp([servers.list, servers.charts, servers.emptyGet]);
      await measure(served.list, { product: servers.list, rival: servers.emptyGet }, callRounds);
      await measure(served.charts, { product: servers.charts, rival: servers.emptyGet }, callRounds);
      // Last: orders leave work behind.
      await servers.warmUp([servers.order, servers.emptyPost]);
      await measure(served.order, { product: servers.order, rival: servers.emptyPost }, orderRounds);
    } finally {
      // Also after a fault: a server that goes on would keep the command from ending.
      const started = await starting.catch(() => []);
      await Promise.all(started.map((one) => one.stop()));
    }
    return gates.map(({ name, bound }) => toFigure(name, '×', ratios.get(name) ?? [], { 'the bound': bound }));
  },
};

interface TimedPair {
  readonly product: () => number | Promise<number>;
  readonly rival: () => number | Promise<number>;
}

interface Rounds {
  readonly warmUp: number;
  readonly count: number;
}

/** Measures both sides in turns; once more if the bound is exceeded, because other work may have met one side only. */
async function measureRatios(pair: TimedPair, rounds: Rounds, bound: number): Promise<readonly number[]> {
  const first = await measureOnce(pair, rounds);
  if (median(first) <= bound) return first;
  const second = await measureOnce(pair, { ...rounds, warmUp: 0 });
  return median(second) < median(first) ? second : first;
}

async function measureOnce({ product, rival }: TimedPair, { warmUp, count }: Rounds): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = -warmUp; round < count; round += 1) {
    let own = 0;
    if (round % 2 === 0) own = await product();
    const theirs = await rival();
    if (round % 2 !== 0) own = await product();
    if (round >= 0) ratios.push(own / theirs);
  }
  return ratios;
}
