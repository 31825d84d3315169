import type { Command } from '@candor/domain/engine/command';
import type { FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type { OrderRecord } from '@candor/domain/engine/order';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { type Price, toPrice } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';
import type { StartSnapshots } from '../apps/server/src/ports/snapshots.ts';
import type { Request } from '../apps/server/src/ports/trading-port.ts';
import { firstOrderId } from '../apps/server/src/trading/journal-fold.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { testPolicy, testSpecs } from './engine-scenario.ts';
import type { FaultyJournal } from './faulty-journal.ts';
import {
  approvalOf,
  cancellationOf,
  depositOf,
  operator,
  payoutOf,
  rejectionOf,
  secondAlways,
  withdrawalOf,
} from './funds-commands.ts';

const { eurusd, usdjpy, eurjpy, index } = testSpecs;
const specs: readonly InstrumentSpec[] = [eurusd, usdjpy, eurjpy, index];
const startBids = [115_000, 157_000, 181_000, 66_421];
const market = { kind: 'open', ageMs: 0 } as const;
const hourMs = 3_600_000;
const realAccounts = 3;

/** A core with its own journal, driven by a walk. */
export interface Walker {
  readonly core: TradingCore;
  readonly journal: FaultyJournal;
}

/**
 * Random history of several accounts: orders of every kind, nights, gaps, deposits and withdrawals, halts and limits,
 * demos that end. Gives the same input to every walker; the same seed makes the same history.
 */
export class TradingWalk {
  readonly walkers: Walker[] = [];
  nowMs = Date.parse('2026-11-16T12:00:00Z');
  readonly #ticks: Quote[] = [];
  readonly #accountIds: AccountId[] = [];
  readonly #bids = [...startBids];
  #seed: number;
  /** Requests with ids so far, to be repeated. */
  readonly #requests: Request[] = [];
  #isShut = false;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
  }

  /** Starts a core on a journal; it joins the walk. The ticks so far count as processed. */
  async join(journal: FaultyJournal, snapshots?: StartSnapshots): Promise<Walker> {
    const ticks = this.#ticks;
    for (const { core } of this.walkers) core.onTime();
    await this.drain();
    journal.tickOffset = ticks.length;
    const core = await startTradingCore({
      journal,
      ...(snapshots === undefined ? {} : { snapshots }),
      state: createState(Object.values(testSpecs), testPolicy, firstOrderId),
      clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
      canClose: () => !this.#isShut,
      ticksFrom: async function* (offset) {
        for (const [at, quote] of ticks.slice(offset).entries()) yield [{ offset: offset + at, quote }];
      },
      onFatal: (error) => {
        throw error;
      },
    });
    const walker = { core, journal };
    this.walkers.push(walker);
    return walker;
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      this.#step();
      if (step % 20 === 19) await this.drain();
    }
    await this.drain();
  }

  async drain(): Promise<void> {
    for (const { core } of this.walkers) await core.drain();
  }

  /** Gives every instrument a quote, so that cores with and without older prices know the same ones. */
  quoteAll(): void {
    for (const [at] of specs.entries()) this.#quote(at, 0);
  }

  /** Moves every price far, first down and then up, so that margins, stops and targets are reached. */
  shock(): void {
    for (const move of [-6_000, 12_000]) for (const [at] of specs.entries()) this.#quote(at, move);
  }

  #step(): void {
    if (this.#ticks.length % 9 === 4) this.#changeAlert(this.#ticks.length);
    this.nowMs += this.#below(4_000);
    const draw = this.#below(100);
    if (draw < 40) this.#quote(this.#below(specs.length), this.#below(301) - 150);
    else if (draw < (this.#isShut ? 46 : 43)) this.#quote(this.#below(specs.length), this.#below(8_001) - 4_000);
    else if (draw < 46) this.#passTime(this.#below(30) * hourMs);
    else if (draw < 48) this.#isShut = !this.#isShut;
    else if (draw < 50) this.#changeRules();
    else this.#submit(this.#command(draw));
  }

  /** Sets or removes an alert, chosen by the ticks so far and not by chance, so that histories stay the same. */
  #changeAlert(count: number): void {
    const ids = [...this.#state().alertAccounts];
    const accountId = this.#accountIds[count % this.#accountIds.length];
    if (accountId === undefined) return;
    const [id, owner] = ids[0] ?? [];
    const source = { atMs: this.nowMs, accountId };
    const at = count % specs.length;
    const move = (count % 2 === 0 ? 1 : -1) * (20 + (count % 130));
    const about = { instrumentId: (specs[at] ?? eurusd).id, quoteSide: count % 3 === 0 ? 'bid' : 'ask' } as const;
    const level = {
      when: move > 0 ? 'at-or-above' : 'at-or-below',
      price: toPrice((this.#bids[at] ?? 0) + move),
    } as const;
    const command: Command =
      id !== undefined && owner !== undefined && count % 5 === 0
        ? { ...source, accountId: owner, type: 'RemoveAlert', alertId: id }
        : { ...source, ...about, ...level, type: 'SetAlert' };
    for (const { core } of this.walkers)
      core.submit({ command, clientId: null, bodyHash: null }).catch(() => undefined);
  }

  #quote(at: number, move: number): void {
    const spec = specs[at] ?? eurusd;
    const bid = Math.max(20_000, (this.#bids[at] ?? 0) + move);
    this.#bids[at] = bid;
    const prices = { bid: toPrice(bid), ask: toPrice(bid + 12) };
    const seq = this.#ticks.length + 1;
    const quote: Quote = { instrumentId: spec.id, seq, ...prices, timeMs: this.nowMs, source: 'test' };
    this.#ticks.push(quote);
    for (const { core } of this.walkers) core.onQuote(quote, this.#ticks.length - 1);
  }

  #passTime(byMs: number): void {
    this.nowMs += byMs;
    for (const { core } of this.walkers) core.onTime();
    this.quoteAll();
  }

  #changeRules(): void {
    const id = this.#below(4);
    const halt = { tenantId: null, instrumentId: (specs[id] ?? eurusd).id, fromMs: this.nowMs };
    const accountId = this.#anyAccount();
    const limits = { leverageMax: this.#chance() ? 100 : null, ordersMax: null, isOpeningBlocked: this.#chance() };
    const rule = this.#chance()
      ? ({ rule: 'halt', haltId: this.#ticks.length, halt: { ...halt, toMs: this.nowMs + 60_000 } } as const)
      : ({ rule: 'limits', accountId, limits } as const);
    for (const { core } of this.walkers) core.changeRules([rule]).catch(() => undefined);
  }

  #submit(command: Command): void {
    const clientId = (this.#requests.length + 1).toString(16).padStart(32, '0');
    const request = { command, clientId, bodyHash: `body ${clientId}` };
    // Sometimes a request again, and sometimes one without an id.
    const repeated = this.#below(8) === 0 ? this.#any(this.#requests) : undefined;
    if (repeated === undefined) this.#requests.push(request);
    const sent = this.#below(10) === 0 ? { command, clientId: null, bodyHash: null } : (repeated ?? request);
    for (const { core } of this.walkers) core.submit(sent).catch(() => undefined);
  }

  #command(draw: number): Command {
    const state = this.#state();
    const source = { atMs: this.nowMs, accountId: this.#anyAccount() };
    if (draw < 53 || this.#accountIds.length < 4) return this.#open();
    const account = state.accounts.get(source.accountId);
    if (draw < 70) return this.#place(source);
    if (draw < 82) return this.#change(source, this.#any([...(account?.orders.values() ?? [])]));
    if (draw < 84) return { ...source, type: this.#below(2) === 0 ? 'CloseAccount' : 'ExpireDemo' };
    if (draw < 86) return { ...source, type: 'ResetDemo', grant: toMoney(3_000_000_000n) };
    return this.#money(source, this.#any([...(account?.funds.values() ?? [])]));
  }

  #open(): Command {
    const accountId = (1 + this.#accountIds.length + this.#below(2)) as AccountId;
    const isReal = this.#accountIds.length < realAccounts;
    this.#accountIds.push(accountId);
    const tenantId = (1 + (accountId % 2)) as CompanyId;
    const grant = toMoney(isReal ? 0n : BigInt(500 + this.#below(5_000)) * 1_000_000n);
    const about = { tenantId, realm: isReal ? 'real' : 'demo', currency: 'USD', grant } as const;
    return { type: 'OpenAccount', atMs: this.nowMs, accountId, ...about };
  }

  #place(source: { atMs: number; accountId: AccountId }): Command {
    const at = this.#below(specs.length);
    const spec = specs[at] ?? eurusd;
    const [isBuy, isPending] = [this.#chance(), this.#chance()];
    const side = isBuy ? 1 : -1;
    const from = (this.#bids[at] ?? 0) + (isPending ? this.#below(201) - 100 : 0);
    return {
      ...source,
      type: 'PlaceOrder',
      instrumentId: spec.id,
      side: isBuy ? 'buy' : 'sell',
      lots: toLots(1 + this.#below(40)),
      leverage: spec === index ? 100 : ([20, 100, 400][this.#below(3)] ?? 100),
      targetPrice: isPending ? toPrice(from) : null,
      ...this.#stops(from, side),
      expiresAtMs: isPending && this.#chance() ? source.atMs + 60_000 + this.#below(3_600_000) : null,
      expected: null,
      quoteSeq: null,
      market,
    };
  }

  #stops(from: number, side: number): { stopLoss: Price | null; takeProfit: Price | null } {
    const [stop, profit] = [30 + this.#below(150), 30 + this.#below(150)];
    return {
      stopLoss: this.#chance() ? toPrice(from - side * stop) : null,
      takeProfit: this.#chance() ? toPrice(from + side * profit) : null,
    };
  }

  #change(source: { atMs: number; accountId: AccountId }, order: OrderRecord | undefined): Command {
    if (order === undefined) return this.#place(source);
    const about = { ...source, orderId: order.id, market };
    const draw = this.#below(4);
    if (draw === 0) return { ...source, type: 'CancelOrder', orderId: order.id };
    // Chosen by the order, so that the rest of a history stays the same.
    const isPending = order.status === 'pending';
    if (draw === 2 && isPending) {
      const otherId = [...(this.#state().accounts.get(order.accountId)?.orders.keys() ?? [])].at(-1) ?? null;
      return { ...source, type: 'LinkOrders', orderId: order.id, otherId };
    }
    if (draw === 3 && isPending) {
      const targetPrice = toPrice((order.targetPrice ?? 0) + (order.id % 41) - 20);
      return { ...about, type: 'AmendOrder', targetPrice, expiresAtMs: null };
    }
    if (draw === 3 && order.id % 5 === 0) return { ...about, type: 'ReverseOrder', expected: null, quoteSeq: null };
    if (draw === 3 && order.id % 7 === 0) return { ...about, type: 'BreakEven' };
    if (draw === 1) {
      const at = specs.findIndex(({ id }) => id === order.instrumentId);
      const side = order.side === 'buy' ? 1 : -1;
      const stops = this.#stops(order.targetPrice ?? this.#bids[at] ?? 0, side);
      return { ...about, type: 'AmendStops', ...stops, ...(order.id % 3 === 0 && { trailing: 5 + (order.id % 60) }) };
    }
    const part = order.lots > 1 && draw === 2 ? toLots(1 + this.#below(order.lots)) : null;
    const closing = this.#isShut ? ({ kind: 'open', ageMs: 20_000 } as const) : market;
    return { ...about, type: 'CloseOrder', lots: part, whenPriced: true, market: closing };
  }

  #money(source: { atMs: number; accountId: AccountId }, request: FundsRequest | undefined): Command {
    const payloadHash = request?.payloadHash ?? `hash ${this.#ticks.length}`;
    const draw = this.#below(6);
    if (request === undefined || draw === 0) {
      const secondFrom = this.#chance() ? { secondFrom: secondAlways } : {};
      const externalId = this.#chance() ? `chain:${this.#below(8)}` : null;
      if (this.#chance()) return depositOf(source, { payloadHash, externalId, ...secondFrom });
      return withdrawalOf(source, String(5 + this.#below(40)), { payloadHash, ...secondFrom });
    }
    const number = request.id - 1_000_000;
    if (draw === 1) return rejectionOf(source, number);
    if (draw === 2 && request.kind === 'withdrawal') return cancellationOf(source, number);
    if (request.status === 'approved') return payoutOf(source, number, payloadHash);
    return approvalOf(source, number, operator(1 + this.#below(4)), payloadHash);
  }

  #state(): EngineState {
    const [first] = this.walkers;
    if (first === undefined) throw new Error('A walk needs a core');
    return first.core.state;
  }

  #anyAccount(): AccountId {
    return this.#any(this.#accountIds) ?? (1 as AccountId);
  }

  #any<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#below(items.length)];
  }

  #chance(): boolean {
    return this.#below(2) === 0;
  }

  /** Returns an integer from 0 to below `end`; 0 for an empty range. */
  #below(end: number): number {
    this.#seed = (this.#seed + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), this.#seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    return Math.floor(unit * end);
  }
}
