import type {
  AmendStops,
  CloseOrder,
  Command,
  OpenAccount,
  PlaceOrder,
  ResetDemo,
} from '@candor/domain/engine/command';
import {
  type Account,
  cancelled,
  cashOf,
  closePriceOf,
  event,
  type HaltRule,
  type Happening,
  houseOf,
  type MarketOf,
  type MayClose,
  type Order,
  posting,
  swapPostings,
  type Tick,
} from './facts.ts';
import { isHaltedBy } from './market-rules.ts';
import { type Model } from './model.ts';
import { decideFunds } from './model-funds.ts';

/** Place of a row in an act of several rows. */
export interface Part {
  readonly of: 'tick' | 'turn';
  readonly isLast: boolean;
}

export type Verdict =
  | { readonly kind: 'done'; readonly events: readonly Happening[]; readonly part?: Part }
  | { readonly kind: 'refused'; readonly refusal: string }
  | { readonly kind: 'time-confirmed'; readonly fromMs: number; readonly toMs: number; readonly operatorId: number }
  | { readonly kind: 'rules-changed'; readonly rules: readonly HaltRule[] };

/** Returns the expected outcome of a command, applied to the model (R-ORD-18). */
export function judge(model: Model, command: Command, mayClose: MayClose, marketOf: MarketOf): Verdict {
  model.timeMs = command.atMs;
  model.marketOf = marketOf;
  const decided = decide(model, command, marketOf);
  if (typeof decided === 'string') return { kind: 'refused', refusal: decided };
  for (const happening of decided) model.take(happening);
  return { kind: 'done', events: [...decided, ...model.settle(mayClose, command.atMs)] };
}

function decide(model: Model, command: Command, marketOf: MarketOf): Happening[] | string {
  const account = model.accounts.get(command.accountId);
  if (command.type === 'OpenAccount') {
    if (account !== undefined) return 'account-exists';
    return model.ended.has(command.accountId) ? 'account-ended' : openAccount(command);
  }
  if (account === undefined) return 'account-not-found';
  if (command.type === 'PlaceOrder') return place(model, account, command, marketOf);
  if (command.type === 'ResetDemo') return startAnew(model, account, command, 'DemoReset');
  if (command.type === 'ExpireDemo') return startAnew(model, account, { ...command, grant: 0n }, 'DemoExpired');
  if (!('orderId' in command)) {
    const decided = decideFunds(model, account, command);
    return typeof decided === 'string' || Array.isArray(decided) ? decided : [decided];
  }
  const order = account.orders.get(command.orderId);
  if (order === undefined) return 'order-not-found';
  if (command.type === 'CloseOrder') return close(model, order, command, marketOf);
  if (command.type === 'AmendStops') return amend(model, order, command);
  if (order.waitingClose != null) return [waiting(order, undefined, command.atMs)];
  return order.status === 'pending' ? [cancelled(order, 'user', command.atMs)] : 'order-not-pending';
}

function openAccount({ atMs, accountId: id, tenantId, realm, currency, grant }: OpenAccount): Happening[] {
  const account = { id, tenantId, realm, currency };
  const transfers = grant === 0n ? [] : [posting('demo-grant', houseOf(account, 'grant'), cashOf(account), grant)];
  return [event('AccountOpened', atMs, id, { tenantId, realm, currency, transfers })];
}

function place(model: Model, account: Account, command: PlaceOrder, marketOf: MarketOf): Happening[] | string {
  const { rules } = model;
  const spec = rules.specs.find(({ id }) => id === command.instrumentId);
  if (spec === undefined) return 'unknown-instrument';
  if (spec.leverages.length === 0) return 'no-leverage';
  if (!spec.leverages.includes(command.leverage)) return 'leverage-not-offered';
  if (command.lots < spec.lotsMin || command.lots > spec.lotsMax) return 'lots-out-of-range';
  const tick = model.prices.get(spec.id);
  if (command.market.kind === 'no-price' || tick === undefined) return 'no-price';
  if (command.market.kind === 'closed' || !model.isTrading(spec.id)) return 'market-closed';
  if (model.isHeld) return 'time-unconfirmed';
  if (isHaltedBy(model.halts.values(), account.tenantId, spec.id, command.atMs)) return 'trading-halted';
  if (model.wide.has(spec.id)) return 'spread-wide';
  if (command.market.ageMs > rules.openAgeMaxMs || !model.isOfNow(spec.id)) return 'price-stale';
  if (isConversionOld(model, command, marketOf, rules.openAgeMaxMs)) return 'conversion-stale';
  const refusal = refusePrices(command, tick);
  if (refusal !== null) return refusal;
  if (account.orders.size >= rules.ordersMax) return 'too-many-orders';
  if (model.rateOf(spec.id, account) == null) return 'no-conversion';
  if (!model.isPriced(account)) return 'no-price';
  const order = newOrder(model.lastOrderId + 1, command, tick);
  if (order.kind !== 'market') return [event('OrderPlaced', command.atMs, account.id, { order })];
  const opened = model.open(order, command.atMs);
  return opened === null ? 'not-enough-margin' : [opened];
}

/**
 * True if the conversion pair's price is too old; its age limit is the instrument's, while its market is open
 * (R-ORD-19).
 */
function isConversionOld(
  model: Model,
  about: { readonly instrumentId: number; readonly accountId: number },
  marketOf: MarketOf,
  ageMaxMs: number,
): boolean {
  const converter = model.converterOf(about as Order);
  if (converter === null) return false;
  const { kind, ageMs } = marketOf(converter);
  return kind === 'open' && ageMs > ageMaxMs;
}

function refusePrices(command: PlaceOrder, tick: Tick): string | null {
  const { targetPrice, expected, side } = command;
  const fill = side === 'buy' ? tick.ask : tick.bid;
  if (command.quoteSeq !== null && command.quoteSeq > tick.seq) return 'quote-outdated';
  if (targetPrice === null && expected !== null) {
    const worse = side === 'buy' ? fill - expected.price : expected.price - fill;
    if (worse > expected.deviationMax) return 'deviation-exceeded';
  }
  if (targetPrice !== null) {
    if (targetPrice === fill) return 'target-price-at-market';
    if (command.expiresAtMs !== null && command.expiresAtMs <= command.atMs) return 'expiry-in-past';
    if ((command.expiresAtMs ?? 0) > command.atMs + 366 * 86_400_000) return 'expiry-too-far';
  }
  return wrongSide(command, targetPrice ?? closePriceOf(command, tick));
}

function wrongSide(
  { side, stopLoss, takeProfit }: Pick<Order, 'side' | 'stopLoss' | 'takeProfit'>,
  reference: number,
): string | null {
  const isBuy = side === 'buy';
  if (stopLoss !== null && (isBuy ? stopLoss >= reference : stopLoss <= reference)) return 'stop-loss-wrong-side';
  if (takeProfit !== null && (isBuy ? takeProfit <= reference : takeProfit >= reference)) {
    return 'take-profit-wrong-side';
  }
  return null;
}

function kindOf({ side, targetPrice }: PlaceOrder, tick: Tick): string {
  if (targetPrice === null) return 'market';
  if (side === 'buy') return targetPrice < tick.ask ? 'limit' : 'stop';
  return targetPrice > tick.bid ? 'limit' : 'stop';
}

function newOrder(id: number, command: PlaceOrder, tick: Tick): Order {
  const { accountId, instrumentId, side, lots, leverage, targetPrice, stopLoss, takeProfit } = command;
  const asked = { accountId, instrumentId, side, lots, leverage, targetPrice, stopLoss, takeProfit };
  const zero = { margin: 0n, fee: 0n, swap: 0n, profit: 0n };
  const open = { openPrice: null, openedAtMs: null, openQuote: null, openRate: null };
  const ending = { closePrice: null, closeReason: null, closeQuote: null, closeRate: null, endedAtMs: null };
  const expiresAtMs = targetPrice === null ? null : command.expiresAtMs;
  const rest = {
    trailing: undefined,
    waitingClose: undefined,
    cancelReason: null,
    parentId: null,
    swapRollMs: null,
    placedAtMs: command.atMs,
    expiresAtMs,
  };
  return { id, kind: kindOf(command, tick), status: 'pending', ...asked, ...zero, ...open, ...ending, ...rest };
}

/** Event of a close that begins or stops waiting for a price. */
function waiting(order: Order, waitingClose: Order['waitingClose'], atMs: number): Happening {
  const type = waitingClose === undefined ? 'CloseUnqueued' : 'CloseQueued';
  return event(type, atMs, order.accountId, { order: { ...order, waitingClose } });
}

/** Refusal of a close for lack of a price, or null. */
function refuseClosing(model: Model, order: Order, { market }: CloseOrder, marketOf: MarketOf): string | null {
  const { closeAgeMaxMs } = model.rules;
  if (market.kind === 'no-price' || !model.prices.has(order.instrumentId)) return 'no-price';
  if (market.ageMs > closeAgeMaxMs || !model.isOfNow(order.instrumentId)) return 'price-stale';
  return isConversionOld(model, order, marketOf, closeAgeMaxMs) ? 'conversion-stale' : null;
}

function close(model: Model, order: Order, asked: CloseOrder, marketOf: MarketOf): Happening[] | string {
  // The core judges by its own view of the market, not by the sender's.
  const command = { ...asked, market: marketOf(order.instrumentId) as CloseOrder['market'] };
  if (order.status !== 'open') return 'order-not-open';
  const lots = command.lots ?? order.lots;
  const { lotsMin } = model.spec(order.instrumentId);
  const rest = order.lots - lots;
  if (rest < 0 || (rest > 0 && Math.min(rest, lots) < lotsMin)) return 'close-lots-out-of-range';
  if (command.market.kind === 'closed' || !model.isTrading(order.instrumentId)) return 'market-closed';
  const refusal = refuseClosing(model, order, command, marketOf);
  const closing = refusal === null ? model.close(order, lots, 'user', command.atMs) : null;
  if (closing !== null) return [closing];
  if (command.whenPriced !== true) return refusal ?? 'no-conversion';
  if (order.waitingClose != null) return 'close-waiting';
  return [waiting(order, { lots: command.lots, sinceMs: command.atMs }, command.atMs)];
}

function amend(model: Model, order: Order, command: AmendStops): Happening[] | string {
  const { takeProfit, atMs } = command;
  let stopLoss: number | null = command.stopLoss;
  const wantsTrail = command.trailing != null;
  if (stopLoss !== null || takeProfit !== null || wantsTrail) {
    const tick = model.prices.get(order.instrumentId);
    if (command.market.kind === 'no-price' || tick === undefined) return 'no-price';
    if (command.market.kind === 'closed') return 'market-closed';
    if (command.market.ageMs > model.rules.openAgeMaxMs) return 'price-stale';
    const reference = order.status === 'pending' ? (order.targetPrice ?? 0) : closePriceOf(order, tick);
    const towards = order.side === 'buy' ? 1 : -1;
    if (stopLoss === null && command.trailing != null) {
      stopLoss = reference - towards * command.trailing;
      if (stopLoss < 1) return 'stop-loss-wrong-side';
    }
    // A stop that follows the price does not go back for a caller that does not mention trailing.
    const isOlder = stopLoss !== null && order.stopLoss !== null && (stopLoss - order.stopLoss) * towards < 0;
    if (command.trailing === undefined && order.trailing != null && isOlder) stopLoss = order.stopLoss;
    const refusal = wrongSide({ side: order.side, stopLoss, takeProfit }, reference);
    if (refusal !== null) return refusal;
  }
  const asked = command.trailing === undefined ? order.trailing : (command.trailing ?? undefined);
  const trailing = stopLoss === null ? undefined : asked;
  return [event('StopsAmended', atMs, order.accountId, { order: { ...order, stopLoss, takeProfit, trailing } })];
}

type Anew = Pick<ResetDemo, 'atMs'> & { readonly grant: bigint };

/** Ends everything with that reason; one posting sets the balance to the grant, or to zero (R-SES-07, R-SES-29). */
function startAnew(model: Model, account: Account, command: Anew, type: string): Happening[] | string {
  if (account.realm !== 'demo') return 'only-demo-account';
  const { atMs } = command;
  let { balance } = model.figures(account);
  const events = [...account.orders.values()].map((order) => {
    if (order.status === 'pending') return cancelled(order, 'demo-reset', atMs);
    const closing = model.close(order, order.lots, 'demo-reset', atMs) ?? annulled(account, order, atMs);
    balance += (closing.order?.profit ?? 0n) + order.swap;
    return closing;
  });
  const [cash, house] = [cashOf(account), houseOf(account, 'grant')];
  const missing = command.grant - balance;
  const transfers = [];
  if (missing > 0n) transfers.push(posting('demo-grant', house, cash, missing));
  if (missing < 0n) transfers.push(posting('demo-return', cash, house, -missing));
  return [...events, event(type, atMs, account.id, { transfers })];
}

/** Without a price the order closes at its opening price. */
function annulled(account: Account, order: Order, atMs: number): Happening {
  const ending = { status: 'closed', closePrice: order.openPrice, closeReason: 'demo-reset', endedAtMs: atMs };
  const transfers = swapPostings(account, order.swap);
  return event('OrderClosed', atMs, account.id, { order: { ...order, ...ending, profit: 0n }, transfers });
}
