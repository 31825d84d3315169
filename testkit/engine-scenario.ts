import type { Sessions } from '@candor/domain/calc/session-hours';
import type { Command, PlaceOrder } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import { execute, executeRule } from '@candor/domain/engine/execute';
import { accountBalance } from '@candor/domain/engine/facts';
import type { MarketNow } from '@candor/domain/engine/market-now';
import { applyQuote } from '@candor/domain/engine/on-quote';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { Refusal } from '@candor/domain/engine/refusal';
import { RuleChecks } from '@candor/domain/engine/rule-checks';
import type { RuleChange, RuleEvent, TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, InstrumentId, OrderId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { InstrumentTerms } from '@candor/domain/values/instrument-terms';
import { parseLots } from '@candor/domain/values/lots';
import { formatMoney, parseMoney } from '@candor/domain/values/money';
import { type Price, parsePrice } from '@candor/domain/values/price';
import type { Quote } from '@candor/domain/values/quote';

const base = {
  categoryId: 1,
  assetClass: 'fx-major',
  pipTicks: 10,
  unitsPerLot: 100_000,
  lotStepE8: 1_000_000,
  lotsMin: 1,
  lotsMax: 10_000,
  leverages: [20, 30, 50, 100, 200, 400],
  marginMode: 'leverage',
  marginPerLotMicros: 0n,
  feeRateE8: 700_000_000n,
  swapLongE2: -1_347,
  swapShortE2: 450,
  swapTripleDay: 3,
  calendar: 'forex',
} as const;

function pair(id: number, baseCurrency: string, quoteCurrency: string, digits: number): InstrumentSpec {
  const code = baseCurrency + quoteCurrency;
  const names = { code, showCode: `${baseCurrency}/${quoteCurrency}`, name: code };
  return { ...base, ...names, id: id as InstrumentId, baseCurrency, quoteCurrency, digits };
}

/** Instruments for tests: two dollar pairs, a yen pair, a cross, a fixed-margin index and one without leverage. */
export const testSpecs = {
  eurusd: pair(1, 'EUR', 'USD', 5),
  gbpusd: pair(2, 'GBP', 'USD', 5),
  usdjpy: pair(3, 'USD', 'JPY', 3),
  eurjpy: pair(4, 'EUR', 'JPY', 3),
  index: {
    ...pair(5, 'US500', 'USD', 1),
    assetClass: 'index',
    unitsPerLot: 10,
    marginMode: 'fixed-per-lot',
    marginPerLotMicros: 500_000_000n,
    leverages: [100],
  },
  unlevered: { ...pair(6, 'AUD', 'USD', 5), leverages: [] },
} as const satisfies Record<string, InstrumentSpec>;

export const testPolicy: TradingPolicy = {
  feeType: 'per-lot',
  ordersMax: 200,
  marginCallPercent: 100,
  stopOutPercent: 50,
  leverageCaps: {},
  openAgeMaxMs: 5_000,
  closeAgeMaxMs: 10_000,
};

const openMarket: MarketNow = { kind: 'open', ageMs: 0 };

interface PlaceInput {
  readonly side?: 'buy' | 'sell';
  readonly lots?: string;
  readonly leverage?: number;
  readonly target?: string;
  readonly stopLoss?: string;
  readonly takeProfit?: string;
  readonly expected?: { price: string; deviation: number };
  readonly seq?: number;
  readonly expiresAtMs?: number;
  readonly atMs?: number;
  readonly market?: MarketNow;
  readonly conversion?: MarketNow;
  readonly instrumentId?: number;
  readonly linkTo?: number;
  readonly accountId?: number;
}

/**
 * Puts a rule in force as the core does, and marks every account that it concerns; null if it is in force already, is
 * older or has expired.
 */
export function setRule(state: EngineState, change: RuleChange, atMs = 0): RuleEvent | null {
  const event = executeRule(state, change, atMs);
  const checks = new RuleChecks(state);
  if (event !== null) checks.add([event]);
  while (!checks.isDone) checks.mark();
  return event;
}

let termsVersion = 0;

/** Sets a company's terms for an instrument, as the next version. */
export function setTerms(
  state: EngineState,
  tenantId: CompanyId,
  instrumentId: InstrumentId,
  terms: InstrumentTerms,
): void {
  termsVersion += 1;
  setRule(state, { rule: 'terms', tenantId, instrumentId, version: termsVersion, terms });
}

/** One account with instruments and quotes, driven by trading commands; `events` holds all events. */
export class EngineScenario {
  readonly state: EngineState;
  readonly events: EngineEvent[] = [];
  readonly accountId = 1 as AccountId;
  /** Instruments excluded from forced closes now. */
  readonly shut = new Set<InstrumentId>();
  readonly canClose = (id: InstrumentId) => !this.shut.has(id);
  #seq = 0;
  #atMs: number;

  /** Opens the account; a real one starts with a zero balance. */
  constructor(
    options: {
      balance?: string;
      policy?: Partial<TradingPolicy>;
      startMs?: number;
      realm?: 'demo' | 'real';
      sessions?: Sessions;
    } = {},
  ) {
    const realm = options.realm ?? 'demo';
    const grant = realm === 'real' ? '0' : (options.balance ?? '50000.00');
    this.#atMs = options.startMs ?? 1_000_000;
    this.state = createState(Object.values(testSpecs), { ...testPolicy, ...options.policy }, 1, options.sessions);
    this.run({
      type: 'OpenAccount',
      atMs: this.#atMs,
      accountId: this.accountId,
      tenantId: 1 as CompanyId,
      realm,
      currency: 'USD',
      grant: parseMoney(grant) ?? failed('balance'),
    });
  }

  quote(spec: InstrumentSpec, bid: string, ask: string): EngineEvent[] {
    this.#seq += 1;
    this.#atMs += 1;
    const quote: Quote = {
      instrumentId: spec.id,
      seq: this.#seq,
      bid: priceOf(spec, bid),
      ask: priceOf(spec, ask),
      timeMs: this.#atMs,
      source: 'test',
    };
    const events = applyQuote(this.state, quote, this.#atMs, this.canClose);
    this.events.push(...events);
    return events;
  }

  place(spec: InstrumentSpec, input: PlaceInput = {}): EngineEvent[] | Refusal {
    const level = (text: string | undefined): Price | null => (text === undefined ? null : priceOf(spec, text));
    const command: PlaceOrder = {
      type: 'PlaceOrder',
      atMs: input.atMs ?? this.#atMs,
      accountId: (input.accountId ?? this.accountId) as AccountId,
      instrumentId: (input.instrumentId ?? spec.id) as InstrumentId,
      side: input.side ?? 'buy',
      lots: parseLots(input.lots ?? '0.50', spec) ?? failed('lots'),
      leverage: input.leverage ?? 100,
      targetPrice: level(input.target),
      stopLoss: level(input.stopLoss),
      takeProfit: level(input.takeProfit),
      expiresAtMs: input.expiresAtMs ?? null,
      expected: input.expected
        ? { price: priceOf(spec, input.expected.price), deviationMax: input.expected.deviation }
        : null,
      quoteSeq: input.seq ?? null,
      market: input.market ?? openMarket,
      ...(input.linkTo === undefined ? {} : { linkTo: input.linkTo as OrderId }),
      ...(input.conversion === undefined ? {} : { conversion: input.conversion }),
    };
    return this.run(command);
  }

  close(orderId: number, lots?: string, market: MarketNow = openMarket): EngineEvent[] | Refusal {
    const spec = this.order(orderId)?.instrumentId ?? testSpecs.eurusd.id;
    const part = lots === undefined ? null : parseLots(lots, specById(spec));
    return this.run({
      ...this.source(),
      type: 'CloseOrder',
      orderId: orderId as OrderId,
      lots: part,
      market,
    });
  }

  cancel(orderId: number): EngineEvent[] | Refusal {
    return this.run({ ...this.source(), type: 'CancelOrder', orderId: orderId as OrderId });
  }

  amend(
    spec: InstrumentSpec,
    orderId: number,
    stops: {
      stopLoss?: string;
      takeProfit?: string;
      trailing?: number | null;
      keepsStop?: true;
      market?: MarketNow;
    },
  ): EngineEvent[] | Refusal {
    const level = (text: string | undefined): Price | null => (text === undefined ? null : priceOf(spec, text));
    const { stopLoss, takeProfit, trailing, keepsStop } = stops;
    const levels = { stopLoss: level(stopLoss), takeProfit: level(takeProfit) };
    return this.run({
      ...this.source(),
      type: 'AmendStops',
      orderId: orderId as OrderId,
      ...levels,
      ...(trailing !== undefined && { trailing }),
      ...(keepsStop && { keepsStop }),
      market: stops.market ?? openMarket,
    });
  }

  run(command: Command): EngineEvent[] | Refusal {
    const result = execute(this.state, command, this.canClose);
    if (!result.ok) return result.refusal;
    this.events.push(...result.value);
    return result.value;
  }

  order(id: number): OrderRecord | undefined {
    return this.state.accounts.get(this.accountId)?.orders.get(id as OrderId);
  }

  get balance(): string {
    const account = this.state.accounts.get(this.accountId);
    return account === undefined ? failed('account') : formatMoney(accountBalance(this.state, account));
  }

  get nowMs(): number {
    return this.#atMs;
  }

  set nowMs(nowMs: number) {
    this.#atMs = nowMs;
  }

  /** Returns the common fields of the account's commands. */
  source() {
    return { atMs: this.#atMs, accountId: this.accountId };
  }
}

function specById(id: number): InstrumentSpec {
  return Object.values(testSpecs).find((spec) => spec.id === id) ?? failed(`instrument ${id}`);
}

export function priceOf(spec: InstrumentSpec, text: string): Price {
  return parsePrice(text, spec.digits) ?? failed(`price ${text}`);
}

function failed(what: string): never {
  throw new Error(`The test names no legal ${what}`);
}
