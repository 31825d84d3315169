import type { Command, PlaceOrder } from '@candor/domain/engine/command';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { ClockStep, WatchedClock } from '../apps/server/src/ports/clock.ts';
import type { Outcome, TradingPort } from '../apps/server/src/ports/trading-port.ts';
import { startTradingCore, type TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { priceOf, testPolicy, testSpecs } from './engine-scenario.ts';
import { FaultyJournal } from './faulty-journal.ts';

const { eurusd } = testSpecs;

/** Trading core on a journal in memory with a manual clock, and commands to any port to it. */
export class CoreBench {
  readonly journal: FaultyJournal;
  readonly fatal: Error[] = [];
  nowMs = Date.parse('2026-11-17T12:00:00Z');
  core!: TradingCore;
  /** Age of every price. */
  ageMs = 0;
  /** True while the core answers `unavailable` for want of a current price. */
  awaitsPrices = false;
  /** False while the core answers openings `unavailable`, as halts may have been missed. */
  knowsHalts = () => true;
  /** Lease of the core, lapsed when a test says so. */
  readonly lease = { isHeld: true, beginRenewal: () => () => undefined };
  #ticks = 0;

  private constructor(journal: FaultyJournal) {
    this.journal = journal;
  }

  static async start(journal = new FaultyJournal()): Promise<CoreBench> {
    const bench = new CoreBench(journal);
    bench.core = await startTradingCore({
      journal,
      state: createState(Object.values(testSpecs), testPolicy, 8_000_001),
      clock: bench.clock,
      steps: bench.steps,
      canClose: () => true,
      marketNow: () => ({ kind: 'open', ageMs: bench.ageMs }),
      awaitsPrices: () => bench.awaitsPrices,
      knowsHalts: () => bench.knowsHalts(),
      lease: bench.lease,
      ticksFrom: async function* () {},
      isSpreadWide: ({ bid, ask }) => ask - bid > 1_000,
      onFatal: (error) => bench.fatal.push(error),
    });
    return bench;
  }

  /** Step of the core's wall clock; null for none. */
  step: ClockStep | null = null;
  readonly steps: Pick<WatchedClock, 'step' | 'startAfter' | 'confirm'> = Object.defineProperty(
    { step: null, startAfter: () => undefined, confirm: () => null },
    'step',
    { get: () => this.step },
  );
  readonly clock = { nowMs: () => this.nowMs, monotonicMs: () => performance.now() };

  tick(bid: string, ask: string): void {
    this.#ticks += 1;
    const prices = { bid: priceOf(eurusd, bid), ask: priceOf(eurusd, ask) };
    const quote = { instrumentId: eurusd.id, seq: this.#ticks, ...prices, timeMs: this.nowMs, source: 'test' };
    this.core.onQuote(quote, this.#ticks - 1);
  }

  /** Stops the journal from answering; returns a function that resumes it. */
  stall(): () => void {
    let release = () => {};
    this.journal.gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  openAccount(port: TradingPort, accountId: AccountId, clientId: string | null = null): Promise<Outcome> {
    const about = {
      tenantId: 1 as CompanyId,
      realm: 'demo',
      currency: 'USD',
      grant: toMoney(50_000_000_000n),
    } as const;
    return this.submit(port, { type: 'OpenAccount', atMs: this.nowMs, accountId, ...about }, clientId);
  }

  place(
    port: TradingPort,
    accountId: AccountId,
    clientId: string | null = null,
    changes: Partial<PlaceOrder> = {},
  ): Promise<Outcome> {
    const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null };
    const rest = { expected: null, quoteSeq: null, market: { kind: 'open', ageMs: Number.POSITIVE_INFINITY } } as const;
    const order = { instrumentId: eurusd.id, side: 'buy', lots: toLots(10), leverage: 100 } as const;
    const about = { type: 'PlaceOrder', atMs: this.nowMs, accountId } as const;
    return this.submit(port, { ...about, ...order, ...terms, ...rest, ...changes }, clientId);
  }

  submit(port: TradingPort, command: Command, clientId: string | null = null): Promise<Outcome> {
    return port.submit({ command, clientId, bodyHash: clientId === null ? null : `body of ${command.type}` });
  }
}
