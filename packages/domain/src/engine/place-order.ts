import { calculateMargin, type OrderPreview, previewOrder } from '../calc/order-formulas.ts';
import { feeTransfers } from '../ledger/ledger.ts';
import { leverageCapWithin, leveragesUpTo } from '../values/jurisdiction.ts';
import { zeroMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Result } from '../values/result.ts';
import { cancelOrder } from './change-order.ts';
import { isConversionStale } from './close-order.ts';
import type { PlaceOrder } from './command.ts';
import type { EngineEvent } from './event.ts';
import {
  type ContractFacts,
  contractFacts,
  contractOf,
  factsOfFill,
  isOfRunningSession,
  isSessionOpen,
} from './facts.ts';
import { type OrderKind, type OrderRecord, refuseStops } from './order.ts';
import { firstRefusal, type Refusal, type RefusalRule } from './refusal.ts';
import { type OpeningBlock, openingBlock } from './rules/opening-block.ts';
import type { AccountLimits, TradingPolicy } from './rules/trading-rules.ts';
import { type AccountState, type EngineState, ledgerScopeOf } from './state.ts';
import { type Valuation, valueAccount } from './valuation.ts';

/** Latest expiry of a pending order: a year ahead, leap day included (R-ORD-05). */
const expiryMaxMs = 366 * 86_400_000;

/** Everything that the placing of an order depends on, gathered once. */
export interface OpeningFacts {
  readonly command: PlaceOrder;
  readonly account: AccountState;
  /** Null if the catalogue has no such instrument; the other facts are then empty too. */
  readonly contract: ContractFacts | null;
  readonly policy: TradingPolicy;
  readonly limits: AccountLimits;
  /** Caps of the law and of the account's own limit for the instrument's class. */
  readonly leverageCap: number;
  readonly leverages: readonly number[];
  readonly block: OpeningBlock | null;
  readonly isSessionOpen: boolean;
  /** True if the last quote is of the session that runs now. */
  readonly isQuoteLive: boolean;
  /** Price at which the order would open now; null without a quote. */
  readonly fillPrice: Price | null;
  /** Price that stops are measured from: a pending order's target, else the closing price now; null without a quote. */
  readonly stopReference: Price | null;
  readonly valuation: Valuation;
  /** Effect of a market order on the account; calculated once it is asked for. Null without a price or a rate. */
  readonly preview: () => OrderPreview | null;
}

/** Gathers the facts for an order; changes nothing. */
export function gatherOpening(state: EngineState, account: AccountState, command: PlaceOrder): OpeningFacts {
  const { rules } = state;
  const contract = contractFacts(state, account, command.instrumentId);
  const policy = rules.policyOf(account.tenantId);
  const limits = rules.limitsOf(account.id);
  const spec = contract?.spec;
  const quote = contract?.quote;
  const cap = spec && leverageCapWithin(spec, policy.leverageCaps, limits.leverageMax);
  const isBuy = command.side === 'buy';
  const valuation = valueAccount(state, account);
  let preview: OrderPreview | null | undefined;
  return {
    command,
    account,
    contract,
    policy,
    limits,
    leverageCap: cap ?? 0,
    leverages: spec && cap !== undefined ? leveragesUpTo(spec, cap) : [],
    block: openingBlock(state, account.tenantId, command.instrumentId, command.atMs),
    isSessionOpen: isSessionOpen(state, command.instrumentId),
    isQuoteLive: isOfRunningSession(state, command.instrumentId),
    fillPrice: quote === undefined ? null : isBuy ? quote.ask : quote.bid,
    stopReference: quote === undefined ? null : (command.targetPrice ?? (isBuy ? quote.bid : quote.ask)),
    valuation,
    preview: () => (preview ??= contract && previewOpening(contract, policy, valuation, command)),
  };
}

/** Refusals of a market or pending order, in their order; the first that applies is the answer (R-ORD-18). */
export const placeOrderRefusals: readonly RefusalRule<OpeningFacts>[] = [
  {
    code: 'unknown-instrument',
    when: 'the catalogue has no such instrument',
    applies: ({ contract }) => contract === null,
  },
  {
    code: 'instrument-not-offered',
    when: 'the company does not offer the instrument',
    applies: ({ block }) => block === 'instrument-not-offered',
  },
  {
    code: 'opening-blocked',
    when: 'an operator has blocked openings for the account',
    applies: ({ limits }) => limits.isOpeningBlocked,
  },
  {
    code: 'no-leverage',
    when: 'the instrument has no leverage configured',
    applies: ({ contract }) => contract?.spec.leverages.length === 0,
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
    applies: ({ command: { lots }, contract }) =>
      contract === null || lots < contract.spec.lotsMin || lots > contract.spec.lotsMax,
  },
  {
    code: 'no-price',
    when: 'the instrument has no price',
    applies: ({ command, fillPrice }) => command.market.kind === 'no-price' || fillPrice === null,
  },
  {
    code: 'market-closed',
    when: 'the market is closed by its calendar',
    applies: (facts) => facts.command.market.kind === 'closed' || !facts.isSessionOpen,
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
    applies: ({ command, policy, isQuoteLive }) => command.market.ageMs > policy.openAgeMaxMs || !isQuoteLive,
  },
  {
    code: 'conversion-stale',
    when: 'the conversion pair is open and its price is older than that',
    applies: ({ command, policy }) => isConversionStale(command.conversion, policy.openAgeMaxMs),
  },
  {
    code: 'quote-outdated',
    when: 'the request names a quote that was never sent',
    applies: ({ command, contract }) => command.quoteSeq !== null && command.quoteSeq > (contract?.quote?.seq ?? 0),
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
    applies: ({ command, stopReference }) => refuseStops(command, stopReference) === 'stop-loss-wrong-side',
  },
  {
    code: 'take-profit-wrong-side',
    when: 'the take-profit is on the wrong side of it',
    applies: ({ command, stopReference }) => refuseStops(command, stopReference) === 'take-profit-wrong-side',
  },
  {
    code: 'too-many-orders',
    when: 'the account holds as many orders as its company or its own limit allows',
    applies: ({ account, policy, limits }) =>
      account.orders.size >= Math.min(policy.ordersMax, limits.ordersMax ?? policy.ordersMax),
  },
  {
    code: 'no-conversion',
    when: "no rate is known from the instrument's currency to the account's",
    applies: ({ contract }) => contract === null || contract.rate === null,
  },
  {
    code: 'no-price',
    when: 'an open order of the account has no price, so that its free margin is unknown',
    applies: ({ valuation }) => !valuation.isPriced,
  },
  {
    code: 'leverage-not-allowed',
    when: "a fixed margin per lot is below the margin at the law's cap",
    applies: isUnderMargined,
  },
  {
    code: 'not-enough-margin',
    when: 'the free margin after the opening of a market order would be below zero',
    applies: ({ command, preview }) => command.targetPrice === null && (preview()?.after.freeMargin ?? -1n) < 0n,
  },
];

/** Decides a market or pending order. The margin of a pending order is checked when it fills. */
export function decidePlaceOrder(
  state: EngineState,
  account: AccountState,
  command: PlaceOrder,
): Result<EngineEvent[], Refusal> {
  const facts = gatherOpening(state, account, command);
  const refusal = firstRefusal(placeOrderRefusals, facts);
  if (refusal !== null) return { ok: false, refusal };
  const { contract, fillPrice } = facts;
  if (contract?.quote === undefined || fillPrice === null) throw new Error('Invariant: an accepted order has a price');
  const order = newOrder(state, command, kindOf(command, fillPrice));
  if (order.kind === 'market')
    return { ok: true, value: [openOrder(state, account, order, contract, facts.preview(), command.atMs)] };
  const mark = { mark: fillPrice };
  const placed = {
    type: 'OrderPlaced',
    atMs: command.atMs,
    accountId: account.id,
    order,
    ...mark,
    transfers: [],
  } as const;
  return { ok: true, value: [placed] };
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
  const preview = previewOpening(contract, state.rules.policyOf(account.tenantId), valuation, order);
  if ((preview?.after.freeMargin ?? -1n) < 0n) return cancelOrder(order, 'not-enough-margin', atMs);
  return openOrder(state, account, order, contract, preview, atMs);
}

/** Margin, fee and figures of an opening at the last quote (R-ORD-10, R-ORD-19). */
function previewOpening(
  { spec, quote, rate }: ContractFacts,
  { feeType }: TradingPolicy,
  { totals }: Valuation,
  { side, lots, leverage }: Pick<OrderRecord, 'side' | 'lots' | 'leverage'>,
): OrderPreview | null {
  if (quote === undefined || rate === null) return null;
  return previewOrder({ spec, feeType, side, lots, leverage, quote, rate, account: totals });
}

/** Opens an order with its margin and fee. */
function openOrder(
  state: EngineState,
  account: AccountState,
  order: OrderRecord,
  contract: ContractFacts,
  preview: OrderPreview | null,
  atMs: number,
): EngineEvent {
  const { quote, rate } = contract;
  if (quote === undefined || rate === null || preview === null) throw new Error('Invariant: an opening has a price');
  const { margin, fee, price } = preview;
  const opening = { openPrice: price, openedAtMs: atMs, openQuote: quote, openRate: rate };
  const opened = { ...order, ...opening, status: 'open', margin, fee } as const;
  const transfers = feeTransfers(ledgerScopeOf(account), account.id, fee);
  const fill = factsOfFill(state, contract, account);
  return { type: 'OrderOpened', atMs, accountId: account.id, order: opened, fill, transfers };
}

/** True if a fixed margin per lot, which follows no leverage, is below the margin at the law's cap. */
function isUnderMargined({ contract, command, leverageCap: cap, fillPrice }: OpeningFacts): boolean {
  if (contract === null || contract.spec.marginMode === 'leverage' || !Number.isFinite(cap)) return false;
  const { spec, rate } = contract;
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
function kindOf(command: PlaceOrder, fillPrice: Price): OrderKind {
  if (command.targetPrice === null) return 'market';
  const isBelow = command.targetPrice < fillPrice;
  return isBelow === (command.side === 'buy') ? 'limit' : 'stop';
}

function newOrder(state: EngineState, command: PlaceOrder, kind: OrderKind): OrderRecord {
  return {
    id: (state.lastOrderId + 1) as OrderRecord['id'],
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
