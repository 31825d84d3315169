import { once } from 'node:events';
import { constants } from 'node:os';
import type { Envelope } from '@candor/contracts/envelope';
import type { Product } from '../../testkit/product.ts';
import { msUntil, readyOf } from '../../testkit/product-pair.ts';
import { auditRequests, settleRequests } from './audit-requests.ts';
import { auditTables } from './audit-tables.ts';
import { Chance } from './chance.ts';
import { Listener } from './listener.ts';
import { openTrader } from './open-trader.ts';
import { delay } from './pace.ts';
import { isUp, PairCast } from './pair-cast.ts';
import { emptyPairReport, type PairFault, type PairReport, pairFaults } from './pair-report.ts';
import { StoredJournal } from './stored-journal.ts';
import { type Call, callAt, type Trader } from './trader.ts';

export interface PairCampaignOptions {
  /** Repetitions of each fault. */
  readonly rounds: number;
  readonly seed: number;
  readonly traders: number;
  readonly faults?: readonly PairFault[];
  readonly say: (text: string) => void;
}

const answerWithinMs = 8_000;
const servingWithinMs = 60_000;
const pauseMs = 15;
const standbyEnds = ['SIGKILL', 'SIGTERM', 'pause'] as const;

/** Campaign of faults in two servers, their database and the connections between, under a stream of orders. */
export class PairCampaign {
  readonly report: PairReport;
  readonly #options: PairCampaignOptions;
  readonly #chance: Chance;
  readonly #journal = new StoredJournal();
  readonly #traders: Trader[] = [];
  readonly #listeners: Listener[] = [];
  /** Time of the last order confirmed by each server. */
  readonly #confirmedMs = new Map<Product, number>();
  /** Trader that keeps calling a paused leader. */
  #stubborn: Trader | null = null;
  #stubbornTo: Product | null = null;
  #opened: PairCast | null = null;
  #isTrading = false;
  #loops: Promise<void>[] = [];
  #epoch = 0;

  constructor(options: PairCampaignOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.report = emptyPairReport(options.seed);
  }

  async run(): Promise<PairReport> {
    try {
      this.#opened = await PairCast.open();
      await this.#begin();
      for (let round = 0; round < this.#options.rounds; round += 1) {
        for (const fault of this.#shuffled()) await this.#play(fault);
        this.#options.say(`round ${round + 1}: ${this.#journal.entries.length} entries`);
      }
      await this.#finish();
    } finally {
      this.#isTrading = false;
      for (const listener of this.#listeners) listener.stop();
      await Promise.allSettled(this.#loops);
      await this.#opened?.close();
    }
    return this.report;
  }

  get #cast(): PairCast {
    if (this.#opened === null) throw new Error('The servers are not running');
    return this.#opened;
  }

  readonly #call: Call = (path, init) => this.#callAt(this.#cast.target, path, init);

  async #callAt(product: Product, ...[path, init]: Parameters<Call>): ReturnType<Call> {
    const answer = await callAt(urlOf(product), answerWithinMs)(path, init);
    const isOrder = path.endsWith('/submit') && (JSON.parse(answer.text) as Envelope<unknown>).code === 1;
    if (isOrder) this.#confirmedMs.set(product, performance.now());
    return answer;
  }

  async #begin(): Promise<void> {
    for (let at = 0; at < this.#options.traders; at += 1) {
      const trader = await openTrader(this.#chance, this.#call);
      this.#traders.push(trader);
      this.#listeners.push(new Listener(trader, () => urlOf(this.#cast.lastTarget)));
    }
    const toPaused: Call = (path, init) => this.#callAt(this.#stubbornTo ?? this.#cast.target, path, init);
    this.#stubborn = await openTrader(this.#chance, toPaused);
    this.#traders.push(this.#stubborn);
    this.#epoch = await this.#cast.epoch();
    this.#trade();
  }

  #shuffled(): PairFault[] {
    const left = [...(this.#options.faults ?? (Object.keys(pairFaults) as PairFault[]))];
    const order: PairFault[] = [];
    while (left.length > 0) order.push(...left.splice(this.#chance.between(0, left.length - 1), 1));
    return order;
  }

  async #play(fault: PairFault): Promise<void> {
    await delay(this.#chance.between(300, 1_200));
    const { changesWhileHealthy } = this.report;
    await this.#noteEpoch({ most: 0, least: 0 }, 'between faults');
    const faults: Record<PairFault, () => Promise<number | null>> = {
      'leader killed': () => this.#endLeader('SIGKILL'),
      'clean hand-over': () => this.#endLeader('SIGTERM'),
      'leader paused beyond its lease': () => this.#pauseLeader(),
      'both killed, started at once': () => this.#killBoth(),
      'standby killed, stopped, paused': () => this.#disturbStandby(),
      'database 250 ms away': () => this.#slowDatabase(),
      'lease row locked for 2 s': () => this.#lockLease(),
      'disk of the leader fails': () => this.#failDisk(),
      'database killed': () => this.#killDatabase(),
      'database paused for 7 s': () => this.#pauseDatabase(),
    };
    const servingMs = await faults[fault]();
    await this.#cast.settle();
    const changes = await this.#noteEpoch(pairFaults[fault], fault);
    await this.#auditJournal();
    if (this.report.skipped.has(fault)) return;
    const figures = this.report.figures.get(fault) ?? { times: 0, changes: 0, servingMs: [] };
    this.report.figures.set(fault, { ...figures, times: figures.times + 1, changes: figures.changes + changes });
    if (servingMs !== null) figures.servingMs.push(servingMs);
    const healthy = this.report.changesWhileHealthy - changesWhileHealthy;
    const served = servingMs === null ? '' : `, serving after ${Math.round(servingMs)} ms`;
    this.#options.say(`${fault}: ${changes} changes of the lead (${healthy} while healthy)${served}`);
  }

  /** Returns leader changes since the last call; changes beyond the fault's maximum count as changes while healthy. */
  async #noteEpoch({ least, most }: { least: number; most: number }, during: string): Promise<number> {
    const epoch = await this.#cast.epoch();
    const changes = epoch - this.#epoch;
    this.#epoch = epoch;
    this.report.changesWhileHealthy += Math.max(0, changes - most);
    if (changes < least || changes > most)
      this.report.violations.leaderChanges.push(`${during}: the lead passed on ${changes} times`);
    return changes;
  }

  async #endLeader(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    const { leader, standby } = this.#cast;
    const began = performance.now();
    const code = await this.#cast.end(leader, signal);
    if (signal === 'SIGTERM' && code !== 0)
      this.report.violations.exit.push(`the leader ended with ${code}: ${leader.output().slice(-500)}`);
    return this.#msUntilServed(standby, began);
  }

  /** Pauses the leader until the standby serves; once resumed, it must confirm nothing and end by itself. */
  async #pauseLeader(): Promise<number> {
    const { leader, standby } = this.#cast;
    const began = performance.now();
    leader.process.kill('SIGSTOP');
    const servingMs = await this.#msUntilServed(standby, began);
    const ended = once(leader.process, 'exit');
    const before = this.#confirmedMs.get(leader) ?? 0;
    this.#stubbornTo = leader;
    // Calls sent during the pause are the first that the resumed leader reads.
    const stubborn = this.#tradeOn(this.#stubborn as Trader, () => isUp(leader));
    await delay(100);
    leader.process.kill('SIGCONT');
    await ended;
    await stubborn;
    this.#stubbornTo = null;
    if ((this.#confirmedMs.get(leader) ?? 0) !== before)
      this.report.violations.confirmedUnfit.push('a leader whose lease had run out confirmed an order');
    if (leader.process.exitCode !== 1 || !leader.output().includes('another process has taken the lead'))
      this.report.violations.exit.push(`a deposed leader ended with ${leader.process.exitCode}`);
    return servingMs;
  }

  async #killBoth(): Promise<number> {
    const { leader, standby } = this.#cast;
    await Promise.all([this.#cast.end(leader, 'SIGKILL'), this.#cast.end(standby, 'SIGKILL')]);
    const began = performance.now();
    await this.#cast.settle();
    return this.#msUntilServed(this.#cast.leader, began);
  }

  async #disturbStandby(): Promise<null> {
    for (const how of standbyEnds) {
      const { standby } = this.#cast;
      if (how === 'pause') {
        standby.process.kill('SIGSTOP');
        await delay(1_000);
        standby.process.kill('SIGCONT');
      } else await this.#cast.end(standby, how);
      await this.#cast.settle();
    }
    return null;
  }

  async #slowDatabase(): Promise<number> {
    const { leader, proxy } = this.#cast;
    proxy.delayMs = 250;
    try {
      const servingMs = await this.#msUntilServed(leader, performance.now());
      await delay(4_000);
      return servingMs;
    } finally {
      proxy.delayMs = 0;
    }
  }

  async #lockLease(): Promise<number> {
    const { leader } = this.#cast;
    const client = await this.#cast.connect();
    const began = performance.now();
    try {
      await client.query('begin');
      await client.query('select from shard_lease for update');
      await delay(2_000);
      await client.query('rollback');
    } finally {
      await client.end();
    }
    return this.#msUntilServed(leader, began + 2_000);
  }

  /** Makes the leader's disk fail; no order may be confirmed on ticks that are not stored. */
  async #failDisk(): Promise<number | null> {
    const { leader, leaderDisk } = this.#cast;
    if (typeof leaderDisk === 'string') {
      this.report.skipped.set('disk of the leader fails', leaderDisk);
      return null;
    }
    this.#cast.pinned = leader;
    try {
      leaderDisk.set({ error: constants.errno.EIO });
      await msUntil('it says that its ticks are not stored', async () =>
        (await readyOf(leader)).reasons.includes('tick-log'),
      );
      // Requests in flight when the disk began to fail are answered within this time.
      await delay(500);
      const before = this.#confirmedMs.get(leader) ?? 0;
      await delay(1_500);
      if ((this.#confirmedMs.get(leader) ?? 0) !== before)
        this.report.violations.confirmedUnfit.push('an order was confirmed while its ticks could not be stored');
    } finally {
      leaderDisk.set({});
    }
    const servingMs = await this.#msUntilServed(leader, performance.now());
    this.#cast.pinned = null;
    return servingMs;
  }

  async #killDatabase(): Promise<number> {
    const began = performance.now();
    this.#cast.killDatabase();
    return this.#msUntilServed(null, began);
  }

  async #pauseDatabase(): Promise<number> {
    this.#cast.signalDatabase('SIGSTOP');
    await delay(7_000).finally(() => this.#cast.signalDatabase('SIGCONT'));
    return this.#msUntilServed(null, performance.now());
  }

  /** Waits for an order confirmed after `sinceMs` by the server (null: any); resolves to the milliseconds between. */
  async #msUntilServed(by: Product | null, sinceMs: number): Promise<number> {
    const deadline = performance.now() + servingWithinMs;
    for (;;) {
      const times = by === null ? [...this.#confirmedMs.values()] : [this.#confirmedMs.get(by) ?? 0];
      const confirmedMs = Math.max(...times);
      if (confirmedMs > sinceMs) return confirmedMs - sinceMs;
      if (performance.now() > deadline) throw new Error(`No order was confirmed in time:\n${by?.output() ?? ''}`);
      await delay(5);
    }
  }

  #trade(): void {
    this.#isTrading = true;
    this.#loops = this.#traders
      .filter((trader) => trader !== this.#stubborn)
      .map((trader) => this.#tradeOn(trader, () => this.#isTrading));
  }

  async #tradeOn(trader: Trader, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      // No ready server, a cut connection or a temporary refusal: retried under the same id.
      await trader.step().catch(() => delay(30));
      await delay(pauseMs);
    }
  }

  async #auditJournal(): Promise<void> {
    const audited = {
      journal: this.#journal,
      traders: this.#traders,
      listeners: this.#listeners,
      connect: () => this.#cast.connect(),
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
    const audited = await auditTables(() => this.#cast.connect(), this.#call, this.#traders, this.#journal);
    Object.assign(this.report.violations, audited);
    this.report.entries = this.#journal.entries.length;
    await this.#noteEpoch({ most: 0, least: 0 }, 'at the end');
  }
}

function urlOf({ callUrl }: Product): string {
  return callUrl.replace('localhost', '127.0.0.1');
}
