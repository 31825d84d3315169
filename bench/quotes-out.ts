import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Figure, median, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import type { ClientOrder, ClientReport, ClientSaid } from './quotes-out-clients.ts';
import type { Order, Served } from './quotes-out-server.ts';
import { messagesPerBatch, type Way, ways } from './quotes-out-ways.ts';

// Quotes of 36 instruments in one message to every socket: the product's own sockets against raw ones that write one
// buffer to each, the best server of the registry, and `ws` with a text for each. Server and clients are processes of
// their own.

interface Plan {
  readonly sockets: readonly number[];
  readonly slow: number;
  readonly rounds: number;
  readonly ms: number;
}

const plans: Record<Size, Plan> = {
  full: { sockets: [1_000, 5_000], slow: 10, rounds: 3, ms: 3_000 },
  tiny: { sockets: [20], slow: 2, rounds: 1, ms: 300 },
};

/** Pace of the product's flush. */
const pacedMs = 200;
/** Batches on their way while all go as fast as they can. */
const aheadMax = 3;
const cutWithinMs = 15_000;
const settleMs = 500;

const titles: Record<Way, string> = {
  raw: 'raw sockets, one buffer',
  best: 'uWebSockets, publish',
  naive: 'naive ws',
  single: 'naive ws, a message per quote',
  product: 'product',
};

const measures = [
  ['perSecond', 'messages of 36 quotes a second', '1/s'],
  ['us', 'processor time per message of 36 quotes', 'µs'],
  ['p99Ms', 'from price to client at 5 batches a second, p99', 'ms'],
  ['clientShare', 'share of a core that the clients use', ''],
] as const;
type Measure = (typeof measures)[number][0];
type Round = Record<Measure, number>;

const nameOf = (sockets: number, measure: string, way: Way) => `${sockets} sockets, ${measure}: ${titles[way]}`;
const cutName = (slow: number, way: Way) => `slow sockets that are cut, of ${slow}: ${titles[way]}`;

export const quotesOut: Suite = {
  name: 'quotes-out',
  figureNames(size) {
    const { sockets, slow } = plans[size];
    const all = sockets.flatMap((count) => measures.flatMap(([, what]) => ways.map((way) => nameOf(count, what, way))));
    return [...all, ...ways.map((way) => cutName(slow, way))];
  },
  async run(size, say) {
    const plan = plans[size];
    const figures: Figure[] = [];
    for (const sockets of plan.sockets) {
      const rounds = new Map<Way, Round[] | string>(ways.map((way) => [way, []]));
      // In turns, so that all meet the same machine.
      for (let round = 1; round <= plan.rounds; round += 1) {
        for (const way of ways) {
          say(`${sockets} sockets, round ${round} of ${plan.rounds}: ${titles[way]}`);
          const before = rounds.get(way);
          const measured = await measureRound(way, sockets, plan.ms);
          if (typeof measured === 'string') rounds.set(way, measured);
          else if (typeof before === 'object') before.push(measured);
        }
      }
      figures.push(...figuresOf(sockets, rounds));
    }
    for (const way of ways) {
      say(`${plan.slow} sockets that read nothing: ${titles[way]}`);
      const cut = await countCut(way, plan);
      const name = cutName(plan.slow, way);
      figures.push(typeof cut === 'string' ? toSkipped(name, '', cut) : toFigure(name, '', [cut]));
    }
    return figures;
  },
};

function figuresOf(sockets: number, rounds: ReadonlyMap<Way, readonly Round[] | string>): Figure[] {
  return measures.flatMap(([measure, what, unit]) => {
    const valuesOf = (way: Way) => {
      const own = rounds.get(way);
      return typeof own === 'object' ? own.map((round) => round[measure]) : [];
    };
    return ways.map((way) => {
      const own = rounds.get(way);
      const name = nameOf(sockets, what, way);
      if (typeof own !== 'object') return toSkipped(name, unit, own ?? '');
      const others = ways.filter((other) => way === 'product' && other !== way && valuesOf(other).length > 0);
      const against = measure === 'clientShare' ? [] : others.map((other) => [titles[other], median(valuesOf(other))]);
      return toFigure(name, unit, valuesOf(way), Object.fromEntries(against));
    });
  });
}

/** One server with its clients: at the product's pace, then as fast as it can. */
async function measureRound(way: Way, sockets: number, ms: number): Promise<Round | string> {
  const pair = await openPair(way, sockets, 0);
  if (typeof pair === 'string') return pair;
  try {
    await tickFor(pair, { kind: 'tick', everyMs: 1, ahead: aheadMax }, ms / 4);
    const paced = await tickFor(pair, { kind: 'tick', everyMs: pacedMs, ahead: Number.MAX_SAFE_INTEGER }, ms);
    const full = await tickFor(pair, { kind: 'tick', everyMs: 1, ahead: aheadMax }, ms);
    const messages = full.report.messages / messagesPerBatch(way);
    return {
      perSecond: (messages * 1_000) / full.report.ms,
      us: full.usedUs / messages,
      p99Ms: Math.max(1, paced.report.p99Ms),
      clientShare: full.report.ownShare,
    };
  } finally {
    await closePair(pair);
  }
}

/** Ticks as fast as the other sockets read, until the slow ones are cut. */
async function countCut(way: Way, { slow, ms }: Plan): Promise<number | string> {
  const pair = await openPair(way, slow * 5, slow);
  if (typeof pair === 'string') return pair;
  try {
    return (await tickFor(pair, { kind: 'tick', everyMs: 1, ahead: aheadMax }, Math.min(cutWithinMs, ms * 5))).cut;
  } finally {
    await closePair(pair);
  }
}

export interface Pair {
  readonly server: ChildProcess;
  readonly clients: ChildProcess;
}

/** Starts a server and its clients; returns the reason if this way cannot be served here. */
export async function openPair(way: Way, sockets: number, slow: number): Promise<Pair | string> {
  const server = start('quotes-out-server.ts', ['--serve', way]);
  const { port, missing } = await next<Served>(server);
  if (port === undefined) {
    await end(server);
    return `${missing}; see bench/rivals/README.md`;
  }
  const clients = start('quotes-out-clients.ts', ['--read']);
  const opened = next<ClientSaid>(clients);
  order(clients, { kind: 'open', port, sockets, slow, perBatch: messagesPerBatch(way) });
  await opened;
  clients.on('message', (said: ClientSaid) => {
    if (said.kind === 'received' && server.connected) order(server, { kind: 'received' });
  });
  return { server, clients };
}

/** Lets the server tick for a time, then reads what was sent and what arrived. */
export async function tickFor({ server, clients }: Pair, tick: Order, ms: number, restMs = settleMs) {
  order(clients, { kind: 'begin' });
  order(server, tick);
  await pause(ms);
  const stopped = next<Served>(server);
  order(server, { kind: 'stop' });
  const { usedUs = 0, cut = 0 } = await stopped;
  await pause(restMs);
  const reported = new Promise<ClientReport>((resolve) => {
    const onMessage = (said: ClientSaid) => {
      if (said.kind !== 'report') return;
      clients.off('message', onMessage);
      resolve(said);
    };
    clients.on('message', onMessage);
  });
  order(clients, { kind: 'report' });
  return { usedUs, cut, report: await reported };
}

function start(file: string, args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--import', 'tsx'] });
}

async function next<Said>(child: ChildProcess): Promise<Said> {
  const said = new AbortController();
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal: said.signal }) as Promise<[Said]>,
      once(child, 'exit', { signal: said.signal }).then(([code]) =>
        Promise.reject(new Error(`The process of the bench ended with ${code}`)),
      ),
    ]);
    return message;
  } finally {
    said.abort();
  }
}

function order(child: ChildProcess, what: Order | ClientOrder): void {
  child.send(what);
}

export async function closePair({ server, clients }: Pair): Promise<void> {
  await Promise.all([end(clients), end(server)]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
