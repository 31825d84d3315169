import type { Sessions } from '@candor/domain/calc/session-hours';
import type { MarketNow } from '@candor/domain/engine/market-now';
import type { TradingRules } from '@candor/domain/engine/rules/trading-rules';
import { createState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';
import { ProductClock } from '../apps/server/src/adapters/clock/product-clock.ts';
import type { ClockMarks } from '../apps/server/src/ports/clock.ts';
import type { Journal, Leadership } from '../apps/server/src/ports/journal.ts';
import type { LoggedQuote } from '../apps/server/src/ports/market.ts';
import type { Projector } from '../apps/server/src/ports/projection.ts';
import type { Outcome, Request } from '../apps/server/src/ports/trading-port.ts';
import { newestSeq } from '../apps/server/src/services/market/logged-ticks.ts';
import { isSpreadWide } from '../apps/server/src/services/market/quote-filter.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { accounts } from './accounts.ts';
import { require } from './auditor/compare.ts';
import type { LiveCost } from './auditor/cost.ts';
import type { LiveState } from './auditor/live-state.ts';
import { FakeConnection } from './fake-connection.ts';
import { FakeJournal } from './fake-journal.ts';
import type { FakeTickLog } from './fake-tick-log.ts';
import { deviationLimitBp, firstOrderId, simSessions } from './instruments.ts';
import type { Build } from './sender.ts';
import { type HttpAnswer, type HttpAsk, SimGateway, submittingBy } from './sim-gateway.ts';
import type { OperatorChange } from './sim-halts.ts';
import { SimMarket } from './sim-market.ts';
import { simRebuild, startSimProjector } from './sim-projector.ts';
import type { Surroundings } from './surroundings.ts';

const confirmingOperator = 3;

/** The product's trading core as one process runs it, from taking the lead to its crash. */
export class Process {
  readonly id: number;
  readonly log: FakeTickLog;
  isAlive = true;
  /** True once a successor has copied its log: nobody reads its later writes. */
  isSucceeded = false;
  isRebuilding = false;
  /** Null until recovery has finished. */
  core: TradingCore | null = null;
  /** Null in worlds without a gateway. */
  gateway: SimGateway | null = null;
  readonly #around: Surroundings;
  #market: SimMarket | null = null;
  #clock: ProductClock | null = null;
  readonly #connection: FakeConnection;
  readonly #onEnd: () => void;
  /** Reads the core itself, bypassing any sabotage. */
  #isStalled: () => boolean = () => false;

  constructor(id: number, log: FakeTickLog, around: Surroundings, onEnd: () => void) {
    this.id = id;
    this.log = log;
    this.#around = around;
    this.#onEnd = onEnd;
    this.#connection = new FakeConnection(around.database, around.scheduler, around.random.fork(), this);
  }

  /** Runs the product's start until it serves. */
  async start(): Promise<void> {
    const { store, policy, specs, sabotage } = this.#around;
    const journal: Journal = new FakeJournal(store, this.#connection, this.id);
    const clock = new ProductClock(this.#around.wall);
    this.#clock = clock;
    const canClose = sabotage.canClose ?? ((id: InstrumentId) => this.#mayClose(id));
    const sessions = simSessions();
    const state = createState(specs, policy, firstOrderId, sessions);
    if (sabotage.ignoresHalts === true) state.rules.isHalted = () => false;
    if (sabotage.ignoresNotices === true) ignoreNotices(state.rules);
    try {
      const whole = sabotage.journal?.(journal, store) ?? journal;
      const leadership = await whole.lead();
      const clockMarks = await this.#openMarks(leadership, clock);
      const market = await this.#openMarket(clock, sessions);
      const resumeMs = await (sabotage.resumeTime?.(this.log) ?? market.resumeTime());
      if (!this.isAlive) return;
      const ticksFrom = (offset: number) => this.#replay(offset);
      const onFatal = (error: Error) => this.#fail(error);
      const snapshots = await this.#around.snapshots?.renewed(store);
      if (!this.isAlive) return;
      const deps = {
        journal: leadingBy(whole, leadership),
        ...(snapshots === undefined ? {} : { snapshots }),
        state,
        clock,
        steps: clock,
        clockMarks,
        canClose,
        marketNow: (id: InstrumentId) => market.now(id),
        isSpreadWide: (quote: Quote) => isSpreadWide(quote, deviationLimitBp),
        ticksFrom,
        rules: () => this.#readHalts(),
        recentIdsMax: 100,
        soon: (action: () => void) => this.#rollSoon(action),
        ticksStored: sabotage.ticksStored ?? ((offset: number) => this.log.stored(offset)),
        onFatal,
      };
      const core = await startTradingCore(deps);
      if (!this.isAlive) return;
      this.#isStalled = () => core.isStalled;
      const projector = await startSimProjector(this.#around, this, journal, this.#connection);
      if (this.isAlive) this.#serve(sabotage.core?.(core, this.id) ?? core, projector, resumeMs);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Continues product time from the stored mark before anything else asks for it, as the product's start does. */
  async #openMarks({ epoch }: Leadership, clock: ProductClock): Promise<ClockMarks> {
    const { store } = this.#around;
    const stored = await this.#connection.call(() => store.clockMark);
    if (stored !== null) clock.resumeFrom(stored, 0);
    return { stored, save: (mark) => this.#connection.write(() => store.saveMark(epoch, mark)) };
  }

  async #openMarket(clock: ProductClock, sessions: Sessions): Promise<SimMarket> {
    const { feed, scheduler } = this.#around;
    const about = { feed, log: this.log, scheduler, isAlive: () => this.isAlive, watch: this.#around };
    this.#market = new SimMarket({ ...about, clock, sessions, newestSeq: await newestSeq(this.log) });
    return this.#market;
  }

  /** Product time, once it runs. */
  get nowMs(): number {
    return this.#clock?.nowMs() ?? 0;
  }

  /** Confirms the current step as an operator. */
  confirmTime(): void {
    const { auditor, check, note } = this.#around;
    const { core } = this;
    const step = this.#clock?.step ?? null;
    if (core === null || !this.isAlive || step === null || this.#isStalled()) return;
    note(`process ${this.id} is confirmed to take the wall clock's time`);
    // Closability is judged by the new time.
    core.confirmTime(step.id, confirmingOperator).catch(() => undefined);
    check(() => auditor.confirmed(this.id, confirmingOperator, (id) => this.#mayClose(id as InstrumentId)));
    this.inspect('confirmed time');
  }

  /** Does what `npm run rebuild` does: nothing else runs meanwhile. */
  async rebuild(): Promise<void> {
    this.isRebuilding = true;
    try {
      await simRebuild(
        this.#around,
        this,
        new FakeJournal(this.#around.store, this.#connection, this.id),
        this.#connection,
      );
      this.crash();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #serve(core: TradingCore, projector: Projector, resumeMs: number | null): void {
    const { auditor, note, check } = this.#around;
    note(`process ${this.id} serves at row ${core.committedSeq}, tick ${core.tickOffset}`);
    this.core = core;
    this.inspect('recovered');
    auditor.listens(this.id, core.committedSeq);
    core.followEvents(({ entries, events, committedSeq }) => {
      check(() => auditor.pushed(this.id, events, committedSeq));
      if (this.isAlive) this.#around.push(events);
      projector.wake(committedSeq);
      this.#readTables(core, projector);
      const isAmidAct = entries.some(({ decision }) => decision.kind === 'done' && decision.part?.isLast === false);
      if (isAmidAct && this.#around.isInterrupted && this.#around.random.chance(0.2)) this.crash();
    });
    projector.wake(core.committedSeq);
    if (this.#around.hasGateway) this.#openGateway(core, projector);
    this.log.skipTo(core.tickOffset);
    const mayClose = (id: number) => this.#mayClose(id as InstrumentId);
    this.#market?.start((quote, offset, isRestated) => {
      if (!this.isAlive) return;
      check(() => {
        auditor.accepted(quote);
        if (this.isSucceeded) auditor.lost(quote);
        auditor.ticked(this.id, quote, offset, mayClose, isRestated);
      });
      note(`process ${this.id} tick ${offset}: ${quote.instrumentId} ${quote.bid}/${quote.ask} #${quote.seq}`);
      this.gateway?.market.tell(quote, offset);
      core.onQuote(quote, offset);
      if (core.state.marks.get(quote.instrumentId) === quote) this.#around.count('quote outside of its session');
      this.inspect('tick', quote);
      if (this.#around.sabotage.isHidden !== true)
        check(() => auditor.inspectTick(this.id, core.state as unknown as LiveState, quote.instrumentId, mayClose));
    }, resumeMs);
    this.#keepTime(core);
    this.changeHalts(this.#around.halts.changes());
  }

  /** Reads the table of halts, as a start does. */
  #readHalts(): Promise<readonly OperatorChange[]> {
    const changes = this.#around.halts.changes();
    this.#around.check(() => this.#around.auditor.ruledAtStart(this.id, changes));
    return Promise.resolve(changes);
  }

  /** Begins or ends a halt as an operator; false if the process does not serve. */
  changeHalts(changes: readonly OperatorChange[]): boolean {
    const { auditor, check } = this.#around;
    const { core } = this;
    if (core === null || !this.isAlive) return false;
    check(() => auditor.ruled(this.id, changes, (id) => this.#mayClose(id as InstrumentId)));
    core.changeRules(changes).catch(() => undefined);
    this.inspect('halt');
    return true;
  }

  #openGateway(core: TradingCore, projector: Projector): void {
    const { answers, check, sabotage } = this.#around;
    const [market, clock] = [this.#market, this.#clock];
    if (market === null || clock === null) throw new Error('a process that serves has a market');
    const asking = submittingBy(core, (asked) => this.#ask(asked));
    const audited = sabotage.gatewayCore?.(asking) ?? asking;
    const inside = { core: audited, projector, market, clock, connection: this.#connection };
    const gateway = new SimGateway(this.#around, inside);
    this.gateway = gateway;
    for (const { accountId } of accounts) {
      const hear = (look: () => void) => check(() => (this.isAlive ? look() : undefined));
      gateway.watch(accountId, {
        onTrade: (line) => hear(() => answers.pushedFigures(accountId, JSON.parse(line))),
        onClosed: (ids) => hear(() => answers.pushedClosed(accountId, ids)),
        onNotice: (notice) => hear(() => answers.pushedNotice(accountId, notice)),
      });
    }
  }

  /** Passes a command to the core, as the gateway does: with the current market and time. */
  submit(build: Build, ids: { clientId: string | null; bodyHash: string | null }): Promise<Outcome> {
    const command = build((id) => this.#marketNow(id), this.nowMs);
    return this.#ask({ command, ...ids });
  }

  /** Makes an HTTP call; if the process dies first, it is never answered. */
  async call(ask: HttpAsk): Promise<HttpAnswer> {
    if (this.gateway === null || !this.isAlive) return new Promise(() => undefined);
    const answer = await this.gateway.ask(ask);
    return this.isAlive ? answer : new Promise(() => undefined);
  }

  #ask(asked: Request): Promise<Outcome> {
    const { core } = this;
    const { auditor, note, check } = this.#around;
    const { command, clientId } = asked;
    if (core === null || !this.isAlive) return new Promise(() => undefined);
    // A stalled core decides nothing; known outcomes are repeated, others are unavailable.
    if (this.#isStalled()) return core.submit(asked);
    const marketOf = (id: number) => this.#marketNow(id as InstrumentId);
    const ticket = check(() => auditor.asked(this.id, asked, (id) => this.#mayClose(id as InstrumentId), marketOf));
    if (ticket === null) return new Promise(() => undefined);
    note(`process ${this.id} asked ${command.type} of ${command.accountId} ${clientId ?? 'without id'}`);
    const answer = core.submit(asked).then((outcome) => {
      if (!this.isAlive && outcome.kind !== 'unavailable') return new Promise<Outcome>(() => undefined);
      note(`process ${this.id} answers ${command.accountId} ${clientId ?? 'without id'}: ${describe(outcome)}`);
      check(() => auditor.answered(ticket, outcome));
      return outcome;
    });
    this.inspect('command');
    return answer.catch((error: Error) => {
      const about = () => `${command.type} of ${command.accountId}: ${error.stack ?? error.message}`;
      check(() => require(!this.isAlive, 'P7-throws', about));
      return new Promise<Outcome>(() => undefined);
    });
  }

  /** A reader that waits for the tables sees at least everything already answered. */
  #readTables(core: TradingCore, projector: Projector): void {
    const { tables, check } = this.#around;
    const seq = core.committedSeq;
    void projector.caughtUp(seq).then(() => {
      const about = () => `said to hold ${seq} rows, held ${tables.checkpoint}`;
      check(() => require(!this.isAlive || tables.checkpoint >= seq, 'R9-caught-up', about));
    });
  }

  inspect(where: string, tick: Quote | null = null): void {
    const { core } = this;
    if (core === null || this.#around.sabotage.isHidden === true) return;
    const { auditor } = this.#around;
    this.#around.check(() => {
      this.#requireTime(where);
      auditor.inspect(this.id, core.state as unknown as LiveState & LiveCost, where, tick);
    });
  }

  /** Product time is elapsed time plus the confirmed shift, across restarts (R-TIME-01, R-TIME-09). */
  #requireTime(where: string): void {
    const { auditor } = this.#around;
    const [nowMs, wantedMs] = [this.nowMs, auditor.productMs(this.id)];
    require(nowMs === wantedMs, 'T3-clock', () => `${where}: product time is ${nowMs - wantedMs} ms off`);
    const [isHeld, isWanted] = [this.#clock?.step != null, auditor.isHeld(this.id)];
    require(isHeld === isWanted, 'T4-step', () => `${where}: a step stands ${isHeld}, should stand ${isWanted}`);
  }

  crash(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#market?.stop();
    this.gateway?.stop();
    this.#around.note(`process ${this.id} is gone`);
    this.#onEnd();
  }

  #fail(error: Error): void {
    if (!this.isAlive) return;
    this.#around.note(`process ${this.id} cannot go on: ${error.name} ${error.message}`);
    const isExpected = error.name === 'FencedError' || /away|connection lost/.test(error.message);
    this.#around.check(() => {
      if (!isExpected) throw error;
    });
    // A superseded process may linger, still receiving and sending.
    const lingersMs = this.core === null ? 0 : this.#around.random.between(0, 1) * 3_000;
    this.#around.scheduler.after(lingersMs, () => this.crash());
  }

  #marketNow(id: InstrumentId): MarketNow {
    return this.#market?.now(id) ?? { kind: 'no-price', ageMs: Number.POSITIVE_INFINITY };
  }

  #mayClose(id: InstrumentId): boolean {
    const { kind, ageMs } = this.#marketNow(id);
    return kind === 'open' && ageMs <= this.#around.policy.closeAgeMaxMs;
  }

  #keepTime(core: TradingCore): void {
    const { scheduler, auditor, feed, check } = this.#around;
    scheduler.after(feed.stretch(1_000, 10), () => {
      if (!this.isAlive) return;
      check(() => auditor.timed(this.id, (id) => this.#mayClose(id as InstrumentId)));
      core.onTime();
      this.inspect('time');
      this.#keepTime(core);
    });
  }

  /** Goes on with a roll after some time, in which anything else may happen. */
  #rollSoon(action: () => void): void {
    const { scheduler, random, auditor, check, count } = this.#around;
    scheduler.after(random.between(0, 2_000), () => {
      if (!this.isAlive) return;
      count('roll continued');
      check(() => auditor.rolledOn(this.id, (id) => this.#mayClose(id as InstrumentId)));
      action();
      this.inspect('roll');
    });
  }

  async *#replay(offset: number): AsyncGenerator<readonly LoggedQuote[]> {
    const { auditor, note, check } = this.#around;
    for await (const logged of this.log.read(offset)) {
      if (!this.isAlive) await new Promise(() => undefined);
      check(() => auditor.replayed(this.id, logged.quote, logged.offset));
      note(`process ${this.id} replays tick ${logged.offset}`);
      yield [logged];
    }
  }
}

/** Journal of a process that already leads. */
function leadingBy(journal: Journal, leadership: Leadership): Journal {
  return {
    lead: () => Promise.resolve(leadership),
    position: () => journal.position(),
    read: (seq, limit) => journal.read(seq, limit),
    payments: journal.payments,
    ids: journal.ids,
    commit: (...batch) => journal.commit(...batch),
  };
}

function describe(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.refusal;
  if (outcome.kind !== 'done') return outcome.kind;
  return outcome.events.map((event) => ('order' in event ? `${event.type} ${event.order.id}` : event.type)).join(', ');
}

function ignoreNotices(rules: TradingRules): void {
  const { inForceOf } = rules;
  rules.inForceOf = (companyId) => ({ ...inForceOf.call(rules, companyId), notices: [] });
}
