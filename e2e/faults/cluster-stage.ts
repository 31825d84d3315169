import { join } from 'node:path';
import type { Envelope } from '@candor/contracts/envelope';
import type { Instrument } from '@candor/contracts/http/market';
import { Client } from 'pg';
import type { Cluster, Role } from '../../testkit/cluster.ts';
import type { Member } from '../../testkit/cluster-member.ts';
import type { DiskFaults } from '../../testkit/disk-faults.ts';
import type { PostgresPair } from '../../testkit/postgres-pair.ts';
import { until } from '../../testkit/until.ts';
import { auditPending, type Pause } from './audit-pending.ts';
import { auditRequests, settleRequests } from './audit-requests.ts';
import { auditStops } from './audit-stops.ts';
import { auditTables } from './audit-tables.ts';
import type { Chance } from './chance.ts';
import type { ClusterReport } from './cluster-report.ts';
import { Listener } from './listener.ts';
import { openTrader } from './open-trader.ts';
import { delay } from './pace.ts';
import { StoredJournal } from './stored-journal.ts';
import { LoggedTicks } from './tick-files.ts';
import { type Call, callAt, type Sent, type Trader } from './trader.ts';

const answerWithinMs = 8_000;
const servingWithinMs = 60_000;
const pauseMs = 15;
/** Gateways know the time of a quote later or earlier than the core: stops count as in force from this long after. */
export const knownWithinMs = 3_000;
/** Output of a core that leads or waits. */
const coreStarted = 'Candor';

export interface StageParts {
  readonly cluster: Cluster;
  readonly chance: Chance;
  readonly report: ClusterReport;
  readonly traders: number;
  /** Primary and synchronous standby of the database; null for an embedded one. */
  readonly pair: PostgresPair | null;
  /** Disk and clock faults by member; a text for the reason why there are none. */
  readonly shims: ReadonlyMap<string, DiskFaults> | string;
  readonly say: (text: string) => void;
}

/**
 * Faults by name. Each is played on a stage and resolves to the milliseconds until orders were served; null if it was
 * skipped or has no such time.
 */
export type Scenes = Readonly<Record<string, (stage: ClusterStage) => Promise<number | null>>>;

/** A cluster with traders who never stop, for faults to be played on; measures when it serves again and audits what it kept. */
export class ClusterStage {
  readonly cluster: Cluster;
  readonly chance: Chance;
  readonly report: ClusterReport;
  readonly parts: StageParts;
  /** Times in which the leading core's clock had stepped. */
  readonly fillPauses: Pause[] = [];
  readonly #journal = new StoredJournal();
  readonly #traders: Trader[] = [];
  readonly #listeners: Listener[] = [];
  /** Confirmed order that was sent last: when it was sent, and when it was confirmed. */
  #confirmed = { sentMs: 0, atMs: 0 };
  #isTrading = false;
  #loops: Promise<void>[] = [];

  constructor(parts: StageParts) {
    this.parts = parts;
    this.cluster = parts.cluster;
    this.chance = parts.chance;
    this.report = parts.report;
  }

  get url(): string {
    return `http://127.0.0.1:${this.cluster.port}`;
  }

  get accounts(): readonly { accountId: number; token: string }[] {
    return this.#traders;
  }

  /** Time at which the last order was confirmed. */
  get confirmedMs(): number {
    return this.#confirmed.atMs;
  }

  readonly call: Call = async (path, init) => {
    const sentMs = performance.now();
    const answer = await callAt(this.url, answerWithinMs)(path, init);
    const isOrder = path.endsWith('/submit') && (JSON.parse(answer.text) as Envelope<unknown>).code === 1;
    if (isOrder && sentMs > this.#confirmed.sentMs) this.#confirmed = { sentMs, atMs: performance.now() };
    return answer;
  };

  async open(): Promise<void> {
    for (let at = 0; at < this.parts.traders; at += 1) {
      // A gateway may have become busy since it was ready.
      const trader = await until('an account is opened', () => openTrader(this.chance, this.call).catch(() => null));
      this.#traders.push(trader);
      this.#listeners.push(new Listener(trader, () => this.url));
    }
    this.#isTrading = true;
    this.#loops = this.#traders.map((trader) => this.#tradeOn(trader));
  }

  /** Ends traders and listeners, without an audit. */
  async close(): Promise<void> {
    this.#isTrading = false;
    for (const listener of this.#listeners) listener.stop();
    await Promise.allSettled(this.#loops);
  }

  /** Returns a core that leads, by the lease in the database; with several shards one of their leaders. */
  async leader(): Promise<Member> {
    return until('a core leads', async () => {
      const client = await this.connect().catch(() => null);
      if (client === null) return null;
      try {
        const { rows } = await client.query<{ address: string | null }>(
          'select address from shard_lease where shard >= 0 order by shard',
        );
        const pids = rows.map(({ address }) => Number(/\(pid (\d+)\)/.exec(address ?? '')?.[1]));
        const running = this.cluster.of('core').filter(({ isRunning, pid }) => isRunning && pids.includes(pid));
        return running.length === 0 ? null : this.chance.pick(running);
      } catch {
        return null;
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  }

  /** Returns a process of a role that does not lead a shard. */
  async follower(role: Role): Promise<Member> {
    const leader = await this.leader();
    return this.chance.pick(this.cluster.of(role).filter((member) => member !== leader));
  }

  /** Starts cores again that ended because another one leads. */
  async reviveCores(): Promise<void> {
    for (const core of this.cluster.of('core')) if (!core.isRunning) await this.startCore(core);
  }

  /** Starts every process again that ended by itself, as a supervisor does; none should have. */
  async reviveOthers(): Promise<void> {
    for (const member of this.cluster.members.values()) {
      if (member.isRunning) continue;
      this.report.violations.exit.push(`${member.name} ended by itself: ${member.output.slice(-300)}`);
      await (member.name.startsWith('core') ? this.startCore(member) : member.start());
    }
  }

  /** Starts a core; resolves once it leads or follows the one that does. */
  async startCore(core: Member): Promise<void> {
    await core.start(coreStarted);
    await until('the core leads or waits', () => /waits as a standby|is ready/.test(core.output));
  }

  /** Waits until a replaced leader has ended by itself, and starts it again. */
  async expectDeposed(leader: Member): Promise<void> {
    await until('the deposed core ends', () => !leader.isRunning);
    if (!leader.output.includes('another process has taken the lead'))
      this.report.violations.exit.push(`a deposed core ended: ${leader.output.slice(-300)}`);
    await this.startCore(leader);
  }

  /** Waits for a confirmed order that was sent after `sinceMs`; resolves to the milliseconds until it was confirmed. */
  async msUntilServed(sinceMs: number): Promise<number> {
    const deadline = performance.now() + servingWithinMs;
    while (this.#confirmed.sentMs <= sinceMs) {
      if (performance.now() > deadline) {
        const listed = [...this.cluster.members.values()].map(
          ({ name, output }) => `${name}:\n${output.slice(-1_500)}`,
        );
        throw new Error(`No order was confirmed in time:\n${listed.join('\n')}`);
      }
      await delay(5);
    }
    return this.#confirmed.atMs - sinceMs;
  }

  /** Connects to the server of the database that leads. */
  async connect(): Promise<Client> {
    const client = new Client({ ...this.cluster.database.connection, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Compares the journal with what traders were answered and listeners were pushed. */
  async audit(): Promise<void> {
    const audited = {
      journal: this.#journal,
      traders: this.#traders,
      listeners: this.#listeners,
      connect: () => this.connect(),
    };
    Object.assign(this.report.violations, await auditRequests(audited));
  }

  /** Ends trading and audits everything: answers, pushes, stops, pending orders, ledger and receipts. */
  async finish(): Promise<void> {
    const { report } = this;
    this.#isTrading = false;
    await Promise.all(this.#loops);
    const { refused, ...counts } = await settleRequests(this.#traders);
    Object.assign(report, counts);
    report.violations.exit.push(...refused);
    const { text } = await this.call('/v1/api/forex/trade_list', {});
    const listed = (JSON.parse(text) as Envelope<Instrument[]>).data;
    await this.#untilTaken(new LoggedTicks(this.#tickFolder).nextOffset);
    await this.audit();
    this.#auditTicks(new Map(listed.map(({ Id, Time }) => [Id, Time])));
    const audited = await auditTables(() => this.connect(), this.call, this.#traders, this.#journal);
    Object.assign(report.violations, audited);
    report.entries = this.#journal.entries.length;
  }

  get #tickFolder(): string {
    return join(this.cluster.folder, 'market-1', 'ticks');
  }

  /** Compares stops and pending orders with the market role's log of ticks. */
  #auditTicks(toldMs: ReadonlyMap<number, number>): void {
    const { violations } = this.report;
    const ticks = new LoggedTicks(this.#tickFolder);
    const { entries } = this.#journal;
    const requests = new Map<string, Sent>();
    const decidedMs = new Map(entries.map(({ clientId, events }) => [clientId, events[0]?.atMs ?? 0]));
    for (const [id, sent] of this.#traders.flatMap((trader) => [...trader.sent])) {
      // A gateway parted from the market answers with the time of an old quote.
      const inForceMs = Math.max(sent.quotedAfterMs, decidedMs.get(id) ?? 0) + knownWithinMs;
      const quotedAfterMs = sent.quotedAfterMs === 0 ? 0 : inForceMs;
      requests.set(id, { ...sent, quotedBeforeMs: sent.quotedBeforeMs - knownWithinMs, quotedAfterMs });
    }
    const stops = auditStops(entries, ticks, requests, toldMs);
    const pending = auditPending(entries, ticks, requests, toldMs, this.fillPauses);
    Object.assign(violations, { missedStops: stops.missed, falseStops: stops.falselyFired });
    Object.assign(violations, { missedFills: pending.missed, falseFills: pending.wrong });
    Object.assign(this.report, { stopsWatched: stops.watched, stopsFired: stops.fired });
    Object.assign(this.report, { pendingWatched: pending.watched, pendingFilled: pending.filled });
  }

  /** Waits until the decisions of all ticks before an offset are stored. */
  async #untilTaken(offset: number): Promise<void> {
    const client = await this.connect();
    try {
      await until(`the ticks before ${offset} are processed`, async () => {
        const { rows } = await client.query<{ tick_offset: string }>(
          'select tick_offset from shard_lease where shard >= 0',
        );
        return rows.every((row) => Number(row.tick_offset) >= offset);
      });
    } finally {
      await client.end();
    }
  }

  async #tradeOn(trader: Trader): Promise<void> {
    while (this.#isTrading) {
      // No ready gateway, a cut connection or a temporary refusal: retried under the same id.
      await trader.step().catch(() => delay(20));
      await delay(pauseMs);
    }
  }
}
