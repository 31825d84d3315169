import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { evolve } from '@candor/domain/engine/evolve';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import type { EngineState } from '@candor/domain/engine/state';
import { decodeDecision, encodeDecision } from '../apps/server/src/trading/codec.ts';
import { type Size, type Suite, toFigure } from './figure.ts';
import { always, makeState, openOrderOf, orderOpened } from './populations.ts';

// Memory of open orders, in a process that does nothing else.

const plans: Record<Size, { orders: number; accounts: number; rounds: number }> = {
  full: { orders: 100_000, accounts: 1_000, rounds: 3 },
  tiny: { orders: 500, accounts: 10, rounds: 1 },
};
type Plan = (typeof plans)[Size];

interface Probe {
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly storedBytes: number;
}

const rssName = ({ orders }: Plan) => `memory (RSS) of ${orders} open orders`;
const heapName = ({ orders }: Plan) => `heap of ${orders} open orders`;

export const memory: Suite = {
  name: 'memory',
  figureNames: (size) => [rssName(plans[size]), heapName(plans[size])],
  async run(size) {
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
    ];
  },
};

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
  globalThis.gc?.();
  return bytes;
}

if (process.argv.includes('--probe')) {
  const plan = JSON.parse(process.argv.at(-1) ?? '') as Plan;
  process.send?.(fillAndMeasure(plan), () => process.disconnect());
}
