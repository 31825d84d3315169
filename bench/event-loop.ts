import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct, unlimited } from '../testkit/product.ts';
import { type Figure, type Size, type Suite, toFigure } from './figure.ts';
import { type MixedLoad, prepareMixedLoad, runMixedLoad } from './mixed-load.ts';

// Delay of the trading thread's event loop under every load at once, compared with the idle thread.

const plans: Record<Size, MixedLoad & { readonly windows: number }> = {
  full: { orderClients: 64, sockets: 1_000, callers: 2, windows: 3 },
  tiny: { orderClients: 4, sockets: 20, callers: 1, windows: 1 },
};

const quantiles = ['p50', 'p99', 'max'] as const;
type Delay = Record<`${(typeof quantiles)[number]}_ms`, number>;

const idleName = (quantile: string) => `trading thread's delay, idle, ${quantile}`;
const loadedName = (quantile: string) => `trading thread's delay, mixed load, ${quantile}`;
const orderNames = { p50: 'orders beside the mixed load, p50', p99: 'orders beside the mixed load, p99' } as const;
/** Resolution of the monitor. */
const leastMs = 0.1;

export const eventLoop: Suite = {
  name: 'event-loop',
  figureNames: () => [...quantiles.map(idleName), ...quantiles.map(loadedName), ...Object.values(orderNames)],
  async run(size, say) {
    const plan = plans[size];
    const dataDir = mkdtempSync(join(tmpdir(), 'candor-loop-'));
    const product = await startProduct({ dataDir, env: unlimited });
    try {
      const parts = await prepareMixedLoad(product, dataDir, plan);
      say('idle');
      await nextWindow(product);
      const idle = await windowsOf(product, plan.windows);
      say(`${plan.orderClients} order clients, ${plan.sockets} sockets, old candles, statements, pictures, exports`);
      const ms = (plan.windows + 1) * (await windowMs(product)) + 2_000;
      const loading = runMixedLoad(parts, plan, ms);
      // The first window is partly idle and left out.
      await nextWindow(product);
      const loaded = await windowsOf(product, plan.windows);
      const { orders, answers, heard } = await loading;
      say(`${JSON.stringify(answers)}, ${heard} messages heard, ${Math.round(orders.perSecond)} orders a second`);
      return figuresOf(idle, loaded, orders);
    } finally {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

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
