import type {
  AmendOrder,
  AmendStops,
  BreakEven,
  CloseOrder,
  CloseOrders,
  Command,
  LinkOrders,
  OpenAccount,
  PlaceOrder,
  ResetDemo,
  ReverseOrder,
} from '@candor/domain/engine/command';
import { decideAlert } from './alert-commands.ts';
import { profitOf } from './arithmetic.ts';
import { closeAccount } from './close-account.ts';
import {
  type Account,
  cancelled,
  cashOf,
  closePriceOf,
  event,
  type Happening,
  houseOf,
  type MarketOf,
  type MayClose,
  type Order,
  posting,
  type RuleOfOperators,
  type Tick,
} from './facts.ts';
import { annulled, isHaltedBy, pairOf } from './market-rules.ts';
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
  | { readonly kind: 'rules-changed'; readonly rules: readonly RuleOfOperators[] };

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
    const isEnded = model.ended.has(command.accountId);
    return account !== undefined ? 'account-exists' : isEnded ? 'account-ended' : openAccount(command);
  }
  if (account === undefined) return 'account-not-found';
  if (command.type === 'PlaceOrder') return place(model, account, command, marketOf);
  if (command.type === 'ResetDemo') return startAnew(model, account, command, 'DemoReset');
  if (command.type === 'ExpireDemo') return startAnew(model, account, { ...command, grant: 0n }, 'DemoExpired');
  if (command.type === 'CloseAccount') return closeAccount(model, account, command.atMs);
  if (command.type === 'CloseOrders') return closeSeveral(model, account, command, marketOf);
  if (command.type === 'SetAlert' || command.type === 'RemoveAlert') return decideAlert(model, command);
  if (!('orderId' in command)) {
    const decided = decideFunds(model, account, command);
    return typeof decided === 'string' || Array.isArray(decided) ? decided : [decided];
  }
  const order = account.orders.get(command.orderId);
  if (order === undefined) return 'order-not-found';
  if (command.type === 'CloseOrder') return close(model, order, command, marketOf);
  if (command.type === 'AmendOrder') return amendPending(model, order, command, marketOf);
  if (command.type === 'LinkOrders') return link(account, order, command);
  if (command.type === 'AmendStops') return amend(model, order, command, marketOf(order.instrumentId));
  if (command.type === 'ReverseOrder') return reverse(model, account, order, command, marketOf);
  if (command.type === 'BreakEven') return breakEven(model, order, command, marketOf);
  if (order.waitingClose != null) return [waiting(order, undefined, command.atMs)];
  if (order.status !== 'pending') return 'order-not-pending';
  const ended = cancelled(order, 'user', command.atMs);
  return [ended, ...pairOf(account, ended)];
}

function openAccount({ atMs, accountId: id, tenantId, realm, currency, grant }: OpenAccount): Happening[] {
  const account = { id, tenantId, realm, currency };
  const transfers = grant === 0n ? [] : [posting('demo-grant', houseOf(account, 'grant'), cashOf(account), grant)];
  return [event('AccountOpened', atMs, id, { tenantId, realm, currency, transfers })];
}

function place(
  model: Model,
  account: Account,
  command: PlaceOrder,
  marketOf: MarketOf,
  replaced: Order | null = null,
): Happening[] | string {
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
  const linked = command.linkTo === undefined ? null : account.orders.get(command.linkTo);
  if (linked === undefined) return 'order-not-found';
  if (linked !== null && (linked.status !== 'pending' || command.targetPrice === null)) return 'order-not-pending';
  if (linked?.linkedId != null) return 'order-linked';
  if (account.orders.size - (replaced === null ? 0 : 1) >= rules.ordersMax) return 'too-many-orders';
  if (model.rateOf(spec.id, account) == null) return 'no-conversion';
  if (!model.isPriced(account)) return 'no-price';
  const order = newOrder(model.lastOrderId + 1, command, tick);
  if (order.kind !== 'market') {
    const placed = event('OrderPlaced', command.atMs, account.id, { order: { ...order, linkedId: linked?.id } });
    return linked === null ? [placed] : [placed, linkedTo(linked, order.id, command.atMs)];
  }
  const opened = model.open(order, command.atMs, replaced?.margin);
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

function refusePrices(command: PlaceOrder, tick: Tick, isMoved = true): string | null {
  const { targetPrice, expected, side } = command;
  const fill = side === 'buy' ? tick.ask : tick.bid;
  if (command.quoteSeq !== null && command.quoteSeq > tick.seq) return 'quote-outdated';
  if (targetPrice === null && expected !== null) {
    const worse = side === 'buy' ? fill - expected.price : expected.price - fill;
    if (worse > expected.deviationMax) return 'deviation-exceeded';
  }
  if (targetPrice !== null) {
    if (isMoved && targetPrice === fill) return 'target-price-at-market';
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
    linkedId: undefined,
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

/** Event that links an order to another, or with undefined to none (R-ORD-39). */
function linkedTo(order: Order, linkedId: number | undefined, atMs: number): Happening {
  const type = linkedId === undefined ? 'OrderUnlinked' : 'OrderLinked';
  return event(type, atMs, order.accountId, { order: { ...order, linkedId } });
}

function link(account: Account, order: Order, { otherId, atMs }: LinkOrders): Happening[] | string {
  if (otherId === null) {
    if (order.status === 'open') return 'order-not-pending';
    if (order.linkedId == null) return 'order-not-linked';
    const other = account.orders.get(order.linkedId);
    const both = other?.status === 'pending' && other.linkedId === order.id ? [order, other] : [order];
    return both.map((one) => linkedTo(one, undefined, atMs));
  }
  const other = account.orders.get(otherId);
  if (other === undefined) return 'order-not-found';
  if (order.status === 'open' || other.status === 'open') return 'order-not-pending';
  if (order.id === other.id || order.linkedId != null || other.linkedId != null) return 'order-linked';
  return [linkedTo(order, other.id, atMs), linkedTo(other, order.id, atMs)];
}

/** Changes the fields that a command names of a pending order, as if it were placed with them (R-ORD-38). */
function amendPending(model: Model, order: Order, command: AmendOrder, marketOf: MarketOf): Happening[] | string {
  if (order.status !== 'pending') return 'order-not-pending';
  const { type: _, atMs, accountId, orderId: _id, market: _market, conversion: _conversion, ...changes } = command;
  const changed: Order = { ...order, ...changes };
  const { lotsMin, lotsMax } = model.spec(order.instrumentId);
  if (model.isHeld && changed.expiresAtMs !== order.expiresAtMs) return 'time-unconfirmed';
  if (changed.lots < lotsMin || changed.lots > lotsMax) return 'lots-out-of-range';
  const market = marketOf(order.instrumentId);
  const tick = model.prices.get(order.instrumentId);
  if (market.kind === 'no-price' || tick === undefined) return 'no-price';
  if (market.kind === 'closed' || !model.isTrading(order.instrumentId)) return 'market-closed';
  if (market.ageMs > model.rules.openAgeMaxMs || !model.isOfNow(order.instrumentId)) return 'price-stale';
  const isMoved = changed.targetPrice !== order.targetPrice;
  const asked = { ...(changed as Order & PlaceOrder), atMs, quoteSeq: null, expected: null };
  const refusal = refusePrices(asked, tick, isMoved);
  if (refusal !== null) return refusal;
  if (!model.isPriced(model.account(accountId))) return 'no-price';
  const kind = isMoved ? kindOf(asked, tick) : order.kind;
  const trailing = changed.stopLoss === null ? undefined : order.trailing;
  return [event('OrderAmended', atMs, accountId, { order: { ...changed, kind, trailing } })];
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

/** Closes each of the orders asked for as if it were asked for alone; one that stays open says why. */
function closeSeveral(model: Model, account: Account, asked: CloseOrders, marketOf: MarketOf): Happening[] | string {
  const { which, instrumentId, atMs, accountId, whenPriced } = asked;
  const isAskedFor = (order: Order): boolean => {
    if (order.status !== 'open' || (instrumentId !== null && order.instrumentId !== instrumentId)) return false;
    if (which === 'all') return true;
    const profit = model.close(order, order.lots, 'user', atMs)?.order?.profit;
    if (profit === undefined) return false;
    const result = profit + order.swap;
    return which === 'winners' ? result > 0n : result < 0n;
  };
  const orders = [...account.orders.values()].filter(isAskedFor).sort((one, other) => one.id - other.id);
  if (orders.length === 0) return 'no-open-orders';
  return orders.flatMap((order) => {
    const orderId = order.id as CloseOrder['orderId'];
    const market = marketOf(order.instrumentId) as CloseOrder['market'];
    const one: CloseOrder = { type: 'CloseOrder', atMs, accountId, orderId, lots: null, whenPriced, market };
    const closed = close(model, order, one, marketOf);
    return typeof closed === 'string' ? [event('CloseRefused', atMs, accountId, { order, refusal: closed })] : closed;
  });
}

/** Closes an order and opens its opposite at the same price, both or neither (R-ORD-36). */
function reverse(
  model: Model,
  account: Account,
  order: Order,
  command: ReverseOrder,
  marketOf: MarketOf,
): Happening[] | string {
  if (order.status !== 'open') return 'order-not-open';
  const { atMs, accountId, expected, quoteSeq } = command;
  const { instrumentId, lots, leverage } = order as PlaceOrder & Order;
  const side = order.side === 'buy' ? 'sell' : 'buy';
  const none = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null };
  const market = marketOf(order.instrumentId) as ReverseOrder['market'];
  const asked = { atMs, accountId, instrumentId, side, lots, leverage, expected, quoteSeq, market } as const;
  const opened = place(model, account, { type: 'PlaceOrder', ...asked, ...none }, marketOf, order);
  if (typeof opened === 'string') return opened;
  const closed = model.close(order, order.lots, 'user', atMs);
  return closed === null ? 'no-conversion' : [closed, ...opened];
}

/** Sets the stop-loss to the first price without a loss after fee and swap, found tick by tick (R-ORD-37). */
function breakEven(model: Model, order: Order, command: BreakEven, marketOf: MarketOf): Happening[] | string {
  if (order.status !== 'open') return 'order-not-open';
  const { openAgeMaxMs } = model.rules;
  const market = marketOf(order.instrumentId);
  const tick = model.prices.get(order.instrumentId);
  if (market.kind === 'no-price' || tick === undefined) return 'no-price';
  if (market.kind === 'closed' || !model.isTrading(order.instrumentId)) return 'market-closed';
  if (market.ageMs > openAgeMaxMs || !model.isOfNow(order.instrumentId)) return 'price-stale';
  if (isConversionOld(model, order, marketOf, openAgeMaxMs)) return 'conversion-stale';
  const rate = model.rateOf(order.instrumentId, model.account(order.accountId));
  if (rate == null) return 'no-conversion';
  const spec = model.spec(order.instrumentId);
  const netAt = (price: number) => profitOf(spec, order, price, rate) - order.fee + order.swap;
  const towards = order.side === 'buy' ? 1 : -1;
  const open = order.openPrice ?? 0;
  const perTick = Number(profitOf(spec, order, open + towards * 1_000, rate)) / 1_000;
  let price = open + towards * Math.round(Number(order.fee - order.swap) / perTick);
  while (netAt(price) < 0n) price += towards;
  while (netAt(price - towards) >= 0n) price -= towards;
  if (order.stopLoss !== null && (order.stopLoss - price) * towards >= 0) return 'stop-at-break-even';
  if ((closePriceOf(order, tick) - price) * towards <= 0) return 'break-even-not-reached';
  return [
    event('StopsAmended', command.atMs, order.accountId, { order: { ...order, stopLoss: price, trailed: undefined } }),
  ];
}

function amend(model: Model, order: Order, command: AmendStops, market: ReturnType<MarketOf>): Happening[] | string {
  const { takeProfit, trailing, atMs } = command;
  const towards = order.side === 'buy' ? 1 : -1;
  const tick = model.prices.get(order.instrumentId);
  const closing = tick === undefined ? null : closePriceOf(order, tick);
  const reference = order.status === 'pending' ? (order.targetPrice ?? 0) : closing;
  const isAnew = command.stopLoss === null && trailing != null;
  let stopLoss: number | null = isAnew && reference !== null ? reference - towards * trailing : command.stopLoss;
  // A stop that follows the price does not go back for a caller that does not mention trailing.
  const isOlder = stopLoss !== null && order.stopLoss !== null && (stopLoss - order.stopLoss) * towards < 0;
  if (trailing === undefined && order.trailing != null && isOlder) stopLoss = order.stopLoss;
  // A level that stays needs no price.
  const setStop = isAnew || stopLoss !== order.stopLoss ? stopLoss : null;
  const setProfit = takeProfit === order.takeProfit ? null : takeProfit;
  const isFarther = trailing != null && trailing !== order.trailing;
  if (isAnew || isFarther || setStop !== null || setProfit !== null) {
    if (market.kind === 'no-price' || tick === undefined) return 'no-price';
    if (market.kind === 'closed') return 'market-closed';
    if (market.ageMs > model.rules.openAgeMaxMs) return 'price-stale';
    if (isAnew && (stopLoss ?? 0) < 1) return 'stop-loss-wrong-side';
    const refusal = wrongSide({ side: order.side, stopLoss: setStop, takeProfit: setProfit }, reference ?? 0);
    if (refusal !== null) return refusal;
  }
  const kept = trailing === undefined ? order.trailing : (trailing ?? undefined);
  const after = { ...order, stopLoss, takeProfit, trailing: stopLoss === null ? undefined : kept };
  const isAsTrailed = after.trailing != null && after.trailing === order.trailing && stopLoss === order.stopLoss;
  return [
    event('StopsAmended', atMs, order.accountId, {
      order: { ...after, trailed: isAsTrailed ? order.trailed : undefined },
    }),
  ];
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
  const granted = missing > 0n ? [posting('demo-grant', house, cash, missing)] : [];
  const transfers = missing < 0n ? [posting('demo-return', cash, house, -missing)] : granted;
  return [...events, event(type, atMs, account.id, { transfers })];
}
