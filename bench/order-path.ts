import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, startProduct, unlimited } from '../testkit/product.ts';
import { scratchFolder } from '../testkit/scratch-folder.ts';
import { type Figure, type Size, type Suite, toFigure, toSkipped } from './figure.ts';
import { runLoad } from './load-client.ts';
import type { DoorName } from './order-doors.ts';
import { openDemos } from './product-under-load.ts';
import { type Profile, profileDuring, profiled, type Stage, sharesOf } from './thread-profile.ts';
import { databaseMs, processorTime } from './thread-time.ts';

// Processor time of an order in the started program: by process, and on the trading thread by stage. An order opens or
// closes a position, over HTTP and over sockets in turn. Times of other work move by some ten percent, shares by less.

interface Plan {
  readonly clients: number;
  readonly rounds: number;
  readonly ms: number;
}

const plans: Record<Size, Plan> = {
  full: { clients: 64, rounds: 5, ms: 6_000 },
  tiny: { clients: 4, rounds: 1, ms: 600 },
};

/** In order: the first that matches. Paths are those of the sources, relative to the server's bundle. */
const stages: readonly Stage[] = [
  { name: 'garbage collection', files: /^\(garbage collector\)$/ },
  { name: 'client of the database', files: /node_modules\/(pg|pg-[a-z]+|kysely)\/|src\/adapters\/postgres\// },
  { name: 'decide and apply', files: /packages\/domain\/src\// },
  { name: 'hash of the entry', files: /src\/trading\/hash-chain\.ts$/ },
  {
    name: 'hash and ids of the request',
    files: /src\/trading\/(idempotency|id-filter)|src\/gateway\/http\/state-change/,
  },
  { name: 'encode', files: /src\/trading\/codec|src\/buffer-writer/ },
  { name: 'order of the core: stage, commit, answer', files: /src\/trading\// },
  { name: 'prices: log of ticks, feed, candles', files: /src\/(adapters\/(tick-log|feeds)|services\/market)\// },
  { name: 'schemas', files: /node_modules\/zod\/|packages\/contracts\/src\// },
  { name: 'log lines', files: /node_modules\/(pino|@pinojs|thread-stream|sonic-boom)/ },
  { name: 'write to the socket', files: /^write/, functions: /^write(v|Buffer|Utf8String|Latin1String)$/ },
  { name: 'sockets of traders', files: /src\/gateway\/ws\/|node_modules\/ws\// },
  { name: 'framework', files: /node_modules\/(fastify|@fastify|find-my-way|secure-json-parse|fast-|light-my-request)/ },
  { name: 'gateway: company, limits, session, command, answer', files: /src\/(gateway|services)\// },
  { name: 'HTTP of Node', files: /^node:(_http|http|internal\/(http|js_stream_socket))|^node:net|^parserOn/ },
];
const otherStage = 'the rest: event loop, timers, engine';
const stageNames = [...new Set(stages.map(({ name }) => name)), otherStage];

const ways: readonly DoorName[] = ['HTTP', 'sockets'];
const processName = (part: string, over: DoorName) => `over ${over}: ${part}, an order`;
const stageName = (stage: string, over: DoorName) => `over ${over}: trading thread: ${stage}`;
/** Stages that a gateway has in a process of its own, without the kernel's writes, which are the database's too. */
const gatewayStages: readonly string[] = [
  'sockets of traders',
  'framework',
  'gateway: company, limits, session, command, answer',
  'HTTP of Node',
  'schemas',
  'hash and ids of the request',
];
const gatewayName = 'gateway, without writes, an order';
const rateName = (over: DoorName) => `over ${over}: orders a second, beside the profile`;
const parts = ['trading thread', 'other threads of the program', 'PostgreSQL', 'load generator'] as const;

export const orderPath: Suite = {
  name: 'order-path',
  figureNames: () =>
    ways.flatMap((over) => [
      ...parts.map((part) => processName(part, over)),
      `over ${over}: ${gatewayName}`,
      ...stageNames.map((stage) => stageName(stage, over)),
      rateName(over),
    ]),
  async run(size, say) {
    const plan = plans[size];
    const dataDir = scratchFolder('candor-order-path-');
    const product = await startProduct({ dataDir, env: { ...unlimited, NODE_OPTIONS: profiled } });
    try {
      const tokens = await openDemos(product.callUrl, plan.clients);
      const load = { port: Number(new URL(product.url).port), tokens, instrumentId: 1, ms: plan.ms };
      const pid = product.process.pid ?? 0;
      const postmaster = Number(
        readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
      // Answered once the tables hold every order.
      const projected = () => call(product.callUrl, '/v1/api/forex/my_deal?status=3', null, tokens[0]);
      const used = () => {
        const program = processorTime(pid);
        if (program === null) return null;
        const { mainMs, allMs } = program;
        return {
          'trading thread': mainMs,
          'other threads of the program': allMs - mainMs,
          PostgreSQL: databaseMs(postmaster),
        };
      };
      const measure = async (over: DoorName): Promise<Round> => {
        const before = used();
        const result = await runLoad({ ...load, over });
        await projected();
        const after = used();
        const orders = (result.perSecond * plan.ms) / 1_000;
        const us = (part: Exclude<(typeof parts)[number], 'load generator'>) =>
          before === null || after === null ? Number.NaN : ((after[part] - before[part]) * 1_000) / orders;
        return {
          'trading thread': us('trading thread'),
          'other threads of the program': us('other threads of the program'),
          PostgreSQL: us('PostgreSQL'),
          'load generator': (result.ownShare * 1e6) / result.perSecond,
        };
      };
      const rounds: Record<DoorName, Round[]> = { HTTP: [], sockets: [] };
      for (let round = 0; round <= plan.rounds; round += 1) {
        for (const over of ways) {
          say(`${plan.clients} clients over ${over}, round ${round}`);
          const measured = await measure(over);
          if (round > 0) rounds[over].push(measured);
        }
      }
      const figures: Figure[] = [];
      for (const over of ways) {
        say(`profile over ${over}`);
        let perSecond = 0;
        const profile = await profileDuring(product.output(), async () => {
          ({ perSecond } = await runLoad({ ...load, over }));
        });
        figures.push(...figuresOf(over, rounds[over], profile, perSecond));
      }
      return figures;
    } finally {
      await product.stop();
    }
  },
};

type Round = Record<(typeof parts)[number], number>;

function figuresOf(over: DoorName, rounds: readonly Round[], profile: Profile, perSecond: number): Figure[] {
  const noProc = 'this system has no /proc';
  const times = parts.map((part) => {
    const values = rounds.map((round) => round[part]);
    const name = processName(part, over);
    return values.some(Number.isNaN) ? toSkipped(name, 'µs', noProc) : toFigure(name, 'µs', values);
  });
  const thread = times[0]?.value ?? null;
  const shares = sharesOf(profile, stages, otherStage);
  const timeOf = (name: string, share: number | undefined) => {
    if (thread === null) return toSkipped(name, 'µs', noProc);
    if (share === undefined) return toSkipped(name, 'µs', 'too short for a sample');
    return toFigure(name, 'µs', [thread * share], { 'the whole thread': thread });
  };
  const gateway = gatewayStages.reduce((sum, stage) => sum + (shares.get(stage) ?? 0), 0);
  return [
    ...times,
    timeOf(`over ${over}: ${gatewayName}`, gateway),
    ...stageNames.map((stage) => timeOf(stageName(stage, over), shares.get(stage))),
    toFigure(rateName(over), '1/s', [perSecond]),
  ];
}
