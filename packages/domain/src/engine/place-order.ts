import { calculateMargin, calculateOpening, type Opening } from '../calc/order-formulas.ts';
import { feeTransfers } from '../ledger/ledger.ts';
import type { OrderId } from '../values/ids.ts';
import { leverageCapWithin, leveragesUpTo } from '../values/jurisdiction.ts';
import { zeroMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Result } from '../values/result.ts';
import type { PlaceOrder } from './command.ts';
import type { EngineEvent } from './event.ts';
import {
  type ContractFacts,
  contractOf,
  type DecisionFacts,
  factsOfFill,
  gatherFacts,
  type Valuation,
  valueAccount,
  valueWithout,
} from './facts.ts';
import { type OrderKind, type OrderRecord, refuseStops } from './order.ts';
import { cancelOrder, linkTo } from './pending-end.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import { type OpeningBlock, openingBlock } from './rules/opening-block.ts';
import type { RulesInForce } from './rules/trading-rules.ts';
import type { AccountState, EngineState } from './state.ts';

/** Latest expiry of a pending order: a year ahead, leap day included (R-ORD-05). */
const expiryMaxMs = 366 * 86_400_000;

/** Everything that the placing of an order depends on, gathered once. */
export interface OpeningFacts {
  readonly command: PlaceOrder;
  /** Order of the account that the new one is linked to; undefined without a link, or without that order. */
  readonly linked: OrderRecord | undefined;
  /** Open and pending orders of the account beside the new one. */
  readonly ordersHeld: number;
  /** Null if the catalogue has no such instrument; the other facts are then empty too. */
  readonly instrument: DecisionFacts | null;
  /** Maximum leverage under the law and the account's own limit for the instrument's class. */
  readonly leverageCap: number;
  readonly leverages: readonly number[];
  readonly block: OpeningBlock | null;
  /** Price at which the order would open now; null without a quote. */
  readonly fillPrice: Price | null;
  /** Refusal of a stop on the wrong side of a pending order's target, else of the closing price now. */
  readonly wrongStop: ReturnType<typeof refuseStops>;
  /** Figures of the account at the last quotes; a refusal that needs none of them costs no walk over its orders. */
  readonly valuation: () => Valuation;
  /** Effect of a market order on the account; null for pending orders, and without a price or a rate. */
  readonly opening: () => Opening | null;
}

/** Gathers the facts for an order; changes nothing. An order that it replaces no longer counts in the account's figures. */
export function gatherOpening(
  state: EngineState,
  account: AccountState,
  command: PlaceOrder,
  replaced: OrderRecord | null = null,
): OpeningFacts {
  const instrument = gatherFacts(state, account, command.instrumentId, command);
  const linked = command.linkTo === undefined ? undefined : account.orders.get(command.linkTo);
  const ordersHeld = account.orders.size - (replaced === null ? 0 : 1);
  let valued: Valuation | undefined;
  const valuation = () =>
    (valued ??= replaced === null ? valueAccount(state, account) : valueWithout(state, account, replaced));
  if (instrument === null) return { ...nothingKnown, command, linked, ordersHeld, valuation };
  const { contract, rules } = instrument;
  const { spec, quote } = contract;
  const isBuy = command.side === 'buy';
  const leverageCap = leverageCapWithin(spec, rules.policy.leverageCaps, rules.limits.leverageMax);
  const stopReference = quote === undefined ? null : (command.targetPrice ?? (isBuy ? quote.bid : quote.ask));
  let opening: Opening | null | undefined;
  return {
    command,
    linked,
    ordersHeld,
    instrument,
    leverageCap,
    leverages: leveragesUpTo(spec, leverageCap),
    block: openingBlock(state, rules, spec.id, command.atMs),
    fillPrice: quote === undefined ? null : isBuy ? quote.ask : quote.bid,
    wrongStop: refuseStops(command, stopReference),
    valuation,
    // Calculated only once the leverage is known to be legal.
    opening: () => (opening ??= command.targetPrice === null ? openingOf(contract, valuation(), command) : null),
  };
}

const nothingKnown = {
  instrument: null,
  leverageCap: 0,
  leverages: [],
  block: null,
  fillPrice: null,
  wrongStop: null,
  opening: () => null,
} as const;

/** Refusals of a market or pending order, in their order; the first that applies is the answer (R-ORD-18). */
export const placeOrderRefusals: readonly RefusalRule<OpeningFacts>[] = [
  {
    code: 'unknown-instrument',
    when: 'the catalogue has no such instrument',
    applies: ({ instrument }) => instrument === null,
  },
  {
    code: 'instrument-not-offered',
    when: 'the company does not offer the instrument',
    applies: ({ block }) => block === 'instrument-not-offered',
  },
  {
    code: 'opening-blocked',
    when: 'an operator has blocked openings for the account',
    applies: ({ instrument }) => instrument?.rules.limits.isOpeningBlocked === true,
  },
  {
    code: 'no-leverage',
    when: 'the instrument has no leverage configured',
    applies: ({ instrument }) => instrument?.contract.spec.leverages.length === 0,
  },
  {
    code: 'leverage-not-allowed',
    when: "the leverage is above the cap of the law or the account's own limit",
    applies: ({ command, leverageCap }) => command.leverage > leverageCap,
  },
  {
    code: 'leverage-not-offered',
    when: 'the leverage is not one of the choices',
    applies: ({ command, leverages }) => !leverages.includes(command.leverage),
  },
  {
    code: 'lots-out-of-range',
    when: 'the size is below the minimum or above the maximum of the instrument',
    applies: ({ command: { lots }, instrument }) => instrument !== null && isSizeOutOfRange(lots, instrument.contract),
  },
  {
    code: 'no-price',
    when: 'the instrument has no price',
    applies: ({ command, fillPrice }) => command.market.kind === 'no-price' || fillPrice === null,
  },
  {
    code: 'market-closed',
    when: 'the market is closed by its calendar',
    applies: ({ instrument }) => instrument?.isMarketOpen === false,
  },
  {
    code: 'market-closed',
    when: 'the company has closed the instrument',
    applies: ({ block }) => block === 'market-closed',
  },
  {
    code: 'time-unconfirmed',
    when: 'the wall clock has stepped and no operator has confirmed the time',
    applies: ({ block }) => block === 'time-unconfirmed',
  },
  {
    code: 'trading-halted',
    when: 'a halt of openings is in force',
    applies: ({ block }) => block === 'trading-halted',
  },
  {
    code: 'spread-wide',
    when: 'the spread is too wide to open at',
    applies: ({ block }) => block === 'spread-wide',
  },
  {
    code: 'price-stale',
    when: 'the price is older than the policy allows for an opening, or of an earlier session',
    applies: ({ instrument }) => instrument !== null && isTooOld(instrument),
  },
  {
    code: 'conversion-stale',
    when: 'the conversion pair is open and its price is older than that',
    applies: ({ instrument }) =>
      instrument !== null && instrument.conversionAgeMs > instrument.rules.policy.openAgeMaxMs,
  },
  {
    code: 'quote-outdated',
    when: 'the request names a quote that was never sent',
    applies: ({ command, instrument }) => (command.quoteSeq ?? 0) > (instrument?.contract.quote?.seq ?? 0),
  },
  {
    code: 'deviation-exceeded',
    when: 'the price of a market order is worse than the client accepts',
    applies: ({ command, fillPrice }) => isDeviationExceeded(command, fillPrice),
  },
  {
    code: 'target-price-at-market',
    when: 'the target of a pending order equals the price that it would open at now',
    applies: ({ command, fillPrice }) => command.targetPrice !== null && command.targetPrice === fillPrice,
  },
  {
    code: 'expiry-in-past',
    when: 'a pending order expires at or before now',
    applies: ({ command }) => (expiryOf(command) ?? Number.POSITIVE_INFINITY) <= command.atMs,
  },
  {
    code: 'expiry-too-far',
    when: 'a pending order expires later than 366 days from now',
    applies: ({ command }) => (expiryOf(command) ?? 0) > command.atMs + expiryMaxMs,
  },
  {
    code: 'stop-loss-wrong-side',
    when: 'the stop-loss is on the wrong side of the target, or of the closing price',
    applies: ({ wrongStop }) => wrongStop === 'stop-loss-wrong-side',
  },
  {
    code: 'take-profit-wrong-side',
    when: 'the take-profit is on the wrong side of it',
    applies: ({ wrongStop }) => wrongStop === 'take-profit-wrong-side',
  },
  {
    code: 'order-not-found',
    when: 'the account holds no order to link to',
    applies: ({ command, linked }) => command.linkTo !== undefined && linked === undefined,
  },
  {
    code: 'order-not-pending',
    when: 'the order to link to is open, or a market order names one',
    applies: ({ command, linked }) =>
      linked !== undefined && (linked.status !== 'pending' || command.targetPrice === null),
  },
  {
    code: 'order-linked',
    when: 'the order to link to is one of a pair already',
    applies: ({ linked }) => linked?.linkedId !== undefined,
  },
  {
    code: 'too-many-orders',
    when: 'the account holds as many orders as its company or its own limit allows',
    applies: ({ ordersHeld, instrument }) => instrument !== null && ordersHeld >= ordersMaxOf(instrument.rules),
  },
  {
    code: 'no-conversion',
    when: "no rate is known from the instrument's currency to the account's",
    applies: ({ instrument }) => instrument?.contract.rate === null,
  },
  {
    code: 'no-price',
    when: 'an open order of the account has no price, so that its free margin is unknown',
    applies: ({ valuation }) => !valuation().isPriced,
  },
  {
    code: 'leverage-not-allowed',
    when: "a fixed margin per lot is below the margin at the law's cap",
    applies: isUnderMargined,
  },
  {
    code: 'not-enough-margin',
    when: 'the free margin after the opening of a market order would be below zero',
    applies: ({ command, opening }) => command.targetPrice === null && (opening()?.freeMargin ?? -1n) < 0n,
  },
];

/** Decides a market or pending order. The margin of a pending order is checked when it fills. */
export function decidePlaceOrder(
  state: EngineState,
  account: AccountState,
  command: PlaceOrder,
): Result<EngineEvent[], Refusal> {
  const facts = gatherOpening(state, account, command);
  const refused = placeOrderRefusals.find(({ applies }) => applies(facts));
  if (refused !== undefined) return { ok: false, refusal: refused.code };
  const { instrument, fillPrice } = facts;
  if (instrument === null || fillPrice === null) throw new Error('Invariant: an accepted order has a price');
  const order = newOrder((state.lastOrderId + 1) as OrderRecord['id'], command, kindOf(command, fillPrice));
  if (order.kind === 'market')
    return { ok: true, value: [openOrder(state, account, order, instrument.contract, facts.opening(), command)] };
  const base = { atMs: command.atMs, accountId: account.id, transfers: [] };
  const { linked: other } = facts;
  const placed = { ...order, ...(other !== undefined && { linkedId: other.id }) };
  const links = other === undefined ? [] : [linkTo(state, other, order, command.atMs)];
  return { ok: true, value: [{ type: 'OrderPlaced', ...base, order: placed, mark: fillPrice }, ...links] };
}

/** Fills a pending order at the executable price, or cancels it if the account cannot carry it (R-ORD-05); null without a rate. */
export function fillPendingOrder(
  state: EngineState,
  account: AccountState,
  order: OrderRecord,
  atMs: number,
): EngineEvent | null {
  const contract = contractOf(state, account, order.instrumentId);
  const valuation = valueAccount(state, account);
  if (contract.rate === null || !valuation.isPriced) return null;
  const opening = openingOf(contract, valuation, order);
  if ((opening?.freeMargin ?? -1n) < 0n) return cancelOrder(order, 'not-enough-margin', atMs);
  return openOrder(state, account, order, contract, opening, { atMs, expected: null, quoteSeq: null });
}

/** Margin, fee and free margin of an opening at the last quote (R-ORD-10, R-ORD-19). */
function openingOf(
  { spec, policy, quote, rate }: ContractFacts,
  { totals }: Valuation,
  { side, lots, leverage }: Pick<OrderRecord, 'side' | 'lots' | 'leverage'>,
): Opening | null {
  if (quote === undefined || rate === null) return null;
  return calculateOpening({ spec, feeType: policy.feeType, side, lots, leverage, quote, rate, account: totals });
}

/** Opens an order with its margin and fee; the fill names the price that its trader saw, if it fills at once. */
export function openOrder(
  state: EngineState,
  account: AccountState,
  order: OrderRecord,
  contract: ContractFacts,
  opening: Opening | null,
  { atMs, expected, quoteSeq }: Pick<PlaceOrder, 'atMs' | 'expected' | 'quoteSeq'>,
): EngineEvent {
  const { quote, rate } = contract;
  if (quote === undefined || rate === null || opening === null) throw new Error('Invariant: an opening has a price');
  const { margin, fee, price } = opening;
  const filled = { openPrice: price, openedAtMs: atMs, openQuote: quote, openRate: rate };
  const { linkedId: _, ...alone } = order;
  const opened = { ...alone, ...filled, status: 'open', margin, fee } as const;
  const transfers = feeTransfers(account, account.id, fee);
  const facts = factsOfFill(state, contract, account);
  const fill = expected === null ? facts : { ...facts, asked: { ...expected, quoteSeq } };
  return { type: 'OrderOpened', atMs, accountId: account.id, order: opened, fill, transfers };
}

function isSizeOutOfRange(lots: number, { spec }: ContractFacts): boolean {
  return lots < spec.lotsMin || lots > spec.lotsMax;
}

/** True if the last quote is too old to open at, or of an earlier session. */
function isTooOld({ market, rules: { policy }, isQuoteLive }: DecisionFacts): boolean {
  return market.ageMs > policy.openAgeMaxMs || !isQuoteLive;
}

function ordersMaxOf({ policy, limits }: RulesInForce): number {
  return Math.min(policy.ordersMax, limits.ordersMax ?? policy.ordersMax);
}

/** True if a fixed margin per lot, which follows no leverage, is below the margin at the law's cap. */
function isUnderMargined({ instrument, command, leverageCap: cap, fillPrice }: OpeningFacts): boolean {
  if (instrument === null || !Number.isFinite(cap)) return false;
  const { spec, rate } = instrument.contract;
  if (spec.marginMode === 'leverage') return false;
  const price = command.targetPrice ?? fillPrice;
  if (rate === null || price === null) return false;
  const least = calculateMargin({ ...spec, marginMode: 'leverage' }, command.lots, price, cap, rate);
  return calculateMargin(spec, command.lots, price, cap, rate) < least;
}

/** Market orders only: true if the fill is worse than the client allows. A better one is always accepted. */
function isDeviationExceeded({ targetPrice, expected, side }: PlaceOrder, fillPrice: Price | null): boolean {
  if (targetPrice !== null || expected === null || fillPrice === null) return false;
  const worse = side === 'buy' ? fillPrice - expected.price : expected.price - fillPrice;
  return worse > expected.deviationMax;
}

/** Expiry of a pending order; null for never and for market orders. */
function expiryOf({ targetPrice, expiresAtMs }: PlaceOrder): number | null {
  return targetPrice === null ? null : expiresAtMs;
}

/** Kind of an order: a buy below the ask or a sell above the bid is a limit, the other side a stop (R-ORD-04). */
export function kindOf(command: Pick<PlaceOrder, 'targetPrice' | 'side'>, fillPrice: Price): OrderKind {
  if (command.targetPrice === null) return 'market';
  const isBelow = command.targetPrice < fillPrice;
  return isBelow === (command.side === 'buy') ? 'limit' : 'stop';
}

/** Returns the order of a placement before its first event. */
export function newOrder(id: OrderId, command: PlaceOrder, kind: OrderKind): OrderRecord {
  return {
    id,
    accountId: command.accountId,
    instrumentId: command.instrumentId,
    side: command.side,
    kind,
    status: 'pending',
    lots: command.lots,
    leverage: command.leverage,
    targetPrice: command.targetPrice,
    openPrice: null,
    stopLoss: command.stopLoss,
    takeProfit: command.takeProfit,
    margin: zeroMoney,
    fee: zeroMoney,
    swap: zeroMoney,
    swapRollMs: null,
    profit: zeroMoney,
    closePrice: null,
    closeReason: null,
    cancelReason: null,
    placedAtMs: command.atMs,
    expiresAtMs: command.targetPrice === null ? null : command.expiresAtMs,
    openedAtMs: null,
    endedAtMs: null,
    openQuote: null,
    closeQuote: null,
    openRate: null,
    closeRate: null,
    parentId: null,
  };
}
