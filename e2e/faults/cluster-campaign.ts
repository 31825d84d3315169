import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster, findNatsServer } from '../../testkit/cluster.ts';
import { type DiskFaults, prepareDiskFaults } from '../../testkit/disk-faults.ts';
import { findPostgres, PostgresPair } from '../../testkit/postgres-pair.ts';
import { manyDemos, unlimited } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { Chance } from './chance.ts';
import { type ClusterReport, clusterTable, emptyClusterReport } from './cluster-report.ts';
import { ClusterStage, type Scenes } from './cluster-stage.ts';
import { databaseFaults } from './database-faults.ts';
import { machineFaults, mountSmall } from './machine-faults.ts';
import { networkFaults } from './network-faults.ts';
import { delay } from './pace.ts';
import { processFaults } from './process-faults.ts';

/** All faults, in the order of the report. */
const clusterFaults: Scenes = { ...processFaults, ...networkFaults, ...machineFaults, ...databaseFaults };
const killed = 'leading core killed';
const hostLost = "leading core's host lost";
/** Played once, at the end: the old primary is of no more use. */
const lastFault = 'database failed over to its standby';

export interface ClusterCampaignOptions {
  /** Repetitions of each fault. */
  readonly rounds: number;
  /** Further kills of the leading core, and as many losses of its host. */
  readonly kills: number;
  readonly seed: number;
  readonly traders: number;
  readonly lines?: 'nats' | 'sockets';
  /** Names of faults; all by default. */
  readonly faults?: readonly string[];
  /** False for the embedded database alone, which starts faster. */
  readonly hasStandbyDatabase?: boolean;
  readonly say: (text: string) => void;
}

/** Campaign of faults in every process of a cluster and between them, under a stream of orders through all gateways. */
export class ClusterCampaign {
  readonly report: ClusterReport;
  readonly #options: ClusterCampaignOptions;
  readonly #chance: Chance;
  readonly #unmounts: (() => void)[] = [];
  readonly #shims = new Map<string, DiskFaults>();
  #shimReason: string | null = null;

  constructor(options: ClusterCampaignOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.report = emptyClusterReport(options.seed);
  }

  async run(): Promise<ClusterReport> {
    const { say, traders, hasStandbyDatabase = true } = this.#options;
    const folder = scratchFolder('candor-cluster-');
    const hasPair = hasStandbyDatabase && findPostgres() !== null;
    const pair = hasPair ? await PostgresPair.start(join(folder, 'databases')) : null;
    let cluster: Cluster | null = null;
    let stage: ClusterStage | null = null;
    try {
      cluster = await this.#start(folder, pair);
      const shims = this.#shimReason ?? this.#shims;
      const { report } = this;
      stage = new ClusterStage({ cluster, chance: this.#chance, report, traders, pair, shims, say });
      await stage.open();
      for (const fault of this.#plan()) await this.#play(stage, fault);
      await stage.finish();
    } catch (error) {
      say(clusterTable(this.report));
      throw error;
    } finally {
      await stage?.close();
      await cluster?.stop();
      await pair?.stop();
      for (const unmount of this.#unmounts) unmount();
      rmSync(folder, { recursive: true, force: true });
    }
    return this.report;
  }

  async #start(folder: string, pair: PostgresPair | null): Promise<Cluster> {
    const { say, lines = findNatsServer() === null ? 'sockets' : 'nats' } = this.#options;
    const env = { ...unlimited, ...manyDemos };
    const prepare = (name: string, dataDir: string) => this.#prepare(folder, name, dataDir);
    const database = pair === null ? {} : { database: pair.asDatabase() };
    return Cluster.start({ folder, lines, env, say, hasLinks: true, prepare, ...database });
  }

  /** Gives cores and the market a small disk, and disk and clock that can fail; as far as this machine can. */
  #prepare(folder: string, name: string, dataDir: string): Readonly<Record<string, string>> {
    if (!/^(core|market)-/.test(name)) return {};
    mkdirSync(dataDir, { recursive: true });
    const unmount = mountSmall(dataDir);
    if (typeof unmount !== 'string') this.#unmounts.push(unmount);
    const own = join(folder, `shim-${name}`);
    mkdirSync(own);
    const shim = prepareDiskFaults(own);
    if (typeof shim === 'string') {
      this.#shimReason = shim;
      return {};
    }
    this.#shims.set(name, shim);
    return shim.env;
  }

  /** Returns the names of the faults to play: each round in an order of its own, then the kills. */
  #plan(): string[] {
    const { rounds, kills, faults = Object.keys(clusterFaults), lines } = this.#options;
    const unknown = faults.find((fault) => clusterFaults[fault] === undefined);
    if (unknown !== undefined)
      throw new Error(`There is no fault "${unknown}": ${Object.keys(clusterFaults).join(', ')}`);
    const repeated = faults.filter((fault) => fault !== lastFault);
    const plan = Array.from({ length: rounds }, () => this.#shuffled(repeated)).flat();
    // Between the processes of one host there is no network that could be lost.
    const ends = lines === 'sockets' ? [killed] : [killed, hostLost];
    plan.push(...Array.from({ length: kills }, () => ends).flat());
    return rounds > 0 && faults.includes(lastFault) ? [...plan, lastFault] : plan;
  }

  #shuffled(faults: readonly string[]): string[] {
    const left = [...faults];
    const order: string[] = [];
    while (left.length > 0) order.push(...left.splice(this.#chance.between(0, left.length - 1), 1));
    return order;
  }

  async #play(stage: ClusterStage, fault: string): Promise<void> {
    await delay(this.#chance.between(300, 1_200));
    const servingMs = (await clusterFaults[fault]?.(stage)) ?? null;
    await stage.reviveOthers();
    await stage.audit();
    if (this.report.skipped.has(fault)) return;
    const figures = this.report.figures.get(fault) ?? { times: 0, servingMs: [] };
    this.report.figures.set(fault, { ...figures, times: figures.times + 1 });
    if (servingMs !== null) figures.servingMs.push(servingMs);
    this.#options.say(`${fault}${servingMs === null ? '' : `: serving after ${Math.round(servingMs)} ms`}`);
  }
}
