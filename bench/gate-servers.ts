import { startProduct, unlimited } from '../testkit/product.ts';
import { type EmptyRoute, startEmptyRoute } from './empty-route.ts';
import { median } from './figure.ts';
import { type GetLoad, sendGets } from './get-client.ts';
import { sendOrders } from './load-client.ts';
import { chartsOf, compressed, list } from './market-calls.ts';
import type { DoorName } from './order-doors.ts';
import { openDemos } from './product-under-load.ts';
import { closePair, openPair, type Pair, tickFor } from './quotes-out.ts';
import type { Way } from './quotes-out-ways.ts';
import { mainThreadUs } from './thread-time.ts';

// Figures of servers for the gate: processor time of a server's main thread, with the load from this process.

const clients = 16;
const loadMs = 200;
const restMs = 200;
const rests = 5;
const warmAnswers = 4_000;
const warmUpsMax = 20;

/** The started program and an empty route of the same framework. */
export class GateServers {
  readonly #pid: number;
  readonly #port: number;
  readonly #empty: EmptyRoute;
  readonly #tokens: readonly string[];
  readonly #charts: readonly string[];
  readonly stop: () => Promise<void>;
  /** Microseconds of each millisecond that the program uses without requests, for prices and timers. */
  #idleUs = 0;
  #answers = 0;

  private constructor(
    product: Awaited<ReturnType<typeof startProduct>>,
    empty: EmptyRoute,
    known: { readonly tokens: readonly string[]; readonly charts: readonly string[] },
  ) {
    this.#pid = product.process.pid ?? 0;
    this.#port = Number(new URL(product.url).port);
    this.#empty = empty;
    this.#tokens = known.tokens;
    this.#charts = known.charts;
    this.stop = async () => {
      await Promise.all([product.stop(), empty.stop()]);
    };
  }

  static async start(): Promise<GateServers> {
    const [product, empty] = await Promise.all([startProduct({ env: unlimited }), startEmptyRoute()]);
    const tokens = await openDemos(product.callUrl, clients);
    return new GateServers(product, empty, { tokens, charts: await chartsOf(product.callUrl) });
  }

  /** Repeats each kind of request until its code is compiled, then measures what the program uses without requests. */
  async warmUp(kinds: readonly (() => Promise<number>)[]): Promise<void> {
    for (const kind of kinds) {
      this.#answers = 0;
      for (let at = 0; at < warmUpsMax && this.#answers < warmAnswers; at += 1) await kind();
    }
    const shares: number[] = [];
    for (let at = 0; at < rests; at += 1) {
      const [before, began] = [mainThreadUs(this.#pid), performance.now()];
      await new Promise((resolve) => setTimeout(resolve, restMs));
      shares.push((mainThreadUs(this.#pid) - before) / (performance.now() - began));
    }
    this.#idleUs = median(shares);
  }

  readonly list = () => this.#gets(true, list);
  readonly charts = () => this.#gets(true, this.#charts);
  readonly emptyGet = () => this.#gets(false, ['/v1/api/forex/empty']);
  readonly order = () => this.#orders(true, 'sockets');
  readonly emptyPost = () => this.#orders(false, 'HTTP');

  /** Returns the time of a request. */
  async #gets(isProduct: boolean, paths: GetLoad['paths']): Promise<number> {
    const headers = isProduct ? compressed : {};
    const load = { clients, ms: loadMs, paths, headers, asksForChanges: false };
    return this.#timeOf(isProduct, async (port, onOpen) => (await sendGets({ ...load, port }, onOpen)).answers);
  }

  /** Returns the time of an order that opens or closes a position. */
  async #orders(isProduct: boolean, over: DoorName): Promise<number> {
    const load = { tokens: this.#tokens, instrumentId: 1, ms: loadMs, over };
    return this.#timeOf(isProduct, async (port, onOpen) => {
      const { answers, refused, refusal } = await sendOrders({ ...load, port }, onOpen);
      if (refused > answers / 10) throw new Error(`${refused} of ${answers} orders were refused: ${refusal}`);
      return answers;
    });
  }

  /** Opening the connections is not counted. */
  async #timeOf(isProduct: boolean, load: (port: number, onOpen: () => void) => Promise<number>): Promise<number> {
    const { pid, port } = isProduct ? { pid: this.#pid, port: this.#port } : this.#empty;
    let [before, began] = [0, 0];
    const answers = await load(port, () => {
      [before, began] = [mainThreadUs(pid), performance.now()];
    });
    this.#answers += answers;
    const idleUs = isProduct ? this.#idleUs * (performance.now() - began) : 0;
    return (mainThreadUs(pid) - before - idleUs) / answers;
  }
}

const sockets = 200;
const quotesMs = 300;
const settleMs = 150;

/** Servers of quotes with their clients: the product, and `ws` with a text for each socket. */
export class GateQuotes {
  readonly #product: Pair;
  readonly #naive: Pair;

  private constructor(product: Pair, naive: Pair) {
    this.#product = product;
    this.#naive = naive;
  }

  static async start(): Promise<GateQuotes> {
    return new GateQuotes(await openWay('product'), await openWay('naive'));
  }

  readonly product = () => usPerMessage(this.#product);
  readonly rival = () => usPerMessage(this.#naive);

  async stop(): Promise<void> {
    await Promise.all([closePair(this.#product), closePair(this.#naive)]);
  }
}

async function openWay(way: Way): Promise<Pair> {
  const pair = await openPair(way, sockets, 0);
  if (typeof pair === 'string') throw new Error(pair);
  return pair;
}

async function usPerMessage(pair: Pair): Promise<number> {
  const { usedUs, report } = await tickFor(pair, { kind: 'tick', everyMs: 1, ahead: 3 }, quotesMs, settleMs);
  return usedUs / report.messages;
}
