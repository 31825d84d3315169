import type { CompanyId } from '@candor/domain/values/ids';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import type { Readiness } from './gateway/readiness.ts';
import type { IsTradable } from './gateway/ws/trading-state.ts';
import type { Start } from './open-adapters.ts';
import { connectLine, shortOf } from './open-lines.ts';
import { openRemoteTables } from './open-projector.ts';
import type { Journal, ShardLead } from './ports/journal.ts';
import type { LineClient } from './ports/lines.ts';
import type { Market } from './ports/market.ts';
import type { FoldedTables } from './ports/projection.ts';
import { fallbackPolicy } from './services/trade/trading-policy.ts';
import { RemoteCore, type RemoteCoreDeps } from './trading/remote/remote-core.ts';
import { ShardRouter } from './trading/shard-router.ts';

/** A start goes on without the shards that have not answered after this long, if one has. */
const enterMaxMs = 10_000;

/** The trading core of every shard, each in another process. */
export interface RemoteShards {
  readonly cores: ReadonlyMap<number, RemoteCore>;
  /** Line to each, by name. */
  readonly lines: Readonly<Record<string, LineClient>>;
  /** All of them as one. */
  readonly core: ShardRouter;
  /** Journal of the main shard. */
  readonly journal: Journal;
  /**
   * Returns the leaders of a company's shards, epoch 0 for one that is away. None for null: every core reads the halts of
   * all companies by itself.
   */
  readonly leadsNow: (companyId: CompanyId | null) => readonly ShardLead[];
  /** True if orders of a company are carried out now; of any company for null or an unknown one. */
  readonly isTradable: IsTradable;
  /** Resolves once the shards were reached; those that cannot be do not keep the others from serving. */
  untilEntered(): Promise<void>;
  /** Opens the tables that the projector of each shard writes. */
  openTables(): FoldedTables;
}

/** Opens the trading cores of other processes. `shardOf` returns the shard of a company; null for an unknown one. */
export function openRemoteShards(
  start: Start,
  databases: Pick<Databases, 'core' | 'installation'>,
  market: Pick<Market, 'specs'>,
  shardOf: (companyId: CompanyId) => number | null,
): RemoteShards {
  const { config, stops } = start;
  const { core: database } = databases;
  const shards = Array.from({ length: config.shards }, (_, shard) => shard);
  const journals = shards.map((shard) => new PostgresJournal(database.pool, { shard, epoch: 0 }));
  const clients = shards.map((shard) => connectLine({ ...start, databases }, `core-${shard}`));
  const opened = clients.map((client, shard) =>
    openRemoteCore(start, shard, { client, journal: journals[shard] as Journal, specs: market.specs() }),
  );
  const cores = new Map(opened.entries());
  const [journal] = journals;
  if (journal === undefined) throw new Error('Invariant: there is at least one shard');
  const shardsOf = (companyId: CompanyId) => [shardOf(companyId)].filter((shard) => shard !== null);
  // A company that this process does not know yet may be on any of them.
  const shardsFor = (companyId: CompanyId) => {
    const known = shardsOf(companyId);
    return known.length > 0 ? known : shards;
  };
  const entered = new Set<number>();
  for (const [shard, core] of cores) void core.untilEntered().then(() => entered.add(shard));
  const leadOf = (shard: number) => ({ shard, epoch: cores.get(shard)?.status?.epoch ?? 0 });
  return {
    cores,
    lines: Object.fromEntries(clients.map((client, shard) => [`core-${shard}`, client])),
    core: new ShardRouter({ cores, shardsOf, hasRules: (shard) => entered.has(shard) }),
    journal,
    leadsNow: (companyId) => (companyId === null ? [] : shardsFor(companyId).map(leadOf)),
    isTradable: createTradable(cores, shardsOf),
    async untilEntered() {
      const each = [...cores.values()].map((core) => core.untilEntered());
      const first = Promise.race(each).then(() => new Promise((resolve) => setTimeout(resolve, enterMaxMs).unref()));
      await Promise.race([Promise.all(each), first]);
    },
    openTables() {
      const opened = [...cores].map(([shard, core]) => openRemoteTables({ core: database }, shard, core));
      stops.push(async () => {
        for (const { stop } of opened) stop();
      });
      const caughtUp = async (shard: number) => {
        await opened[shard]?.tables.caughtUp(cores.get(shard)?.committedSeq ?? 0);
      };
      return {
        async caughtUp(companyId) {
          await Promise.all(shardsFor(companyId).map(caughtUp));
        },
        get isFailing() {
          return opened.some(({ tables }) => tables.isFailing);
        },
      };
    },
  };
}

function openRemoteCore(
  start: Start,
  shard: number,
  reached: Pick<RemoteCoreDeps, 'client' | 'journal' | 'specs'>,
): RemoteCore {
  const core = new RemoteCore({
    ...reached,
    fallbackPolicy,
    clock: systemClock,
    onError: (error) => start.log.warn({ ...shortOf(error), shard }, 'the core cannot be asked yet'),
    onFatal: start.fail,
  });
  start.stops.push(async () => core.close());
  return core;
}

/** Returns the function that is true while every core of a company's shards is reached and can store (R-SOC-13). */
export function createTradable(
  cores: ReadonlyMap<number, Pick<RemoteCore, 'status'>>,
  shardsOf: (companyId: CompanyId) => readonly number[],
): IsTradable {
  const isUp = (shard: number) => cores.get(shard)?.status?.isStalled === false;
  return (companyId) => {
    const own = companyId === null ? [] : shardsOf(companyId);
    return own.length > 0 ? own.every(isUp) : [...cores.keys()].some(isUp);
  };
}

/**
 * Adds what is known of the cores: a process without any of them cannot trade; one that lacks some serves the companies of
 * the others, with a warning for each (R-RUN-70).
 */
export function addShardReadiness(readiness: Readiness, cores: ReadonlyMap<number, Pick<RemoteCore, 'status'>>): void {
  const reached = () => [...cores.values()].flatMap(({ status }) => status ?? []);
  readiness.add('core', () => reached().length === 0);
  readiness.add('database', () => reached().length > 0 && reached().every(({ isStalled }) => isStalled));
  if (cores.size === 1) return;
  for (const [shard, core] of cores) readiness.addWarning(`core-${shard}`, () => core.status?.isStalled !== false);
}
