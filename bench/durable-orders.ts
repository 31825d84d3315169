import { execute } from '@candor/domain/engine/execute';
import type { AccountId } from '@candor/domain/values/ids';
import type { Pool } from 'pg';
import { openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { migrateToLatest } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { encodeDecision } from '../apps/server/src/trading/codec.ts';
import { chainHash, genesisHash } from '../apps/server/src/trading/hash-chain.ts';
import { leadingJournal } from '../testkit/leading-journal.ts';
import { type DelayedPostgres, startDelayedPostgres } from './delayed-postgres.ts';
import { startEmptyRoute } from './empty-route.ts';
import { placing } from './engine-orders.ts';
import { type Figure, msOf, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { runLoad } from './load-client.ts';
import type { DoorName } from './order-doors.ts';
import { findPgbench, prepareTpcb, type Tpcb } from './pgbench.ts';
import { always, makeState } from './populations.ts';
import { type ProductUnderLoad, startProductUnderLoad } from './product-under-load.ts';

// Orders stored before they are answered: the journal alone and the whole product over HTTP and over sockets, compared with TPC-B on the
// same server and with empty routes.

interface Plan {
  readonly delaysMs: readonly number[];
  readonly batches: readonly number[];
  readonly clients: readonly number[];
  /** Client counts that send over sockets as well. */
  readonly socketClients: readonly number[];
  readonly rivals: readonly (readonly [clients: number, protocol: 'simple' | 'prepared'])[];
  readonly seconds: number;
  readonly rounds: number;
  readonly scale: number;
}

const plans: Record<Size, Plan> = {
  full: {
    delaysMs: [0, 1, 5],
    batches: [1, 10, 100, 1_000],
    clients: [1, 8, 64, 256],
    socketClients: [64, 256],
    rivals: [
      [1, 'simple'],
      [8, 'simple'],
      [32, 'simple'],
      [32, 'prepared'],
    ],
    seconds: 2,
    rounds: 3,
    scale: 10,
  },
  tiny: {
    delaysMs: [0, 1],
    batches: [1, 10],
    clients: [1, 4],
    socketClients: [4],
    rivals: [[1, 'simple']],
    seconds: 0.3,
    rounds: 1,
    scale: 1,
  },
};

const routeName = (clients: number) => `empty route, ${clients} clients`;
const tpcbName = ([clients, protocol]: Plan['rivals'][number], delay: number) =>
  `pgbench TPC-B, ${clients} clients, ${protocol}, +${delay} ms`;
const journalName = (batch: number, delay: number) => `journal commit, ${batch} a batch, +${delay} ms`;
type Way = readonly [clients: number, over: DoorName];
/** Each client count over HTTP, and beside it over sockets. */
const waysOf = ({ clients, socketClients }: Plan): readonly Way[] =>
  clients.flatMap((count): Way[] =>
    socketClients.includes(count)
      ? [
          [count, 'HTTP'],
          [count, 'sockets'],
        ]
      : [[count, 'HTTP']],
  );
const ordersName = ([clients, over]: Way, delay: number) => `orders over ${over}, ${clients} clients, +${delay} ms`;
const latencyName = ([clients, over]: Way, delay: number) =>
  `answer over ${over}, ${clients} clients, p50, +${delay} ms`;
const shareName = ([clients, over]: Way, delay: number) =>
  `load generator's own share of a core, ${clients} clients over ${over}, +${delay} ms`;
const tailName = ([clients, over]: Way, delay: number) => `answer over ${over}, ${clients} clients, p99, +${delay} ms`;

export const durableOrders: Suite = {
  name: 'durable-orders',
  figureNames(size) {
    const { delaysMs, batches, clients, rivals } = plans[size];
    return [
      ...clients.map(routeName),
      ...delaysMs.flatMap((delay) => [
        ...rivals.map((rival) => tpcbName(rival, delay)),
        ...batches.map((batch) => journalName(batch, delay)),
        ...waysOf(plans[size]).flatMap((way) => [
          ordersName(way, delay),
          latencyName(way, delay),
          tailName(way, delay),
          shareName(way, delay),
        ]),
      ]),
    ];
  },
  async run(size, say) {
    const plan = plans[size];
    const postgres = await startDelayedPostgres();
    const pgbench = findPgbench();
    const url = await postgres.createDatabase('candor');
    const product = await startProductUnderLoad(url, Math.max(...plan.clients));
    try {
      const routes = await measureRoutes(plan, product, say);
      const tpcb = pgbench === null ? null : await prepareTpcbIn(pgbench, postgres, plan.scale);
      const figures = [...routes.values()];
      for (const delay of plan.delaysMs) {
        figures.push(...(await measureDelay({ plan, postgres, product, tpcb, routes, say }, delay)));
      }
      return figures;
    } finally {
      await product.stop();
      await postgres.stop();
    }
  },
};

async function prepareTpcbIn(pgbench: string, postgres: DelayedPostgres, scale: number): Promise<Tpcb> {
  await postgres.createDatabase('tpcb');
  return prepareTpcb(pgbench, postgres.socketDir, 'tpcb', scale);
}

async function measureRoutes(plan: Plan, product: ProductUnderLoad, say: Say): Promise<Map<number, Figure>> {
  const route = await startEmptyRoute();
  const figures = new Map<number, Figure>();
  for (const count of plan.clients) {
    say(routeName(count));
    const { perSecond } = await loadRounds(plan, { ...product, port: route.port }, count);
    figures.set(count, toFigure(routeName(count), '1/s', perSecond));
  }
  await route.stop();
  return figures;
}

type Say = (text: string) => void;

interface Bench {
  readonly plan: Plan;
  readonly postgres: DelayedPostgres;
  readonly product: ProductUnderLoad;
  readonly tpcb: Tpcb | null;
  readonly routes: ReadonlyMap<number, Figure>;
  readonly say: Say;
}

async function measureDelay(bench: Bench, delay: number): Promise<Figure[]> {
  const { plan, postgres, product, say } = bench;
  if (delay > 0 && postgres.undelayedBecause !== null) return skipDelay(plan, delay, postgres.undelayedBecause);
  postgres.setDelayMs(delay);
  const rivals = await measureTpcb(bench, delay);
  const best = Math.max(...rivals.map((figure) => figure.value ?? 0));
  const journal = await measureJournal(bench, delay);
  const single = 1_000 / (journal[0]?.value ?? Number.NaN);
  const figures: Figure[] = [];
  for (const way of waysOf(plan)) {
    const [count, over] = way;
    say(ordersName(way, delay));
    const { perSecond, p50Ms, p99Ms, ownShare } = await loadRounds(plan, product, count, over);
    const route = bench.routes.get(count)?.value ?? Number.NaN;
    const rival = best > 0 ? { 'pgbench at its best': best } : {};
    const overHttp = figures.find(({ name }) => name === ordersName([count, 'HTTP'], delay))?.value;
    const beside = over === 'sockets' && overHttp != null ? { 'the same over HTTP': overHttp } : {};
    const against = { ...rival, ...beside, 'an empty route': route };
    figures.push(toFigure(ordersName(way, delay), '1/s', perSecond, against));
    figures.push(toFigure(latencyName(way, delay), 'ms', p50Ms, { 'one commit of one entry': single }));
    figures.push(toFigure(tailName(way, delay), 'ms', p99Ms, { 'one commit of one entry': single }));
    figures.push(toFigure(shareName(way, delay), '', ownShare));
  }
  return [...rivals, ...journal, ...figures];
}

function skipDelay(plan: Plan, delay: number, reason: string): Figure[] {
  return [
    ...plan.rivals.map((rival) => toSkipped(tpcbName(rival, delay), '1/s', reason)),
    ...plan.batches.map((batch) => toSkipped(journalName(batch, delay), '1/s', reason)),
    ...waysOf(plan).flatMap((way) => [
      toSkipped(ordersName(way, delay), '1/s', reason),
      toSkipped(latencyName(way, delay), 'ms', reason),
      toSkipped(tailName(way, delay), 'ms', reason),
      toSkipped(shareName(way, delay), '', reason),
    ]),
  ];
}

async function measureTpcb({ plan, tpcb, say }: Bench, delay: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const rival of plan.rivals) {
    const name = tpcbName(rival, delay);
    if (tpcb === null) {
      figures.push(toSkipped(name, '1/s', 'there is no pgbench on this machine'));
      continue;
    }
    say(name);
    const rounds: number[] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      rounds.push(await tpcb.measure(rival[0], Math.max(1, Math.round(plan.seconds)), rival[1]));
    }
    figures.push(toFigure(name, '1/s', rounds));
  }
  return figures;
}

async function measureJournal({ plan, postgres, say }: Bench, delay: number): Promise<Figure[]> {
  const url = await postgres.createDatabase(`journal_${delay}`);
  const database = openDatabase(url, () => undefined, 2);
  await migrateToLatest(database.db);
  const figures: Figure[] = [];
  for (const batch of plan.batches) {
    say(journalName(batch, delay));
    const rounds: number[] = [];
    for (let round = 0; round < plan.rounds; round += 1)
      rounds.push(await commitFor(database.pool, batch, plan.seconds / 2));
    const first = figures[0]?.value;
    figures.push(toFigure(journalName(batch, delay), '1/s', rounds, first == null ? {} : { 'one a batch': first }));
  }
  await database.close();
  return figures;
}

/** Entries per second, committed batch after batch. */
async function commitFor(pool: Pool, batch: number, seconds: number): Promise<number> {
  const journal = await leadingJournal(pool);
  const { epoch, lastSeq, lastHash } = await journal.lead();
  const drafts = makeDrafts(batch);
  let seq = lastSeq;
  let hash: Buffer = lastSeq === 0 ? genesisHash : lastHash;
  const began = performance.now();
  let spentMs = 0;
  let committed = 0;
  while (performance.now() - began < seconds * 1_000) {
    const entries: JournalEntry[] = drafts.map((draft, at) => {
      const entry = { ...draft, seq: seq + 1 + at };
      hash = chainHash(hash, entry);
      return { ...entry, hash };
    });
    spentMs += await msOf(() => journal.commit(epoch, seq, 0, entries));
    seq += batch;
    committed += batch;
  }
  return (committed / spentMs) * 1_000;
}

/** Journal entries like those of real orders. */
function makeDrafts(count: number): Omit<JournalEntry, 'seq' | 'hash'>[] {
  const state = makeState(10);
  return Array.from({ length: count }, (_, at) => {
    const result = execute(state, placing((1 + (at % 10)) as AccountId, Date.now()), always);
    if (!result.ok) throw new Error(`The order is accepted, was ${result.refusal}`);
    const clientId = at.toString(16).padStart(32, '0');
    const bodyHash = 'A'.repeat(43);
    const payload = encodeDecision({ kind: 'done', events: result.value });
    return { atMs: Date.now(), accountId: 1 + (at % 10), clientId, bodyHash, payload };
  });
}

async function loadRounds(
  plan: Plan,
  target: Pick<ProductUnderLoad, 'port' | 'tokens' | 'instrumentId'>,
  count: number,
  over: DoorName = 'HTTP',
) {
  const { port, instrumentId } = target;
  const tokens = target.tokens.slice(0, count);
  const results = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const result = await runLoad({ port, tokens, instrumentId, over, ms: plan.seconds * 1_000 });
    if (result.refused > 0) console.error(`${result.refused} requests were refused: ${result.refusal}`);
    results.push(result);
  }
  return {
    perSecond: results.map((result) => result.perSecond),
    p50Ms: results.map((result) => result.p50Ms),
    p99Ms: results.map((result) => result.p99Ms),
    ownShare: results.map((result) => result.ownShare),
  };
}
