import { call, startProduct, unlimited } from '../testkit/product.ts';
import { startEmptyRoute } from './empty-route.ts';
import { type Figure, median, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { type GetLoad, runGets } from './get-client.ts';
import { processorTime } from './thread-time.ts';

// Processor time of the server's main thread for a request: lists of instruments and candles of the started program, 67
// instruments ticking, beside an empty route of the same framework, and one that sends as many bytes from memory.

interface Plan {
  readonly clients: number;
  readonly rounds: number;
  readonly ms: number;
}

const plans: Record<Size, Plan> = {
  full: { clients: 64, rounds: 5, ms: 2_000 },
  tiny: { clients: 4, rounds: 1, ms: 400 },
};

export const list = ['/v1/api/forex/trade_list'];
/** Charts that are open somewhere, in turn. */
const charts = 8;
const periods = ['1min', '5min', '60min'];
export const compressed = { lang: 'en', 'accept-encoding': 'gzip' };

interface Way {
  readonly name: string;
  /** Calls in turn; the product's charts are known once it runs. */
  readonly calls: 'list' | 'candles';
  readonly headers: Readonly<Record<string, string>>;
  readonly asksForChanges: boolean;
}

const plain = { headers: {}, asksForChanges: false };
const ways: readonly Way[] = [
  { name: 'trade_list, compressed', calls: 'list', headers: compressed, asksForChanges: false },
  { name: 'trade_list, by ETag', calls: 'list', headers: compressed, asksForChanges: true },
  { name: 'kline, compressed', calls: 'candles', headers: compressed, asksForChanges: false },
  { name: 'kline, by ETag', calls: 'candles', headers: compressed, asksForChanges: true },
];
const emptyName = 'empty route';
const sameBytes = ({ name }: Way) => `empty route with as many bytes as ${name}`;
const idleName = 'the product without requests, percent of a core, left out above';
const timeName = (name: string) => `${name}: processor time of a request`;
const ratesName = (name: string) => `${name}: requests a second`;
const unchangedName = ({ name }: Way) => `${name}: answers without a body, percent`;

export const marketCalls: Suite = {
  name: 'market-calls',
  figureNames: () => [
    timeName(emptyName),
    ratesName(emptyName),
    ...ways.flatMap((way) => [
      timeName(sameBytes(way)),
      timeName(way.name),
      ratesName(way.name),
      ...(way.asksForChanges ? [unchangedName(way)] : []),
    ]),
    idleName,
  ],
  async run(size, say) {
    const plan = plans[size];
    const empty = await startEmptyRoute();
    const product = await startProduct({ env: { ...unlimited } });
    try {
      const productAt = { port: Number(new URL(product.url).port), pid: product.process.pid ?? 0 };
      const idleShares: number[] = [];
      const measured = new Map<string, Measured[]>();
      let idleShare = 0;
      const measure = async (name: string, server: Server, load: Gets, isCounted: boolean) => {
        const one = await measureGets(server, { ...plan, ...load }, server === productAt ? idleShare : 0);
        if (isCounted) measured.set(name, [...(measured.get(name) ?? []), one]);
        return one;
      };
      const paths = { list, candles: await chartsOf(product.callUrl) };
      for (let round = 0; round <= plan.rounds; round += 1) {
        say(`${plan.clients} clients, round ${round}`);
        const isCounted = round > 0;
        idleShare = await idleShareOf(productAt.pid, plan.ms);
        if (isCounted) idleShares.push(idleShare);
        await measure(emptyName, empty, { paths: ['/v1/api/forex/empty'], ...plain }, isCounted);
        for (const way of ways) {
          const { bodyBytes } = await measure(way.name, productAt, { ...way, paths: paths[way.calls] }, isCounted);
          const path = `/v1/api/forex/bytes?size=${Math.round(bodyBytes)}`;
          await measure(sameBytes(way), empty, { paths: [path], ...plain }, isCounted);
        }
      }
      return [...figuresOf((name) => measured.get(name) ?? []), idleFigure(idleShares)];
    } finally {
      await product.stop();
      await empty.stop();
    }
  },
};

/** Requests for the newest candles of the first instruments of the list. */
export async function chartsOf(url: string): Promise<string[]> {
  const { data } = await call<{ Id: number }[]>(url, list[0] ?? '', null);
  const ids = data.slice(0, charts).map(({ Id }) => Id);
  return ids.flatMap((id) => periods.map((period) => `/v1/api/forex/kline?forex_id=${id}&period=${period}`));
}

type Gets = Pick<GetLoad, 'paths' | 'headers' | 'asksForChanges'>;

interface Server {
  readonly port: number;
  readonly pid: number;
}

interface Measured {
  /** Null on systems without /proc. */
  readonly us: number | null;
  readonly perSecond: number;
  readonly bodyBytes: number;
  readonly unchangedShare: number;
}

/** Share of a core that a server's main thread uses without requests, for prices and timers. */
async function idleShareOf(pid: number, ms: number): Promise<number> {
  const before = processorTime(pid);
  await new Promise((resolve) => setTimeout(resolve, ms));
  const after = processorTime(pid);
  return before === null || after === null ? 0 : (after.mainMs - before.mainMs) / ms;
}

function idleFigure(shares: readonly number[]): Figure {
  return toFigure(
    idleName,
    '',
    shares.map((share) => share * 100),
  );
}

async function measureGets({ port, pid }: Server, load: Omit<GetLoad, 'port'>, idleShare: number): Promise<Measured> {
  const before = processorTime(pid);
  const { answers, notModified, bodyBytes, ms } = await runGets({ port, ...load });
  const after = processorTime(pid);
  return {
    us: before === null || after === null ? null : ((after.mainMs - before.mainMs - idleShare * ms) * 1_000) / answers,
    perSecond: (answers / ms) * 1_000,
    bodyBytes,
    unchangedShare: notModified / answers,
  };
}

function figuresOf(roundsOf: (name: string) => readonly Measured[]): Figure[] {
  const timesOf = (name: string) => roundsOf(name).flatMap(({ us }) => us ?? []);
  const time = (name: string, against: Record<string, number> = {}) => {
    const times = timesOf(name);
    if (times.length === 0) return toSkipped(timeName(name), 'µs', 'this system has no /proc');
    return toFigure(timeName(name), 'µs', times, against);
  };
  const rate = (name: string, against: Record<string, number> = {}) =>
    toFigure(
      ratesName(name),
      '1/s',
      roundsOf(name).map(({ perSecond }) => perSecond),
      against,
    );
  const mid = (name: string) => (timesOf(name).length === 0 ? {} : { [name]: median(timesOf(name)) });
  const emptyRate = { [emptyName]: median(roundsOf(emptyName).map(({ perSecond }) => perSecond)) };
  return [
    time(emptyName),
    rate(emptyName),
    ...ways.flatMap((way) => [
      time(sameBytes(way)),
      time(way.name, { ...mid(emptyName), ...mid(sameBytes(way)) }),
      rate(way.name, emptyRate),
      ...(way.asksForChanges
        ? [
            toFigure(
              unchangedName(way),
              '',
              roundsOf(way.name).map(({ unchangedShare }) => unchangedShare * 100),
            ),
          ]
        : []),
    ]),
  ];
}
