import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import type { EngineState } from '@candor/domain/engine/state';
import { openProfit } from '@candor/domain/engine/valuation';
import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, type Money } from '@candor/domain/values/money';
import { formatPrice, type Price } from '@candor/domain/values/price';
import type { ListedOrder } from '../../../ports/console-reads.ts';

/** Returns an order in the console's format: as stored, with the current profit while it is open. */
export function toConsoleOrder(state: EngineState, { order, uid, realm }: ListedOrder) {
  const spec = state.specs.get(order.instrumentId);
  if (spec === undefined) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
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
    profit: formatMoney(profitOf(state, order)),
    close_reason: order.closeReason ?? order.cancelReason,
    placed_at: order.placedAtMs,
    opened_at: order.openedAtMs,
    closed_at: order.endedAtMs,
  };
}

function profitOf(state: EngineState, order: OrderRecord): Money {
  const account = state.accounts.get(order.accountId);
  return isOpen(order) && account !== undefined ? openProfit(state, account, order) : order.profit;
}
