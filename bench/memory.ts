import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { evolve } from '@candor/domain/engine/evolve';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import type { EngineState } from '@candor/domain/engine/state';
import { decodeDecision, encodeDecision } from '../apps/server/src/trading/codec.ts';
import { type Figure, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { always, makeState, openOrderOf, orderOpened } from './populations.ts';
import { closePair, openPair, tickFor } from './quotes-out.ts';

// Memory of open orders, and of sockets that watch the whole market, each in a process that does nothing else.

const plans: Record<Size, { orders: number; accounts: number; sockets: number; rounds: number }> = {
  full: { orders: 100_000, accounts: 1_000, sockets: 10_000, rounds: 3 },
  tiny: { orders: 500, accounts: 10, sockets: 200, rounds: 1 },
};
const fewSockets = 100;
const tickMs = 500;
type Plan = (typeof plans)[Size];

interface Probe {
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly storedBytes: number;
}

const rssName = ({ orders }: Plan) => `memory (RSS) of ${orders} open orders`;
const heapName = ({ orders }: Plan) => `heap of ${orders} open orders`;
const socketsName = ({ sockets }: Plan) => `memory (RSS) of a server of quotes with ${sockets} sockets`;

export const memory: Suite = {
  name: 'memory',
  figureNames: (size) => [rssName, heapName, socketsName].map((nameOf) => nameOf(plans[size])),
  async run(size, say) {
    const plan = plans[size];
    const probes: Probe[] = [];
    for (let round = 0; round < plan.rounds; round += 1) probes.push(await probe(plan));
    const megabytes = (pick: (one: Probe) => number) => probes.map((one) => pick(one) / 1e6);
    const against = { 'the same orders as stored': (probes[0]?.storedBytes ?? Number.NaN) / 1e6 };
    return [
      toFigure(
        rssName(plan),
        'MB',
        megabytes((one) => one.rssBytes),
        against,
      ),
      toFigure(
        heapName(plan),
        'MB',
        megabytes((one) => one.heapBytes),
        against,
      ),
      await measureSockets(plan, say),
    ];
  },
};

/** Measures a server of the product's sockets in rounds, and once with a few sockets. */
async function measureSockets({ sockets, rounds, ...plan }: Plan, say: (text: string) => void): Promise<Figure> {
  const name = socketsName({ sockets, rounds, ...plan });
  const few = await megabytesOfServer(fewSockets);
  if (few === null) return toSkipped(name, 'MB', 'this system has no /proc');
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    say(`${sockets} sockets, round ${round}`);
    values.push((await megabytesOfServer(sockets)) ?? Number.NaN);
  }
  return toFigure(name, 'MB', values, { [`one with ${fewSockets}`]: few });
}

/** Opens sockets to a server and returns its memory; null on systems without /proc. */
async function megabytesOfServer(sockets: number): Promise<number | null> {
  const pair = await openPair('product', sockets, 0);
  if (typeof pair === 'string') throw new Error(pair);
  try {
    // Once every socket has got a batch, every subscription has been read.
    await tickFor(pair, { kind: 'tick', everyMs: tickMs, ahead: 1 }, 2 * tickMs);
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pair.server.pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : (Number(kilobytes) * 1_024) / 1e6;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    await closePair(pair);
  }
}

async function probe(plan: Plan): Promise<Probe> {
  const execArgv = ['--expose-gc', '--import', 'tsx'];
  const child = fork(fileURLToPath(import.meta.url), ['--probe', JSON.stringify(plan)], { execArgv });
  const [result] = (await once(child, 'message')) as [Probe];
  if (child.exitCode === null) await once(child, 'exit');
  return result;
}

/** Measures the memory of a number of orders added to as many others, decoded from the journal as after a restart. */
function fillAndMeasure({ orders, accounts }: Plan): Probe {
  const state = makeState(2 * accounts);
  // The first half covers what a process needs regardless of orders: code and the young heap.
  fill(state, 1, orders, accounts);
  const before = process.memoryUsage();
  const storedBytes = fill(state, orders + 1, 2 * orders, accounts);
  const after = process.memoryUsage();
  if (state.orderAccounts.size !== 2 * orders) throw new Error('Every order is open');
  const heapBytes = after.heapUsed - before.heapUsed;
  return { rssBytes: Math.max(after.rss - before.rss, heapBytes), heapBytes, storedBytes };
}

function fill(state: EngineState, from: number, to: number, accounts: number): number {
  let bytes = 0;
  for (let id = from; id <= to; id += 1) {
    const event = orderOpened(state, openOrderOf(state, id, 1 + (id % (2 * accounts)), [20_000, 20_000]));
    const text = encodeDecision({ kind: 'done', events: [event] });
    bytes += text.length;
    const decision = decodeDecision(text);
    if (decision.kind === 'done') for (const one of decision.events) evolve(state, one);
  }
  recheckMargin(state, always, Date.now());
  // The first collection frees pages and buffers, the further ones give them back to the system.
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  return bytes;
}

if (process.argv.includes('--probe')) {
  const plan = JSON.parse(process.argv.at(-1) ?? '') as Plan;
  process.send?.(fillAndMeasure(plan), () => process.disconnect());
}
