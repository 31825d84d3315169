import type { ClientBook } from '@candor/domain/hedging/client-book';
import { decideOrder, type HedgeLimits } from '@candor/domain/hedging/decide-order';
import { decideReport, type OrderReport } from '@candor/domain/hedging/decide-report';
import type {
  ClientsFollowed,
  HedgeOrder,
  HedgeOrderId,
  HedgeRecord,
  OrderMade,
} from '@candor/domain/hedging/hedge-records';
import { type HedgePlace, type HedgeState, placeOf } from '@candor/domain/hedging/hedge-state';
import { powerOfTen } from '@candor/domain/values/decimal';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';
import type { Clock } from '../ports/clock.ts';
import { type CompanyRules, type HedgeJournal, type HedgeProvider, SwitchPulledError } from '../ports/hedging.ts';
import { leaseMs } from '../ports/journal.ts';
import { encode } from '../trading/codec.ts';
import { ClientFollower, type FollowedShard } from './client-follower.ts';
import type { RestoredHedge } from './hedge-codec.ts';
import { HedgeWriter } from './hedge-writer.ts';
import { Reconciliation } from './reconciliation.ts';
import { TurnQueue } from './turn-queue.ts';

/** Limits of one instrument, and how much worse than the last quote a limit order may be filled; null for market orders. */
export interface HedgedInstrument extends HedgeLimits {
  readonly slippageTicks: number | null;
}

export interface HedgerDeps {
  readonly journal: Pick<HedgeJournal, 'commit' | 'switch'>;
  readonly restored: RestoredHedge;
  readonly shards: readonly FollowedShard[];
  /** Open positions of clients up to each shard's `bookSeq`. */
  readonly book: ClientBook;
  readonly specs: readonly InstrumentSpec[];
  readonly rules: readonly CompanyRules[];
  /** Instruments that the provider trades, by code. */
  readonly instruments: ReadonlyMap<string, HedgedInstrument>;
  readonly companies: ReadonlySet<CompanyId>;
  readonly ordersPerMinute: number;
  /** Fee of a fill whose report gives none, in millionths of its value. */
  readonly feePerMillion: bigint;
  readonly provider: HedgeProvider;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Calls `work` after a time; returns the function that prevents it. */
  readonly schedule: (work: () => void, afterMs: number) => () => void;
  readonly onNews: (what: string, about?: object) => void;
  /** Called once when the hedger cannot go on; it must be started again from its journal. */
  readonly onFailed: (error: Error) => void;
}

export type HedgerPhase = 'off' | 'resolving' | 'ready';

const pollMs = 100;
const switchEveryMs = 1_000;
const storeEveryMs = 1_000;
/** Wait for the answers to a question; twice as long after each in vain, so that a slow provider can answer. */
const answerMs = { least: 5_000, most: 60_000 };
const positionsEveryMs = 300_000;
const minuteMs = 60_000;
/** Storing an order renews the lease; after this it may have ended, and another process may have asked for the order in vain. */
const storeMaxMs = leaseMs - 500;
/** Least time between two questions that doubts cause. */
const doubtPauseMs = 1_000;
const backOffMs = { least: 1_000, most: 60_000 };

/**
 * Follows the clients' journal and brings the position at the provider to the wanted hedge (R-HDG-06). All that happens, from
 * both sides, is handled one turn after the other. An order is stored before it is sent, and sent once; after every logon the
 * orders whose end is unknown are asked for, then the positions, before anything new is sent (R-HDG-11).
 */
export class Hedger {
  phase: HedgerPhase = 'off';
  isPulled = true;
  readonly #deps: HedgerDeps;
  readonly #writer: HedgeWriter;
  readonly #followers: readonly ClientFollower[];
  readonly #specs: ReadonlyMap<InstrumentId, InstrumentSpec>;
  readonly #codes: ReadonlyMap<string, InstrumentSpec>;
  readonly #quotes = new Map<InstrumentId, Quote>();
  readonly #dirty = new Set<HedgePlace>();
  readonly #unstored = new Map<number, ClientsFollowed>();
  readonly #backOff = new Map<HedgePlace, { readonly untilMs: number; readonly delayMs: number }>();
  readonly #reconciliation: Reconciliation;
  readonly limited = new Set<HedgePlace>();
  readonly #turns: TurnQueue;
  #session = 0;
  #phaseMs = 0;
  #sentMs = 0;
  #switchMs = Number.NEGATIVE_INFINITY;
  #storedMs = 0;
  #resolvedMs = 0;
  #answerMs = answerMs.least;
  #isInDoubt = false;
  #isCaughtUp = false;
  #cancelPoll: () => void = () => undefined;

  constructor(deps: HedgerDeps) {
    this.#deps = deps;
    this.#writer = new HedgeWriter(deps.journal, deps.restored);
    this.#specs = new Map(deps.specs.map((spec) => [spec.id, spec]));
    this.#codes = new Map(deps.specs.map((spec) => [spec.code, spec]));
    const { followed } = this.state;
    this.#followers = deps.shards.map(
      (one) => new ClientFollower(one, followed.get(one.shard) ?? one.bookSeq, deps.book, this.#quotes),
    );
    this.#reconciliation = new Reconciliation(this.state, deps.provider, deps.companies);
    this.#turns = new TurnQueue((error) => {
      this.#cancelPoll();
      deps.provider.close();
      deps.onFailed(error);
    });
  }

  get state(): HedgeState {
    return this.#writer.state;
  }

  get seq(): number {
    return this.#writer.seq;
  }

  /** Resolves when everything that has arrived is handled. */
  get settled(): Promise<void> {
    return this.#turns.settled;
  }

  /** Puts the rules in force, then opens the provider and begins to follow. */
  start(): void {
    this.#turn(async () => {
      await this.#takeRules();
      for (const { companyId, instrumentId } of this.#deps.book.wanted()) this.#touch(companyId, instrumentId);
      this.#deps.provider.open({
        loggedOn: () => {
          this.#leaveSession();
          this.#turn(() => this.#resolve());
        },
        lost: (reason) => {
          this.#leaveSession();
          this.#turn(() => this.#lost(reason));
        },
        report: (report) => this.#turn(() => this.#report(report)),
        notCancelled: () => undefined,
        positions: (companyId, byCode) => this.#turn(() => this.#positions(companyId, byCode)),
        fault: (what) => {
          this.#deps.onNews('something of the session with the provider is missing or cannot be used', { what });
          this.#isInDoubt = true;
        },
      });
    });
    this.#poll();
  }

  /** Ends after the current turn; nothing is sent any more. */
  async stop(): Promise<void> {
    this.#turns.stop();
    this.#cancelPoll();
    this.#deps.provider.close();
    await this.#turns.settled;
  }

  /** Looks at journal, switch and timers now. */
  wake(): void {
    this.#turn(() => this.#look());
  }

  #poll(): void {
    this.#cancelPoll = this.#deps.schedule(() => {
      this.wake();
      if (!this.#turns.isStopped) this.#poll();
    }, pollMs);
  }

  #turn(work: () => Promise<void>): void {
    this.#turns.add(async () => {
      await work();
      await this.#hedge();
    });
  }

  async #takeRules(): Promise<void> {
    const records: HedgeRecord[] = [];
    for (const { companyId, rules } of this.#deps.rules) {
      const known = this.state.rules.get(companyId);
      this.#deps.book.setRules(companyId, rules);
      if (known !== undefined && encode(known.rules) === encode(rules)) continue;
      records.push({ kind: 'rules', companyId, version: (known?.version ?? 0) + 1, rules });
    }
    await this.#writer.write(records, this.#deps.clock.nowMs());
  }

  #touch(companyId: CompanyId, instrumentId: InstrumentId): void {
    const code = this.#specs.get(instrumentId)?.code;
    if (code !== undefined && this.#deps.companies.has(companyId)) this.#dirty.add(placeOf({ companyId, code }));
  }

  async #look(): Promise<void> {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#switchMs >= switchEveryMs) {
      const last = await this.#deps.journal.switch.state();
      this.isPulled = last !== null && last.act !== 'released';
      this.#switchMs = nowMs;
    }
    await this.#follow();
    if (this.phase === 'resolving' && nowMs - this.#phaseMs >= this.#answerMs) {
      this.#answerMs = Math.min(answerMs.most, 2 * this.#answerMs);
      await this.#resolve();
    }
    if (this.phase !== 'ready') return;
    const isUnanswered = this.state.working.size > 0 && nowMs - this.#sentMs >= answerMs.least;
    const isDoubtDue = this.#isInDoubt && nowMs - this.#resolvedMs >= doubtPauseMs;
    if (isDoubtDue || isUnanswered || nowMs - this.#resolvedMs >= positionsEveryMs) await this.#resolve();
  }

  async #follow(): Promise<void> {
    for (const follower of this.#followers)
      for (;;) {
        const page = await follower.next();
        if (page === null) break;
        for (const { companyId, instrumentId } of page.touched) this.#touch(companyId, instrumentId);
        this.#gather(page.record);
        if (!page.isFull) break;
        await this.#store();
      }
    this.#isCaughtUp = true;
  }

  /** Adds a record to what waits to be stored, since each poll may bring a few entries. */
  #gather(record: ClientsFollowed): void {
    const waiting = this.#unstored.get(record.shard)?.results ?? [];
    this.#unstored.set(record.shard, { ...record, results: [...waiting, ...record.results] });
  }

  #takeGathered(): ClientsFollowed[] {
    const records = [...this.#unstored.values()];
    this.#unstored.clear();
    this.#storedMs = this.#deps.clock.monotonicMs();
    return records;
  }

  async #store(): Promise<void> {
    if (this.#unstored.size > 0) await this.#writer.write(this.#takeGathered(), this.#deps.clock.nowMs());
  }

  /** Stores what is due, and sends the next orders. */
  async #hedge(): Promise<void> {
    const { clock, provider } = this.#deps;
    const session = this.#session;
    const orders = this.#nextOrders();
    const beganMs = clock.monotonicMs();
    const isDue = beganMs - this.#storedMs >= storeEveryMs;
    if (orders.length === 0) {
      if (isDue) await this.#store();
      return;
    }
    const records = [...this.#takeGathered(), ...orders];
    try {
      await this.#writer.write(records, clock.nowMs());
    } catch (error) {
      if (!(error instanceof SwitchPulledError)) throw error;
      this.isPulled = true;
      await this.#writer.write(
        records.filter(({ kind }) => kind !== 'order'),
        clock.nowMs(),
      );
      return;
    }
    // A session that ended meanwhile does not get them: whether they arrived is asked for after the next logon.
    if (session !== this.#session) return;
    this.#sentMs = clock.monotonicMs();
    if (this.#sentMs - beganMs > storeMaxMs) {
      this.#isInDoubt = true;
      return;
    }
    for (const order of orders) provider.send(order);
  }

  #nextOrders(): OrderMade[] {
    if (this.phase !== 'ready' || this.isPulled || this.#isInDoubt || !this.#isCaughtUp) return [];
    const orders: OrderMade[] = [];
    const blocked = new Set([...this.state.working.values()].map(placeOf));
    const nowMs = this.#deps.clock.monotonicMs();
    for (const place of this.#dirty) {
      const waitsMs = this.#backOff.get(place)?.untilMs ?? 0;
      if (blocked.has(place) || this.state.breaks.has(place) || waitsMs > nowMs) continue;
      if (!this.#hasRoom(orders.length)) break;
      const order = this.#orderFor(place, orders.length);
      if (order === null) this.#dirty.delete(place);
      else if (order !== 'no-price') orders.push(order);
    }
    return orders;
  }

  /** True if one more order is within the limit of a minute (R-HDG-13). */
  #hasRoom(more: number): boolean {
    const { ordersPerMinute, clock } = this.#deps;
    // Later times are of a clock that was set back since, by which nothing must rest for longer than a minute.
    const nowMs = clock.nowMs();
    const recent = this.state.orderTimes.filter((atMs) => Math.abs(nowMs - atMs) < minuteMs).length;
    return recent + more < ordersPerMinute;
  }

  #orderFor(place: HedgePlace, number: number): OrderMade | 'no-price' | null {
    const [company = '', code = ''] = place.split('/');
    const companyId = Number(company) as CompanyId;
    const spec = this.#codes.get(code);
    const instrument = this.#deps.instruments.get(code);
    if (spec === undefined || instrument === undefined) return null;
    const { wantedSteps } = this.#deps.book.wantedIn(companyId, spec.id);
    const position = this.state.positions.get(place) ?? 0n;
    const { order, isLimited } = decideOrder(spec, wantedSteps, position, instrument);
    if (isLimited) this.limited.add(place);
    else this.limited.delete(place);
    if (order === null) return null;
    const limitE8 = this.#limitOf(spec, order.side, instrument.slippageTicks);
    if (limitE8 === undefined) return 'no-price';
    const orderId = this.#writer.nextOrderId(number);
    const about = { orderId, companyId, code, currency: spec.quoteCurrency, ...order, limitE8 };
    return { kind: 'order', ...about, atMs: this.#deps.clock.nowMs() };
  }

  /** Returns the worst price of an order; null at the market, undefined while no quote is known. */
  #limitOf(spec: InstrumentSpec, side: HedgeOrder['side'], slippageTicks: number | null): bigint | null | undefined {
    if (slippageTicks === null) return null;
    const quote = this.#quotes.get(spec.id);
    if (quote === undefined) return undefined;
    const ticks = side === 'buy' ? quote.ask + slippageTicks : Math.max(1, quote.bid - slippageTicks);
    return BigInt(ticks) * powerOfTen(8 - spec.digits);
  }

  /** Ends the session at once: the turn that runs now belongs to it, and sends nothing any more (R-HDG-11). */
  #leaveSession(): void {
    this.#session += 1;
    this.#setPhase('off');
  }

  #setPhase(phase: HedgerPhase): void {
    this.phase = phase;
    this.#phaseMs = this.#deps.clock.monotonicMs();
  }

  #lost(reason: string): Promise<void> {
    this.#setPhase('off');
    this.#deps.onNews('the session with the provider ended', { reason });
    return Promise.resolve();
  }

  /** Asks for every order whose end is unknown, then for positions. */
  #resolve(): Promise<void> {
    this.#setPhase('resolving');
    this.#isInDoubt = false;
    this.#reconciliation.begin();
    return Promise.resolve();
  }

  async #report(report: OrderReport): Promise<void> {
    const { feePerMillion, clock, onNews } = this.#deps;
    const feeOf = (valueE16: bigint) => (valueE16 * feePerMillion) / 1_000_000n;
    const { records, doubt } = decideReport(this.state, report, feeOf);
    await this.#writer.write(records, clock.nowMs());
    if (doubt !== null) {
      onNews('a report cannot be followed', { doubt, orderId: report.orderId });
      this.#isInDoubt = true;
    }
    this.#noteOutcome(report.orderId, records);
    if (this.phase === 'resolving') this.#reconciliation.answered(report);
  }

  /** After an order without a fill the instrument waits, twice as long each time. */
  #noteOutcome(orderId: HedgeOrderId, records: readonly HedgeRecord[]): void {
    const order = this.state.working.get(orderId) ?? this.state.ended.get(orderId);
    if (order === undefined || records.length === 0) return;
    const place = placeOf(order);
    this.#dirty.add(place);
    if (order.cumE8 > 0n) this.#backOff.delete(place);
    else if (records.some(({ kind }) => kind === 'ended')) {
      const delayMs = Math.min(backOffMs.most, 2 * (this.#backOff.get(place)?.delayMs ?? backOffMs.least / 2));
      this.#backOff.set(place, { untilMs: this.#deps.clock.monotonicMs() + delayMs, delayMs });
    }
  }

  async #positions(companyId: CompanyId, byCode: ReadonlyMap<string, bigint>): Promise<void> {
    if (this.phase !== 'resolving') return;
    const found = this.#reconciliation.compare(companyId, byCode);
    if (found === null) return;
    await this.#writer.write(found.records, this.#deps.clock.nowMs());
    for (const record of found.records) {
      if (record.kind === 'break') this.#deps.onNews('the provider has another position', record);
      if (record.kind === 'ended') this.#noteOutcome(record.orderId, [record]);
      if (record.kind === 'break-closed') this.#dirty.add(placeOf(record));
    }
    if (!found.isDone) return;
    this.#setPhase('ready');
    this.#answerMs = answerMs.least;
    this.#resolvedMs = this.#phaseMs;
  }
}
