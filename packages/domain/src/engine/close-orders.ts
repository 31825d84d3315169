import { calculateProfit } from '../calc/order-formulas.ts';
import type { InstrumentId } from '../values/ids.ts';
import { closingPrice } from '../values/quote.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import { decideCloseOrder } from './close-order.ts';
import type { CloseOrder, CloseOrders } from './command.ts';
import type { EngineEvent } from './event.ts';
import { contractOf, conversionPathOf } from './facts.ts';
import type { MarketNow } from './market-now.ts';
import { isOpen, type OpenOrder } from './order.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';

/** Refusals of the closing of several orders; those of one order are in its own answer. */
export const closeOrdersRefusals: readonly RefusalRule<{ readonly chosen: readonly OpenOrder[] }>[] = [
  {
    code: 'no-open-orders',
    when: 'the account holds no open order of that kind',
    applies: ({ chosen }) => chosen.length === 0,
  },
];

/**
 * Closes the chosen open orders of an account, oldest first, each as a close of its own (R-ORD-35): one event per order,
 * which is its fill, its waiting close, or the reason why it stays open.
 */
export function decideCloseOrders(
  state: EngineState,
  account: AccountState,
  command: CloseOrders,
): Result<EngineEvent[], Refusal> {
  const chosen = chooseOrders(state, account, command);
  const refusal = closeOrdersRefusals.find(({ applies }) => applies({ chosen }))?.code;
  if (refusal !== undefined) return refuse(refusal);
  const markets = new Map(command.markets?.map((market) => [market.instrumentId, market]));
  return ok(
    chosen.flatMap((order): EngineEvent[] => {
      const decided = decideCloseOrder(state, account, closeOf(state, account, order, command, markets));
      if (decided.ok) return decided.value;
      const { atMs, accountId } = command;
      return [{ type: 'CloseRefused', atMs, accountId, order, refusal: decided.refusal, transfers: [] }];
    }),
  );
}

function closeOf(
  state: EngineState,
  account: AccountState,
  { id: orderId, instrumentId }: OpenOrder,
  { atMs, accountId, whenPriced }: CloseOrders,
  markets: ReadonlyMap<InstrumentId, MarketNow>,
): CloseOrder {
  const marketOf = (id: InstrumentId): MarketNow => markets.get(id) ?? { kind: 'open', ageMs: 0 };
  const path = conversionPathOf(state, contractOf(state, account, instrumentId).spec, account.currency);
  const conversion = path?.kind === 'pair' ? { conversion: marketOf(path.instrumentId) } : {};
  const market = marketOf(instrumentId);
  return { type: 'CloseOrder', atMs, accountId, orderId, lots: null, whenPriced, market, ...conversion };
}

function chooseOrders(state: EngineState, account: AccountState, command: CloseOrders): OpenOrder[] {
  const { which, instrumentId } = command;
  const held = [...account.orders.values()]
    .filter(isOpen)
    .filter((order) => instrumentId === null || order.instrumentId === instrumentId);
  const chosen = which === 'all' ? held : held.filter((order) => isOfResult(state, account, order, which));
  return chosen.sort((a, b) => a.id - b.id);
}

/** Judges by profit plus swap at the last quote, which the close would post; false without a quote. */
function isOfResult(state: EngineState, account: AccountState, order: OpenOrder, which: 'winners' | 'losers'): boolean {
  const { spec, quote, rate } = contractOf(state, account, order.instrumentId);
  if (quote === undefined || rate === null) return false;
  const profit = calculateProfit(spec, order.side, order.lots, order.openPrice, closingPrice(quote, order.side), rate);
  const result = profit + order.swap;
  return which === 'winners' ? result > 0n : result < 0n;
}
