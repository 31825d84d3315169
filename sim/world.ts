import { createHash, type Hash } from 'node:crypto';
import { withdrawableOf } from '@candor/domain/engine/funds/withdrawable';
import { rollPieceMax } from '@candor/domain/engine/roll-over';
import type { AccountId } from '@candor/domain/values/ids';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { entryEventsMax } from '../apps/server/src/ports/trading-port.ts';
import { accounts, keeperAccount, moneyAccounts } from './accounts.ts';
import { AnswersAudit } from './auditor/answers.ts';
import { Auditor } from './auditor/auditor.ts';
import { isTrading } from './auditor/calendar.ts';
import { require } from './auditor/compare.ts';
import { TablesAudit } from './auditor/tables.ts';
import { type Climate, climateOf } from './climate.ts';
import { DemoDesk, type DemoHost } from './demo-desk.ts';
import { FakeClient } from './fake-client.ts';
import { Database } from './fake-connection.ts';
import { FakeFeed } from './fake-feed.ts';
import { JournalStore } from './fake-journal.ts';
import { TableRows } from './fake-tables.ts';
import { FakeTickLog } from './fake-tick-log.ts';
import { GatewayClient } from './gateway-client.ts';
import { IdKeeper } from './id-keeper.ts';
import { deviationLimitBp, firstOrderId, simPolicy, specsFor } from './instruments.ts';
import { MoneyDesk } from './money-desk.ts';
import { Process } from './process.ts';
import { Random } from './random.ts';
import { type Report, seenIn } from './report.ts';
import { noSabotage } from './sabotage.ts';
import { Scheduler } from './scheduler.ts';
import { SimHalts } from './sim-halts.ts';
import { auditFinalTables, requireCaughtUp } from './sim-projector.ts';
import { SimSnapshots } from './sim-snapshots.ts';
import type { Surroundings, WorldOptions } from './surroundings.ts';
import { WallClock } from './wall-clock.ts';

const tailMax = 30;
const gatewayTurns = 4;
const calmStepsMax = 12_000;
const hourMs = 3_600_000;
const firstYearMs = Date.UTC(2026, 0, 5);

/** One seed's world: a store, a market, traders, and processes that start and crash. */
export class World {
  readonly seed: number;
  readonly #random: Random;
  readonly #scheduler: Scheduler;
  readonly #around: Surroundings;
  readonly #traders: (FakeClient | MoneyDesk)[] = [];
  readonly #clients: { isStopped: boolean }[] = [];
  readonly #trace: Hash = createHash('sha256');
  readonly #tail: string[] = [];
  readonly #processes: Process[] = [];
  readonly #climate: Climate;
  readonly #startMs: number;
  readonly #counts = new Map<string, number>();
  #violation: Error | null = null;
  #idKeeper: IdKeeper | null = null;
  #isCalm = false;
  #confirmedMs = 0;
  #ticks = 0;

  constructor(seed: number, options: WorldOptions = {}) {
    const { sabotage = noSabotage, hasGateway = false, hasHalts = false, hasSnapshots = false } = options;
    const { isInterrupted = false, hasAlerts = false } = options;
    this.seed = seed;
    this.#random = new Random(seed);
    const random = this.#random;
    this.#climate = { ...climateOf(seed, hasGateway), hasAlerts };
    this.#startMs = startTime(this.#random);
    this.#scheduler = new Scheduler(this.#startMs, random.fork(), hasGateway ? gatewayTurns : 1);
    const policy = simPolicy(random.pick(['per-lot', 'of-notional']));
    const { marginCallPercent, stopOutPercent, openAgeMaxMs, closeAgeMaxMs, feeType, ordersMax } = policy;
    const percents = { callPercent: BigInt(marginCallPercent), stopOutPercent: BigInt(stopOutPercent) };
    const halts = new SimHalts(seed, this.#scheduler, policy, (line) => this.#note(line));
    if (hasHalts) halts.start();
    const clocks = { elapsedMs: () => this.#scheduler.nowMs, wallMs: () => this.#around.wall.wallMs() };
    const ages = { openAgeMaxMs, closeAgeMaxMs };
    const limits = { clocks, spreadLimitBp: deviationLimitBp, ...ages, entryEventsMax, rollPieceMax };
    const specs = specsFor(feeType);
    const rules = { specs, feeType, ordersMax, ...percents, ...limits };
    const auditor = new Auditor(rules, firstOrderId - 1);
    const store = this.#createStore(auditor);
    const feed = new FakeFeed(this.#scheduler, random.fork(), this.#climate);
    const note = (line: string) => this.#note(line);
    const watch = { check: (look: () => void) => this.#check(look), count: (what: string) => this.#count(what) };
    this.#around = {
      snapshots: hasSnapshots ? new SimSnapshots(seed, policy, watch) : null,
      wall: this.#createWall(feed, auditor, store),
      scheduler: this.#scheduler,
      random: random.fork(),
      database: new Database(),
      store,
      tables: new TableRows(),
      tablesAudit: new TablesAudit(),
      answers: new AnswersAudit(),
      hasGateway,
      isInterrupted,
      feed,
      auditor,
      specs,
      policy,
      halts,
      sabotage,
      note,
      count: (what) => this.#count(what),
      push: (events) => {
        for (const client of this.#traders) if (this.#random.chance(0.9)) client.hearEvents(events);
      },
      check: (look) => this.#check(look),
    };
    const reach = () => {
      const process = this.#anyServing();
      return process === null ? null : process.submit.bind(process);
    };
    this.#traders.push(
      ...accounts.map((one) => new FakeClient(one, feed, this.#scheduler, random.fork(), reach, this.#climate)),
      ...moneyAccounts.map(
        (id) => new MoneyDesk(id, feed, this.#scheduler, random.fork(), reach, () => this.#freeOf(id)),
      ),
    );
    this.#clients.push(...this.#traders);
    if (this.#climate.keepsIds) {
      this.#idKeeper = new IdKeeper(keeperAccount, feed, this.#scheduler, random.fork(), reach);
      this.#clients.push(this.#idKeeper);
    }
    feed.timeMs = () => this.#around.wall.feedMs();
    halts.tell = (change) => this.#processes.map((process) => process.changeHalts([change])).includes(true);
    halts.timeMs = () => this.#scheduler.nowMs + auditor.confirmedMs;
    if (this.#climate.hasVisitors) {
      this.#clients.push(new DemoDesk(feed, this.#scheduler, random.fork(), reach, () => this.#demoHost()));
    }
    if (hasGateway) this.#openApps(random);
    this.#scheduler.after(1, () => this.#raise(FakeTickLog.create(this.#scheduler)));
    this.#scheduler.after(500, () => this.#trouble());
  }

  #createWall(feed: FakeFeed, auditor: Auditor, store: JournalStore): WallClock {
    const hooks = {
      note: (line: string) => this.#note(line),
      confirmedMs: () => auditor.confirmedMs,
      isMarked: () => store.clockMark !== null,
      confirm: () => this.#anyServing()?.confirmTime(),
    };
    // The id keeper needs weeks of unchanged length.
    const isConfirmed = !this.#climate.keepsIds;
    return new WallClock(this.#scheduler, new Random(this.seed + 55_555), feed, hooks, isConfirmed);
  }

  #demoHost(): DemoHost | null {
    const process = this.#anyServing();
    if (process === null) return null;
    return {
      nowMs: () => process.nowMs,
      hasOrders: async (id) => (process.core?.state.accounts.get(id)?.orders.size ?? 0) > 0,
    };
  }

  #freeOf(id: AccountId): bigint | null {
    const state = this.#leader()?.core?.state;
    const account = state?.accounts.get(id);
    return state === undefined || account === undefined ? null : withdrawableOf(state, account);
  }

  #openApps(random: Random): void {
    const { feed, answers: audit } = this.#around;
    const [scheduler, note] = [this.#scheduler, (line: string) => this.#note(line)];
    const reach = () => {
      const process = this.#anyServing();
      return process === null ? null : process.call.bind(process);
    };
    const check = (look: () => void) => void this.#check(look);
    for (const { accountId } of accounts) {
      this.#clients.push(
        new GatewayClient(accountId, { feed, scheduler, random: random.fork(), reach, audit, check, note }),
      );
    }
  }

  async run(steps: number): Promise<Report> {
    const giveBack = this.#scheduler.takeTimeouts();
    let step = 0;
    try {
      while (step < steps && this.#violation === null) {
        step += 1;
        await this.#scheduler.step();
      }
      if (this.#violation === null) step += await this.#calmDown();
    } catch (error) {
      this.#violation ??= error as Error;
    } finally {
      giveBack();
    }
    return this.#report(step);
  }

  /** Ends all troubles, stores everything decided, and requires a last process to recover to the journal's end. */
  async #calmDown(): Promise<number> {
    this.#isCalm = true;
    const { feed, database, auditor, halts, wall } = this.#around;
    feed.stop();
    wall.isStopped = true;
    wall.undo();
    for (const client of [...this.#clients, halts]) client.isStopped = true;
    Object.assign(database.weather, { isDown: false, isSlow: false, faultRate: 0 });
    let steps = await this.#settle();
    const last = this.#leader();
    this.#check(() => {
      if (last === null) throw new Error('Invariant: somebody leads when all is calm');
      auditor.requireStored(last.id);
      requireCaughtUp(this.#around);
    });
    for (const process of this.#processes) process.crash();
    steps += await this.#settle();
    this.#check(() => {
      if (this.#leader() === null) throw new Error('Invariant: a process recovers when all is calm');
    });
    for (const process of this.#processes) process.crash();
    await auditFinalTables(this.#around);
    return steps;
  }

  async #settle(): Promise<number> {
    let steps = 0;
    const { database, auditor, store, tables } = this.#around;
    const isSettled = () => {
      const leader = this.#leader();
      if (tables.checkpoint < store.entries.length) return false;
      return leader !== null && database.isQuiet(this.#scheduler.nowMs) && auditor.isStored(leader.id);
    };
    while (steps < calmStepsMax && this.#violation === null && !isSettled()) {
      steps += 1;
      // A time confirmed late changes which time is right.
      this.#around.wall.undo();
      if (!(await this.#scheduler.step())) break;
    }
    return steps;
  }

  #report(step: number): Report {
    const { store } = this.#around;
    const violation = this.#violation;
    const invariant = violation === null ? '' : ((violation as { invariant?: string }).invariant ?? violation.name);
    return {
      seed: this.seed,
      climate: this.#climate.name,
      steps: step,
      rows: store.entries.length,
      ticks: this.#ticks,
      processes: this.#processes.length,
      virtualMs: this.#scheduler.nowMs - this.#startMs,
      seen: { ...seenIn(this.#around.auditor.journal.decisions), ...this.#rare() },
      traceHash: this.#trace.digest('hex').slice(0, 16),
      violation: violation && { invariant, message: violation.stack ?? violation.message, step },
      tail: this.#tail,
    };
  }

  /** Counts of cases that the journal does not record. */
  #rare(): Record<string, number> {
    const repeated = this.#idKeeper?.repeated ?? 0;
    const { closedWhenPriced } = this.#around.auditor.journal;
    return {
      ...Object.fromEntries(this.#counts),
      'closed when priced': closedWhenPriced,
      'id asked again after an hour or more': repeated,
    };
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #createStore(auditor: Auditor): JournalStore {
    return new JournalStore({
      led: (process, epoch, tickOffset) => {
        this.#note(`process ${process} leads with epoch ${epoch}`);
        this.#check(() => auditor.led(process, epoch, tickOffset));
      },
      stored: (process, epoch, entries: readonly JournalEntry[], tickOffset) => {
        this.#note(`store takes ${entries.length} rows of process ${process}, tick offset ${tickOffset}`);
        this.#check(() => {
          for (const entry of entries) {
            auditor.storedRow(process, { epoch, entry });
            if (this.#around.hasGateway) this.#around.answers.stored(entry, auditor.committed);
          }
          auditor.storedOffset(process, tickOffset);
          if (auditor.confirmedMs !== this.#confirmedMs) {
            this.#confirmedMs = auditor.confirmedMs;
            this.#around.wall.undo();
          }
          const writtenOffset = this.#processes[process - 1]?.log.writtenOffset ?? 0;
          require(tickOffset <= writtenOffset, 'T1-offset', () =>
            `${tickOffset} is stored, ${writtenOffset} are logged`);
        });
      },
    });
  }

  #raise(log: FakeTickLog): void {
    const process: Process = new Process(this.#processes.length + 1, log, this.#around, () => {
      // A stale process that ends does not restart its successor.
      if (this.#processes.at(-1) !== process) return;
      const delayMs =
        this.#random.chance(0.05) && !this.#isCalm
          ? 900_000
          : this.#random.between(1, this.#random.chance(0.2) ? 12_000 : 4_000);
      const left = this.#logAfter(process);
      // During a pause it may be away for days.
      this.#scheduler.after(this.#around.feed.stretch(delayMs, 3), () => {
        if (this.#processes.at(-1) === process) this.#raise(left);
      });
    });
    this.#processes.push(process);
    this.#count('process started');
    this.#note(`process ${process.id} starts`);
    void (this.#mayRebuild() ? process.rebuild() : process.start());
  }

  /** True if tables may be rebuilt: no other process lives, and no write is in flight. */
  #mayRebuild(): boolean {
    const isAlone = this.#processes.filter(({ isAlive }) => isAlive).length === 1;
    const isQuiet = this.#around.database.isQuiet(this.#scheduler.nowMs);
    return !this.#isCalm && isAlone && isQuiet && this.#around.tables.checkpoint > 0 && this.#random.chance(0.5);
  }

  #logAfter(process: Process): FakeTickLog {
    return process.log.afterCrash(this.#random);
  }

  /** Causes crashes, failovers that leave the old leader running, and a slow or unreachable database. */
  #trouble(): void {
    if (this.#isCalm) return;
    const random = this.#random;
    const { weather } = this.#around.database;
    const current = this.#processes.at(-1);
    const draw = random.unit();
    if (draw < 0.3) current?.crash();
    else if (draw < 0.4 && current !== undefined && !current.isRebuilding) {
      this.#note(`process ${current.id} is thought dead`);
      current.isSucceeded = true;
      this.#raise(this.#logAfter(current));
    } else if (draw < 0.6) {
      const forMs = random.between(5, 4_000);
      this.#turn('isDown', forMs);
      // Decisions made meanwhile are lost; their ticks remain in the log.
      if (random.chance(0.5)) this.#scheduler.after(forMs - 1, () => current?.crash());
    } else if (draw < 0.75) this.#turn('isSlow', random.between(100, 8_000));
    else weather.faultRate = random.pick([0, 0.02, 0.1, 0.4]);
    const waitMs = random.chance(0.2) ? random.between(1, 100) : random.between(500, 15_000);
    this.#scheduler.after(this.#around.feed.stretch(waitMs, 1), () => this.#trouble());
  }

  #turn(what: 'isDown' | 'isSlow', forMs: number): void {
    const { weather } = this.#around.database;
    weather[what] = true;
    this.#note(`store ${what} for ${forMs} ms`);
    this.#scheduler.after(forMs, () => {
      weather[what] = false;
    });
  }

  /** Mostly the newest process; sometimes a superseded one that does not know it. */
  #anyServing(): Process | null {
    const running = this.#processes.filter(({ isAlive, core }) => isAlive && core !== null);
    return this.#random.chance(0.2) && running.length > 0 ? this.#random.pick(running) : (running.at(-1) ?? null);
  }

  #leader(): Process | null {
    const last = this.#processes.at(-1);
    return last?.isAlive === true && last.core !== null ? last : null;
  }

  #check<Value>(look: () => Value): Value | null {
    try {
      return look();
    } catch (error) {
      if (this.#violation === null) this.#note(`!! ${(error as Error).message}`);
      this.#violation ??= error as Error;
      return null;
    }
  }

  #note(line: string): void {
    if (/ tick \d+:/.test(line)) this.#ticks += 1;
    if (line.startsWith('the wall clock steps')) this.#count('clock step');
    if (line.startsWith('the wall clock steps') && this.#leader() === null) this.#count('clock step while down');
    const text = `${this.#scheduler.nowMs - this.#startMs} ${line}`;
    this.#trace.update(`${text}\n`);
    this.#tail.push(text);
    if (this.#tail.length > tailMax) this.#tail.shift();
  }
}

/** Returns an hour of the year in which currencies trade. */
function startTime(random: Random): number {
  for (;;) {
    const atMs = firstYearMs + random.between(0, 8_700) * hourMs;
    if (isTrading('forex', atMs) && isTrading('forex', atMs + hourMs)) return atMs;
  }
}
