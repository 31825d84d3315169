import type { EngineEvent } from '@candor/domain/engine/event';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { decodeDecision } from '../apps/server/src/trading/codec.ts';
import { eventsOf } from '../apps/server/src/trading/decision-log.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { priceOf, testPolicy, testSpecs } from './engine-scenario.ts';
import { FaultyJournal } from './faulty-journal.ts';

const { eurusd } = testSpecs;
const market = { kind: 'open', ageMs: 0 } as const;
const noon = Date.parse('2026-11-17T12:00:00Z');
/** Five seconds after a roll. */
export const night = Date.parse('2026-11-17T22:00:05Z');
/** Turns of the event loop after which an act that goes on and on has lost its place. */
const turnsMax = 400;
const firstOrderId = 8_000_001;

/** Core with many accounts on a journal in memory; a copy starts from any of its entries. */
export class ActBench {
  readonly journal = new FaultyJournal();
  readonly log: Quote[] = [];
  nowMs = noon;
  /** True while no position can be closed by force. */
  isShut = false;
  core!: TradingCore;

  /** `balance` in cents; the orders have a stop-loss at 1.14 if `hasStops`. */
  static async start(
    orders: number,
    { balance = 5_000_000, perAccount = 20, hasStops = true } = {},
  ): Promise<ActBench> {
    const bench = new ActBench();
    await bench.restart();
    bench.tick('1.15000', '1.15010');
    for (let at = 0; at < orders / perAccount; at += 1) {
      const accountId = (at + 1) as AccountId;
      const account = { accountId, tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD' } as const;
      const grant = toMoney(BigInt(balance) * 10_000n);
      void bench.submit({ type: 'OpenAccount', atMs: bench.nowMs, ...account, grant });
      for (let index = 0; index < perAccount; index += 1) bench.place(accountId, hasStops);
      if (at % 100 === 99) await bench.core.drain();
    }
    await bench.core.drain();
    return bench;
  }

  async restart(): Promise<void> {
    const { log } = this;
    this.core = await startTradingCore({
      journal: this.journal,
      state: createState(Object.values(testSpecs), testPolicy, firstOrderId),
      clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
      canClose: () => !this.isShut,
      ticksFrom: async function* (offset) {
        for (let at = offset; at < log.length; at += 1) yield [{ offset: at, quote: log[at] as Quote }];
      },
      onFatal: (error) => {
        throw error;
      },
    });
  }

  /** Returns a bench that restarts after the journal's first `count` entries with the offset stored with them. */
  async crashedAfter(count: number, tickOffset: number): Promise<ActBench> {
    const bench = new ActBench();
    bench.journal.entries.push(...this.journal.entries.slice(0, count));
    bench.journal.tickOffset = tickOffset;
    bench.log.push(...this.log);
    bench.nowMs = this.nowMs;
    await bench.restart();
    return bench;
  }

  tick(bid: string, ask: string): void {
    const prices = { bid: priceOf(eurusd, bid), ask: priceOf(eurusd, ask) };
    const quote = { instrumentId: eurusd.id, seq: this.log.length + 1, ...prices, timeMs: this.nowMs, source: 'test' };
    this.log.push(quote);
    this.core.onQuote(quote, this.log.length - 1);
  }

  submit(command: Parameters<TradingCore['submit']>[0]['command']) {
    return this.core.submit({ command, clientId: null, bodyHash: null });
  }

  place(accountId: AccountId, hasStop = true): void {
    const terms = { targetPrice: null, takeProfit: null, expiresAtMs: null, expected: null, quoteSeq: null, market };
    const what = { instrumentId: eurusd.id, side: 'buy', lots: toLots(1), leverage: 100 } as const;
    const stopLoss = hasStop ? priceOf(eurusd, '1.14000') : null;
    void this.submit({ type: 'PlaceOrder', atMs: this.nowMs, accountId, ...what, ...terms, stopLoss });
  }

  amend(index: number): void {
    const levels = { stopLoss: priceOf(eurusd, index % 2 === 0 ? '1.13000' : '1.14000'), takeProfit: null };
    const ids = { accountId: 1 as AccountId, orderId: firstOrderId as OrderId };
    void this.submit({ type: 'AmendStops', atMs: this.nowMs, ...ids, ...levels, market });
  }

  close(accountId: number, orderId: number) {
    const ids = { accountId: accountId as AccountId, orderId: orderId as OrderId };
    return this.submit({ type: 'CloseOrder', atMs: this.nowMs, ...ids, lots: null, market });
  }

  /** Lets the pieces of a roll follow until none is left. Throws if they never end. */
  async settle(): Promise<void> {
    let turns = 0;
    for (let seq = -1; seq !== this.journal.entries.length; ) {
      seq = this.journal.entries.length;
      for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      turns += 6;
      if (turns > turnsMax) throw new Error(`still at it after ${turnsMax} turns, ${seq} entries`);
    }
    await this.core.drain();
  }

  get events(): (readonly EngineEvent[])[] {
    return this.journal.entries.map(eventsIn);
  }
}

/** Copies of a journal share their entries, so that each is read once. */
const known = new WeakMap<JournalEntry, readonly EngineEvent[]>();

function eventsIn(entry: JournalEntry): readonly EngineEvent[] {
  let events = known.get(entry);
  if (events === undefined) {
    events = eventsOf(decodeDecision(entry.payload));
    known.set(entry, events);
  }
  return events;
}
