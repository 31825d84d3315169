import { codes } from '@candor/contracts/codes';
import type { CallName } from '@candor/contracts/http/paths';
import type { InfiniteData } from '@tanstack/react-query';
import { useSession } from '../session/session-store.ts';
import { api, intents } from './api.ts';
import { CallError } from './client.ts';
import { fieldsOf, type Intent, type IntentFields } from './intents.ts';
import { createLostOrders, type LostOrdersDeps } from './lost-orders.ts';
import {
  fromPlacement,
  fromSeenQuote,
  type Order,
  type OrderPage,
  type Placement,
  type SeenQuote,
  toOrder,
} from './order.ts';
import type { OrderListStatus } from './queries.ts';
import { queryClient, refreshOrders } from './queries.ts';
import { createStopLevels, type StopChange } from './stop-levels.ts';

const lostOrderListeners = new Set<LostOrdersDeps['onKnown']>();

/** Adds a listener for outcomes of orders whose answer was lost. */
export function onLostOrder(listener: LostOrdersDeps['onKnown']): () => void {
  lostOrderListeners.add(listener);
  return () => lostOrderListeners.delete(listener);
}

const lostOrders = createLostOrders({
  client: api,
  intents,
  isLoggedIn: () => useSession.getState().token !== null,
  onKnown: (name, answer) => {
    refreshOrders();
    for (const listener of lostOrderListeners) listener(name, answer);
  },
});

export const askLostOrders = lostOrders.ask;

export async function placeOrder(placement: Placement, seen: SeenQuote | null): Promise<Order> {
  try {
    const sent = intents.send(api, 'placeOrder', fromPlacement(placement), {
      seen: seen === null ? {} : fromSeenQuote(seen),
    });
    return toOrder(await lostOrders.watch(sent));
  } finally {
    refreshOrders();
  }
}

/** Finds the intent of a placed order without an answer. */
export function findUnanswered(placement: Placement): Intent | null {
  return intents.find('placeOrder', fromPlacement(placement)) ?? null;
}

/** Finds the newest order in an instrument without a known outcome, also one that was sent before the page was loaded. */
export function findLostPlacement(instrumentId: number): Intent | null {
  const lost = lostOrders.waiting('placeOrder').filter((intent) => fieldsOf(intent)['forex_id'] === instrumentId);
  return lost.at(-1) ?? null;
}

/**
 * Asks for the outcome of a placed order without an answer, which the listeners get. Resolves to false if the server does
 * not know the order; rejects if the server does not answer.
 */
export function checkPlacement(intent: Intent): Promise<boolean> {
  return lostOrders.check('placeOrder', intent);
}

/** Answer to a close: the server's message (R-ERR-05), and the part that closed if it is known. */
export interface CloseAnswer {
  readonly message: string;
  readonly order: Order | null;
}

/** Closes an order, all of it or some lots. */
export async function closeOrder(id: number, lots: string | null, whenPriced = false): Promise<CloseAnswer> {
  const part = lots === null ? { id } : { id, cont: lots };
  const { message, data } = await changeOrder('closeOrder', whenPriced ? { ...part, when_priced: 1 } : part);
  return { message, order: data === null ? null : toOrder(data) };
}

/** Open orders to close: by result (profit plus swap), or in one instrument. */
export interface CloseChoice {
  readonly which: 'all' | 'winners' | 'losers';
  /** Null for every instrument. */
  readonly instrumentId: number | null;
}

/** Outcome of one of several orders to close. */
export interface ClosedOne {
  readonly isRefused: boolean;
  /** True if it stays open for want of a fresh price. */
  readonly isUnpriced: boolean;
  /** The server's message. */
  readonly message: string;
  readonly order: Order;
}

const whichCodes = { all: 0, winners: 1, losers: 2 } as const;

/** Closes several open orders by one command; resolves to an answer for each (R-ORD-35). */
export async function closeOrders({ which, instrumentId }: CloseChoice, whenPriced: boolean): Promise<ClosedOne[]> {
  const fields = {
    which: whichCodes[which],
    ...(instrumentId !== null && { forex_id: instrumentId }),
    when_priced: whenPriced ? 1 : 0,
  };
  try {
    const answers = await lostOrders.watch(intents.send(api, 'closeOrders', fields));
    return answers.map(({ code, msg, order }) => ({
      isRefused: code !== codes.ok,
      isUnpriced: unpricedCodes.has(code),
      message: msg,
      order: toOrder(order),
    }));
  } finally {
    // It may have been carried out without an answer.
    refreshOrders();
  }
}

const unpricedCodes: ReadonlySet<number | string> = new Set([
  codes.noPrice,
  codes.priceStale,
  codes.noConversion,
  codes.conversionStale,
]);

/** True if a close was refused because no fresh price is known: it may wait for the next one (R-ORD-33). */
export function isUnpriced(close: Promise<unknown>): Promise<boolean> {
  return close.then(
    () => false,
    (error: unknown) => error instanceof CallError && unpricedCodes.has(error.code),
  );
}

/** Both fills of a reversal. */
export interface ReversedOrder {
  readonly closed: Order;
  readonly opened: Order;
}

/** Closes an open order and opens its opposite at the same quote, by one command (R-ORD-36). */
export async function reverseOrder(id: number, seen: SeenQuote | null): Promise<ReversedOrder> {
  try {
    const sent = intents.send(api, 'reverseOrder', { id }, { seen: seen === null ? {} : fromSeenQuote(seen) });
    const { closed, opened } = await lostOrders.watch(sent);
    return { closed: toOrder(closed), opened: toOrder(opened) };
  } finally {
    // It may have been carried out without an answer.
    refreshOrders();
  }
}

/** Moves the stop-loss of an open order to its break-even price; resolves to the server's message (R-ORD-37). */
export async function moveToBreakEven(id: number): Promise<string> {
  let message = '';
  try {
    await lostOrders.watch(intents.send(api, 'breakEven', { id }, { onDone: (words) => (message = words) }));
    return message;
  } finally {
    refreshOrders();
  }
}

/** Cancels a pending order, or the waiting close of an open order. */
export async function cancelOrder(id: number): Promise<string> {
  const { message } = await changeOrder('cancelOrder', { id });
  return message;
}

const stopLevels = createStopLevels(api, intents, queryClient);

export const setStops = (order: Order, change: StopChange) => lostOrders.watch(stopLevels.set(order, change));

/** Changes the target price of a pending order, which keeps its id (R-ORD-38). Resolves once the lists show it. */
export async function setTarget(id: number, price: string): Promise<void> {
  await amendOrder(id, { targetPrice: price });
}

/** Fields of a pending order to change; one left out stays. Levels are texts, "0" to remove a stop. */
export interface Amendment {
  readonly targetPrice?: string;
  readonly lots?: string;
  readonly stopLoss?: string;
  readonly takeProfit?: string;
  /** Null for no expiry. */
  readonly expiresAtMs?: number | null;
}

/** Changes a pending order, which keeps its id (R-ORD-38). Resolves to the server's message, once the lists show it. */
export async function amendOrder(id: number, change: Amendment): Promise<string> {
  const { targetPrice, lots, stopLoss, takeProfit, expiresAtMs } = change;
  const { message } = await changeOrder('amendOrder', {
    id,
    ...(targetPrice !== undefined && { target_price: targetPrice }),
    ...(lots !== undefined && { cont: lots }),
    ...(stopLoss !== undefined && { stop_loss_price: stopLoss }),
    ...(takeProfit !== undefined && { target_profit_price: takeProfit }),
    ...(expiresAtMs !== undefined && { expires_at: expiresAtMs ?? 0 }),
  });
  await queryClient.invalidateQueries({ queryKey: ['orders'] });
  return message;
}

/** Links two pending orders, so that the fill of one cancels the other; removes the link for null (R-ORD-39). */
export async function linkOrders(id: number, otherId: number | null): Promise<string> {
  const { message } = await changeOrder('linkOrders', { id, other_id: otherId ?? 0 });
  return message;
}

async function changeOrder<Name extends CallName>(name: Name, fields: IntentFields<Name>) {
  let message = '';
  try {
    const data = await lostOrders.watch(intents.send(api, name, fields, { onDone: (words) => (message = words) }));
    return { message, data };
  } finally {
    // It may have been carried out without an answer.
    refreshOrders();
  }
}

/** Resets a demo account: open orders close and the balance is restored (R-SES-07). */
export async function resetDemo(): Promise<void> {
  await intents.send(api, 'resetDemo', {});
  refreshOrders();
}

/** Removes closed orders from the list of open ones at once; the lists then reload (R-SOC-07). */
export function removeClosedOrders(ids: readonly number[]): void {
  const gone = new Set(ids);
  queryClient.setQueryData<InfiniteData<OrderPage>>(['orders', 1 satisfies OrderListStatus], (lists) => {
    if (lists === undefined) return lists;
    const pages = lists.pages.map((page) => {
      const orders = page.orders.filter((order) => !gone.has(order.id));
      return { ...page, orders, total: Math.max(0, page.total - ids.length) };
    });
    return { ...lists, pages };
  });
  refreshOrders();
}
