import { rmSync } from 'node:fs';
import type { Envelope } from '@candor/contracts/envelope';
import { Client } from 'pg';
import { Cluster, findNatsServer, type Role } from '../../testkit/cluster.ts';
import type { Member } from '../../testkit/cluster-member.ts';
import { manyDemos, unlimited } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { until } from '../../testkit/until.ts';
import { auditRequests, settleRequests } from './audit-requests.ts';
import { auditTables } from './audit-tables.ts';
import { Chance } from './chance.ts';
import { type ClusterFault, type ClusterReport, clusterFaults, emptyClusterReport } from './cluster-report.ts';
import { Listener } from './listener.ts';
import { openTrader } from './open-trader.ts';
import { StoredJournal } from './stored-journal.ts';
import { type Call, callAt, type Trader } from './trader.ts';

export interface ClusterCampaignOptions {
  /** Repetitions of each fault. */
  readonly rounds: number;
  /** Further kills of the leading core. */
  readonly coreKills: number;
  readonly seed: number;
  readonly traders: number;
  readonly lines?: 'nats' | 'sockets';
  readonly faults?: readonly ClusterFault[];
  readonly say: (text: string) => void;
}

const answerWithinMs = 8_000;
const servingWithinMs = 60_000;
const pauseMs = 15;
/** Longer than a lease. */
const beyondLeaseMs = 7_000;
const shortPauseMs = 2_500;
/** Output of a core that leads or waits. */
const coreStarted = 'Candor';

/** Campaign of faults in every process of a cluster, under a stream of orders through all gateways. */
export class ClusterCampaign {
  readonly report: ClusterReport;
  readonly #options: ClusterCampaignOptions;
  readonly #chance: Chance;
  readonly #journal = new StoredJournal();
  readonly #traders: Trader[] = [];
  readonly #listeners: Listener[] = [];
  /** Confirmed order that was sent last: when it was sent, and when it was confirmed. */
  #confirmed = { sentMs: 0, atMs: 0 };
  #opened: Cluster | null = null;
  #isTrading = false;
  #loops: Promise<void>[] = [];

  constructor(options: ClusterCampaignOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.report = emptyClusterReport(options.seed);
  }

  async run(): Promise<ClusterReport> {
    const { say, rounds, coreKills, lines = findNatsServer() === null ? 'sockets' : 'nats' } = this.#options;
    const folder = scratchFolder('candor-cluster-');
    try {
      const env = { ...unlimited, ...manyDemos };
      this.#opened = await Cluster.start({ folder, lines, env, say });
      await this.#begin();
      for (let round = 0; round < rounds; round += 1) for (const fault of this.#shuffled()) await this.#play(fault);
      for (let kill = 0; kill < coreKills; kill += 1) await this.#play('leading core killed');
      await this.#finish();
    } finally {
      this.#isTrading = false;
      for (const listener of this.#listeners) listener.stop();
      await Promise.allSettled(this.#loops);
      await this.#opened?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    return this.report;
  }

  get #cluster(): Cluster {
    if (this.#opened === null) throw new Error('The cluster is not running');
    return this.#opened;
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#cluster.port}`;
  }

  readonly #call: Call = async (path, init) => {
    const sentMs = performance.now();
    const answer = await callAt(this.#url, answerWithinMs)(path, init);
    const isOrder = path.endsWith('/submit') && (JSON.parse(answer.text) as Envelope<unknown>).code === 1;
    if (isOrder && sentMs > this.#confirmed.sentMs) this.#confirmed = { sentMs, atMs: performance.now() };
    return answer;
  };

  async #begin(): Promise<void> {
    for (let at = 0; at < this.#options.traders; at += 1) {
      const trader = await openTrader(this.#chance, this.#call);
      this.#traders.push(trader);
      this.#listeners.push(new Listener(trader, () => this.#url));
    }
    this.#isTrading = true;
    this.#loops = this.#traders.map((trader) => this.#tradeOn(trader));
  }

  async #tradeOn(trader: Trader): Promise<void> {
    while (this.#isTrading) {
      // No ready gateway, a cut connection or a temporary refusal: retried under the same id.
      await trader.step().catch(() => delay(20));
      await delay(pauseMs);
    }
  }

  #shuffled(): ClusterFault[] {
    const left = [...(this.#options.faults ?? clusterFaults)];
    const order: ClusterFault[] = [];
    while (left.length > 0) order.push(...left.splice(this.#chance.between(0, left.length - 1), 1));
    return order;
  }

  async #play(fault: ClusterFault): Promise<void> {
    await delay(this.#chance.between(300, 1_200));
    const faults: Record<ClusterFault, () => Promise<number | null>> = {
      'leading core killed': () => this.#endLeader('SIGKILL'),
      'leading core handed over': () => this.#endLeader('SIGINT'),
      'leading core paused beyond its lease': () => this.#pauseLeader(),
      'standby core killed': () => this.#killAndStart('core', coreStarted),
      'gateway killed': () => this.#killAndStart('gateway'),
      'gateway paused': () => this.#pause('gateway', shortPauseMs),
      'market killed': () => this.#killAndStart('market'),
      'market paused': () => this.#pause('market', shortPauseMs),
      'jobs killed': () => this.#killAndStart('jobs'),
      'jobs paused': () => this.#pause('jobs', shortPauseMs),
      'NATS killed': () => this.#killNats(),
      'NATS paused': () => this.#pauseNats(),
      'database killed': () => this.#killDatabase(),
      'database paused': () => this.#pauseDatabase(),
      'every process replaced in turn': () => this.#replaceAll(),
    };
    const servingMs = await faults[fault]();
    await this.#auditJournal();
    if (this.report.skipped.has(fault)) return;
    const figures = this.report.figures.get(fault) ?? { times: 0, servingMs: [] };
    this.report.figures.set(fault, { ...figures, times: figures.times + 1 });
    if (servingMs !== null) figures.servingMs.push(servingMs);
    this.#options.say(`${fault}${servingMs === null ? '' : `: serving after ${Math.round(servingMs)} ms`}`);
  }

  /** Returns the core that leads, by the lease in the database. */
  async #leader(): Promise<Member> {
    return until('a core leads', async () => {
      const client = await this.#connect();
      try {
        const { rows } = await client.query<{ address: string }>('select address from shard_lease where shard = 0');
        const pid = Number(/\(pid (\d+)\)/.exec(rows[0]?.address ?? '')?.[1]);
        return this.#cluster.of('core').find((member) => member.isRunning && member.pid === pid) ?? null;
      } finally {
        await client.end();
      }
    });
  }

  async #endLeader(signal: 'SIGKILL' | 'SIGINT'): Promise<number> {
    const leader = await this.#leader();
    let beganMs = performance.now();
    await (signal === 'SIGKILL' ? leader.kill() : leader.stop());
    // A leader that is stopped goes on with what it has begun: what counts is the time without one.
    if (signal === 'SIGINT') beganMs = performance.now();
    const servingMs = await this.#msUntilServed(beganMs);
    await leader.start(coreStarted);
    return servingMs;
  }

  /** Pauses the leader until another one serves; once resumed it must end by itself. */
  async #pauseLeader(): Promise<number> {
    const leader = await this.#leader();
    const beganMs = performance.now();
    leader.signal('SIGSTOP');
    // Orders may still be confirmed that were stored just before.
    await delay(500);
    await this.#msUntilServed(performance.now());
    const servingMs = this.#confirmed.atMs - beganMs;
    if ((await this.#leader()) === leader) this.report.violations.exit.push('a paused core kept the lead');
    leader.signal('SIGCONT');
    await until('the deposed core ends', () => !leader.isRunning);
    if (!leader.output.includes('another process has taken the lead'))
      this.report.violations.exit.push(`a deposed core ended: ${leader.output.slice(-300)}`);
    await leader.start(coreStarted);
    return servingMs;
  }

  /** Kills one process of a role that does not lead, and starts it again. */
  async #killAndStart(role: Role, awaits?: string): Promise<number> {
    const leader = await this.#leader();
    const others = this.#cluster.of(role).filter((member) => member !== leader);
    const member = others[this.#chance.between(0, others.length - 1)];
    if (member === undefined) throw new Error(`There is a ${role}`);
    await member.kill();
    await delay(1_000);
    await member.start(awaits);
    return this.#msUntilServed(performance.now());
  }

  async #pause(role: Role, ms: number): Promise<number> {
    const members = this.#cluster.of(role);
    const member = members[this.#chance.between(0, members.length - 1)];
    member?.signal('SIGSTOP');
    await delay(ms).finally(() => member?.signal('SIGCONT'));
    return this.#msUntilServed(performance.now());
  }

  async #killNats(): Promise<number | null> {
    const nats = this.#natsOr('NATS killed');
    if (nats === null) return null;
    await nats.kill();
    await delay(1_500);
    await nats.start();
    return this.#msUntilServed(performance.now());
  }

  async #pauseNats(): Promise<number | null> {
    const nats = this.#natsOr('NATS paused');
    if (nats === null) return null;
    nats.signal('SIGSTOP');
    await delay(shortPauseMs).finally(() => nats.signal('SIGCONT'));
    return this.#msUntilServed(performance.now());
  }

  #natsOr(fault: ClusterFault): Member | null {
    const nats = this.#cluster.members.get('nats') ?? null;
    if (nats === null) this.report.skipped.set(fault, 'the roles talk over sockets');
    return nats;
  }

  async #killDatabase(): Promise<number> {
    const beganMs = performance.now();
    process.kill(this.#cluster.database.pid(), 'SIGKILL');
    // Answers under way when it was killed still arrive.
    await delay(200);
    await this.#msUntilServed(performance.now());
    return this.#confirmed.atMs - beganMs;
  }

  async #pauseDatabase(): Promise<number> {
    this.#cluster.signalDatabase('SIGSTOP');
    await delay(beyondLeaseMs).finally(() => this.#cluster.signalDatabase('SIGCONT'));
    const servingMs = await this.#msUntilServed(performance.now());
    await this.#reviveCores();
    return servingMs;
  }

  /** Starts cores again that ended because another one leads. */
  async #reviveCores(): Promise<void> {
    for (const core of this.#cluster.of('core')) if (!core.isRunning) await core.start(coreStarted);
  }

  /** Replaces every process, as an upgrade does; resolves to the longest time without a confirmed order. */
  async #replaceAll(): Promise<number> {
    let longestMs = 0;
    const members = ['jobs', 'gateway', 'market', 'core'].flatMap((role) => this.#cluster.of(role as Role));
    for (const member of members) {
      const beganMs = performance.now();
      await member.stop();
      await (member.name.startsWith('core') ? member.start(coreStarted) : member.start());
      longestMs = Math.max(longestMs, await this.#msUntilServed(beganMs));
    }
    return longestMs;
  }

  /** Waits for a confirmed order that was sent after `sinceMs`; resolves to the milliseconds until it was confirmed. */
  async #msUntilServed(sinceMs: number): Promise<number> {
    const deadline = performance.now() + servingWithinMs;
    while (this.#confirmed.sentMs <= sinceMs) {
      if (performance.now() > deadline) {
        const told = [...this.#cluster.members.values()].map(({ name, output }) => `${name}:\n${output.slice(-600)}`);
        throw new Error(`No order was confirmed in time:\n${told.join('\n')}`);
      }
      await delay(5);
    }
    return this.#confirmed.atMs - sinceMs;
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#cluster.database.connection);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async #auditJournal(): Promise<void> {
    const audited = {
      journal: this.#journal,
      traders: this.#traders,
      listeners: this.#listeners,
      connect: () => this.#connect(),
    };
    Object.assign(this.report.violations, await auditRequests(audited));
  }

  async #finish(): Promise<void> {
    this.#isTrading = false;
    await Promise.all(this.#loops);
    const { refused, ...counts } = await settleRequests(this.#traders);
    Object.assign(this.report, counts);
    this.report.violations.exit.push(...refused);
    await this.#auditJournal();
    const audited = await auditTables(() => this.#connect(), this.#call, this.#traders, this.#journal);
    Object.assign(this.report.violations, audited);
    this.report.entries = this.#journal.entries.length;
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
