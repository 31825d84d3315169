import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type Product, startProduct, unlimited } from '../testkit/product.ts';
import { type Figure, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { type LoadResult, runLoad } from './load-client.ts';
import { type MixedLoad, type MixedParts, prepareMixedLoad, runMixedLoad } from './mixed-load.ts';
import { processorTime } from './thread-time.ts';

// Delay of the trading thread's event loop under every load at once, compared with the idle thread, and its processor
// time per order when there are only orders.

interface Plan extends MixedLoad {
  readonly windows: number;
  readonly ordersMs: number;
}

const plans: Record<Size, Plan> = {
  full: { orderClients: 64, sockets: 1_000, callers: 2, windows: 3, ordersMs: 6_000 },
  tiny: { orderClients: 4, sockets: 20, callers: 1, windows: 1, ordersMs: 500 },
};

const quantiles = ['p50', 'p99', 'max'] as const;
type Delay = Record<`${(typeof quantiles)[number]}_ms`, number>;

const idleName = (quantile: string) => `trading thread's delay, idle, ${quantile}`;
const loadedName = (quantile: string) => `trading thread's delay, mixed load, ${quantile}`;
const aloneNames = {
  thread: "trading thread's processor time per order",
  program: "whole program's processor time per order",
  p50: 'orders alone, p50',
  p99: 'orders alone, p99',
} as const;
const orderNames = { p50: 'orders beside the mixed load, p50', p99: 'orders beside the mixed load, p99' } as const;
/** Resolution of the monitor. */
const leastMs = 0.1;

export const eventLoop: Suite = {
  name: 'event-loop',
  figureNames: () => [
    ...Object.values(aloneNames),
    ...quantiles.map(idleName),
    ...quantiles.map(loadedName),
    ...Object.values(orderNames),
  ],
  async run(size, say) {
    const plan = plans[size];
    const dataDir = mkdtempSync(join(tmpdir(), 'candor-loop-'));
    const product = await startProduct({ dataDir, env: unlimited });
    try {
      const parts = await prepareMixedLoad(product, dataDir, plan);
      say(`${plan.orderClients} order clients alone`);
      const alone = await ordersAlone(product, parts, plan);
      say('idle');
      await nextWindow(product);
      const idle = await windowsOf(product, plan.windows);
      say(`${plan.orderClients} order clients, ${plan.sockets} sockets, old candles, statements, pictures, exports`);
      const ms = (plan.windows + 1) * (await windowMs(product)) + 2_000;
      const loading = runMixedLoad(parts, plan, ms);
      // The first window is partly idle and left out.
      await nextWindow(product);
      const loaded = await windowsOf(product, plan.windows);
      const { orders, answers, pushes } = await loading;
      say(`${JSON.stringify(answers)}, ${pushes} messages pushed, ${Math.round(orders.perSecond)} orders a second`);
      return [...alone, ...figuresOf(idle, loaded, orders)];
    } finally {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

/**
 * Measures orders without any other load: latency, and processor time until the tables hold them. The first round warms
 * up.
 */
async function ordersAlone(product: Product, { tokens }: MixedParts, plan: Plan): Promise<Figure[]> {
  const pid = product.process.pid ?? 0;
  const load = { port: Number(new URL(product.url).port), tokens: tokens.slice(0, plan.orderClients), instrumentId: 1 };
  const rounds: { readonly result: LoadResult; readonly threadUs: number; readonly programUs: number }[] = [];
  for (let round = 0; round <= plan.windows; round += 1) {
    const before = processorTime(pid);
    const result = await runLoad({ ...load, ms: plan.ordersMs });
    // Answered once the tables hold every order.
    await call(product.callUrl, '/v1/api/forex/my_deal?status=3', null, load.tokens[0]);
    const after = processorTime(pid);
    const orders = (result.perSecond * plan.ordersMs) / 1_000;
    const usPerOrder = (used: 'mainMs' | 'allMs') =>
      before === null || after === null ? Number.NaN : ((after[used] - before[used]) * 1_000) / orders;
    if (round > 0) rounds.push({ result, threadUs: usPerOrder('mainMs'), programUs: usPerOrder('allMs') });
  }
  const figureOf = (name: string, unit: string, values: readonly number[]) =>
    values.some(Number.isNaN) ? toSkipped(name, unit, 'the system does not tell') : toFigure(name, unit, values);
  return [
    figureOf(
      aloneNames.thread,
      'µs',
      rounds.map(({ threadUs }) => threadUs),
    ),
    figureOf(
      aloneNames.program,
      'µs',
      rounds.map(({ programUs }) => programUs),
    ),
    toFigure(
      aloneNames.p50,
      'ms',
      rounds.map(({ result }) => result.p50Ms),
    ),
    toFigure(
      aloneNames.p99,
      'ms',
      rounds.map(({ result }) => result.p99Ms),
    ),
  ];
}

function figuresOf(
  idle: readonly Delay[],
  loaded: readonly Delay[],
  orders: { p50Ms: number; p99Ms: number },
): Figure[] {
  const rounds = (delays: readonly Delay[], quantile: (typeof quantiles)[number]) =>
    delays.map((delay) => Math.max(leastMs, delay[`${quantile}_ms`]));
  const quiet = quantiles.map((quantile) => toFigure(idleName(quantile), 'ms', rounds(idle, quantile)));
  const busy = quantiles.map((quantile, at) =>
    toFigure(loadedName(quantile), 'ms', rounds(loaded, quantile), { idle: quiet[at]?.value ?? leastMs }),
  );
  return [
    ...quiet,
    ...busy,
    toFigure(orderNames.p50, 'ms', [orders.p50Ms]),
    toFigure(orderNames.p99, 'ms', [orders.p99Ms]),
  ];
}

interface Told {
  readonly window_ms: number;
  readonly delay: Delay | null;
}

async function toldBy({ callUrl }: Product): Promise<Told> {
  const answer = await fetch(`${callUrl}/readyz`);
  return ((await answer.json()) as { trading_thread: Told }).trading_thread;
}

async function windowMs(product: Product): Promise<number> {
  return (await toldBy(product)).window_ms;
}

/** Resolves to the figures of the next window. */
async function nextWindow(product: Product): Promise<Delay> {
  const before = JSON.stringify((await toldBy(product)).delay);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { delay } = await toldBy(product);
    if (delay !== null && JSON.stringify(delay) !== before) return delay;
  }
}

async function windowsOf(product: Product, count: number): Promise<Delay[]> {
  const windows: Delay[] = [];
  while (windows.length < count) windows.push(await nextWindow(product));
  return windows;
}
