import { isOpen, type OpenOrder } from '@candor/domain/engine/order';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, type Money, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import type { ListedOrder } from '../../../ports/console-reads.ts';
import type { Market } from '../../../ports/market.ts';
import type { TradingPort } from '../../../ports/trading-port.ts';

export interface OrderReading {
  readonly core: Pick<TradingPort, 'profitsOf'>;
  readonly market: Pick<Market, 'spec' | 'specs'>;
}

export type ConsoleOrder = ReturnType<typeof toConsoleOrder>;

/** Returns orders in the console's format: as stored, with the current profit while they are open. */
export async function toConsoleOrders(
  { core, market }: OrderReading,
  listed: readonly ListedOrder[],
): Promise<ConsoleOrder[]> {
  const open = listed.flatMap(({ order }) => (isOpen(order) ? [order] : []));
  const profits = open.length === 0 ? [] : await core.profitsOf(open);
  const profitOf = new Map<OpenOrder, Money | undefined>(open.map((order, at) => [order, profits[at]]));
  return listed.map((one) => toConsoleOrder(market, one, isOpen(one.order) ? profitOf.get(one.order) : undefined));
}

function toConsoleOrder(
  market: OrderReading['market'],
  { order, uid, realm }: ListedOrder,
  profit: Money = order.profit,
) {
  const spec = market.spec(order.instrumentId);
  if (spec === null) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const price = (value: Price | null) => (value === null ? null : formatPrice(value, spec.digits));
  return {
    id: order.id,
    uid,
    account_id: order.accountId,
    realm,
    symbol: spec.showCode,
    side: order.side,
    kind: order.kind,
    status: order.status,
    lots: formatLots(order.lots, spec),
    leverage: order.leverage,
    open_price: price(order.openPrice ?? order.targetPrice),
    close_price: price(order.closePrice),
    stop_loss: price(order.stopLoss),
    take_profit: price(order.takeProfit),
    margin: formatMoney(order.margin),
    fee: formatMoney(order.fee),
    swap: formatMoney(order.swap),
    profit: formatMoney(profit),
    net: formatMoney(toMoney(profit - order.fee + order.swap)),
    close_reason: order.closeReason ?? order.cancelReason,
    placed_at: order.placedAtMs,
    opened_at: order.openedAtMs,
    closed_at: order.endedAtMs,
  };
}
