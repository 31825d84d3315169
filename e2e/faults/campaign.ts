import type { Envelope } from '@candor/contracts/envelope';
import type { Instrument } from '@candor/contracts/http/market';
import { answeredUntilNow, auditAnswers } from './audit-answers.ts';
import { auditPending } from './audit-pending.ts';
import { auditStops } from './audit-stops.ts';
import { auditTables } from './audit-tables.ts';
import { Chance } from './chance.ts';
import { auditPushes, Listener, pushedUntilNow } from './listener.ts';
import { openTrader } from './open-trader.ts';
import { delay } from './pace.ts';
import { unnoticedFaults } from './plant-faults.ts';
import { emptyReport, type Report } from './report.ts';
import { StoredJournal } from './stored-journal.ts';
import { LoggedTicks } from './tick-files.ts';
import { type Call, callAt, mostlyRefused, type Sent, type Trader } from './trader.ts';
import { Victim } from './victim.ts';

export interface CampaignOptions {
  readonly kills: number;
  readonly seed: number;
  readonly traders: number;
  readonly say: (text: string) => void;
}

const answerWithinMs = 20_000;
const settleWithinMs = 30_000;
const pauseMs = 15;
const startsMax = 3;

/** Kills the running product repeatedly under a stream of orders, and audits its data after each restart. */
export class Campaign {
  readonly #options: CampaignOptions;
  readonly #chance: Chance;
  readonly #victim = new Victim();
  readonly #journal = new StoredJournal();
  readonly #traders: Trader[] = [];
  readonly #listeners: Listener[] = [];
  readonly report: Report;
  #isTrading = false;
  #loops: Promise<void>[] = [];
  #fault: Error | null = null;

  constructor(options: CampaignOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.report = emptyReport(options.seed);
  }

  async run(): Promise<Report> {
    try {
      await this.#victim.start();
      for (let at = 0; at < this.#options.traders; at += 1) {
        const trader = await openTrader(this.#chance, this.#call);
        this.#traders.push(trader);
        this.#listeners.push(new Listener(trader, () => this.#victim.url));
      }
      while (this.report.kills < this.#options.kills) await this.#round();
      await this.#finish();
    } finally {
      this.#isTrading = false;
      for (const listener of this.#listeners) listener.stop();
      await Promise.allSettled(this.#loops);
      const code = await this.#victim.remove();
      if (code !== 0) this.report.violations.exit.push(`the program ended with ${code}: ${this.#victim.output}`);
    }
    return this.report;
  }

  readonly #call: Call = (path, init) => callAt(this.#victim.url, answerWithinMs)(path, init);

  async #round(): Promise<void> {
    this.#trade();
    await delay(this.#chance.between(300, 1_500));
    await this.#auditJournal();
    await delay(this.#chance.between(0, 400));
    const kind = this.#chance.next();
    const killedPid = kind < 0.3 ? this.#killPostmaster() : 0;
    if (kind < 0.15) {
      await this.#awaitDatabase(killedPid);
    } else {
      if (kind < 0.25) await delay(this.#chance.between(0, 600));
      await this.#victim.killServer();
      this.report.kills += 1;
      await this.#stopTrading();
      await this.#startAgain();
    }
    const { kills } = this.report;
    if (kills % 10 === 0) this.#options.say(`${kills} kills, ${this.#journal.entries.length} entries`);
  }

  #killPostmaster(): number {
    this.report.kills += 1;
    this.report.postmasterKills += 1;
    return this.#victim.killPostmaster();
  }

  /** Waits until the database is restarted and an order is accepted; the server keeps running meanwhile. */
  async #awaitDatabase(killedPid: number): Promise<void> {
    const killedMs = performance.now();
    await (await this.#victim.connect(killedPid)).end();
    this.report.databaseBackMs.push((await this.#nextAccepted(performance.now())) - killedMs);
  }

  async #startAgain(): Promise<void> {
    const began = performance.now();
    this.report.readyMs.push(await this.#startAtLast());
    this.#trade();
    this.report.firstOrderMs.push((await this.#nextAccepted(began)) - began);
  }

  /** Starts the server, up to `startsMax` times; each failed start is a violation. Returns milliseconds until ready. */
  async #startAtLast(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#victim.start();
      } catch (error) {
        this.report.violations.exit.push(`start ${attempt} after kill ${this.report.kills} failed: ${String(error)}`);
        if (attempt === startsMax) throw error;
      }
    }
  }

  async #nextAccepted(sinceMs: number): Promise<number> {
    const deadline = performance.now() + settleWithinMs;
    for (;;) {
      const accepted = this.#traders.map(({ acceptedMs }) => acceptedMs).filter((ms) => ms > sinceMs);
      if (accepted.length > 0) return Math.min(...accepted);
      if (this.#fault !== null) throw this.#fault;
      if (performance.now() > deadline) throw new Error(`No order was accepted in time:\n${this.#victim.output}`);
      await delay(5);
    }
  }

  #trade(): void {
    if (this.#isTrading) return;
    this.#isTrading = true;
    this.#loops = this.#traders.map((trader) => this.#tradeOn(trader));
  }

  async #tradeOn(trader: Trader): Promise<void> {
    while (this.#isTrading) {
      try {
        await trader.step();
      } catch (error) {
        if (String(error).includes('was lost')) this.#fault = error as Error;
        await delay(50);
      }
      await delay(pauseMs);
    }
  }

  async #stopTrading(): Promise<void> {
    this.#isTrading = false;
    await Promise.all(this.#loops);
  }

  /** Checks that the journal holds all confirmed requests and nothing else, in an unbroken hash chain. */
  async #auditJournal(): Promise<void> {
    const answered = answeredUntilNow(this.#traders);
    const pushed = pushedUntilNow(this.#listeners);
    const client = await this.#victim.connect();
    try {
      await this.#journal.read(client);
    } finally {
      await client.end();
    }
    const { violations } = this.report;
    const { lost, phantom, doubled } = auditAnswers(this.#journal.entries, this.#traders, answered);
    Object.assign(violations, { lost, phantom, doubled, journal: this.#journal.breaks });
    violations.pushes = auditPushes(this.#journal.entries, pushed);
    violations.unequalAnswers = this.#traders.flatMap(({ unequal }) => unequal);
  }

  async #finish(): Promise<void> {
    await this.#stopTrading();
    for (const trader of this.#traders) while (trader.unanswered > 0) await trader.step();
    // A stop may fire on a tick after the last order: wait until all ticks so far are processed and stored.
    const shownTimes = await this.#quoteTimes();
    await this.#untilTaken(new LoggedTicks(this.#victim.tickFolder).nextOffset);
    await this.#auditJournal();
    const { violations } = this.report;
    const { entries } = this.#journal;
    const requests = new Map<string, Sent>(this.#traders.flatMap(({ sent }) => [...sent]));
    const ticks = new LoggedTicks(this.#victim.tickFolder);
    const stops = auditStops(entries, ticks, requests, shownTimes);
    const pending = auditPending(entries, ticks, requests, shownTimes);
    violations.missedFills = pending.missed;
    violations.falseFills = pending.wrong;
    Object.assign(this.report, {
      pendingWatched: pending.watched,
      pendingFilled: pending.filled,
      pendingExpired: pending.expired,
      partialCloses: entries.filter(({ events }) => events[0]?.type === 'OrderReduced').length,
      pushed: this.#listeners.reduce((sum, { messages }) => sum + messages, 0),
    });
    violations.missedStops = stops.missed;
    violations.falseStops = stops.falselyFired;
    this.report.stopsWatched = stops.watched;
    this.report.stopsFired = stops.fired;
    this.report.firedOnLostTicks = stops.unlogged;
    this.report.sent = requests.size;
    this.report.confirmed = [...requests.values()].filter(({ isDone }) => isDone).length;
    violations.exit.push(...mostlyRefused([...requests.values()]));
    const { ledger, receipts } = await auditTables(
      () => this.#victim.connect(),
      this.#call,
      this.#traders,
      this.#journal,
    );
    Object.assign(violations, { ledger, receipts });
    if (violations.ledger.length > 0 || violations.receipts.length > 0) return;
    violations.unnoticedFaults = await unnoticedFaults(() => this.#victim.connect());
  }

  async #quoteTimes(): Promise<Map<number, number>> {
    const { text } = await this.#call('/v1/api/forex/trade_list', {});
    const { data } = JSON.parse(text) as Envelope<Instrument[]>;
    return new Map(data.map(({ Id, Time }) => [Id, Time]));
  }

  /** Waits until the results of all ticks up to an offset are stored. */
  async #untilTaken(offset: number): Promise<void> {
    const client = await this.#victim.connect();
    const deadline = performance.now() + settleWithinMs;
    try {
      for (;;) {
        const { rows } = await client.query<{ tick_offset: string }>('select tick_offset from shard_lease');
        if (Number(rows[0]?.tick_offset) >= offset) return;
        if (performance.now() > deadline) throw new Error(`The ticks up to ${offset} were not processed in time`);
        await delay(50);
      }
    } finally {
      await client.end();
    }
  }
}
