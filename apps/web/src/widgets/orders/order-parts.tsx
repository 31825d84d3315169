import type { Order } from '@candor/contracts/http/trade';
import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { directionOf, pipsText, signedText, tailedProfit } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Tailed } from '../../ui/Figures.tsx';
import { Triangle } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { movedTicks } from './order-figures.ts';

/** "▲ Buy 0.50": direction by colour, triangle and word. */
export function SideTag({ order }: { order: Order }) {
  const isBuy = order.OrderType === 1;
  return (
    <span className={`side ${isBuy ? 'up' : 'down'}`}>
      <Triangle direction={isBuy ? 'up' : 'down'} />
      {isBuy ? t('trade.buy') : t('trade.sell')} <span className="num">{order.Quantity}</span>
    </span>
  );
}

export function OrderLogo({ order, facts, size }: { order: Order; facts: InstrumentFacts | undefined; size: number }) {
  const showCode = order.ForexTradeLists.ShowCode;
  return (
    <Logo
      code={facts?.spec.code ?? showCode.replace('/', '')}
      showCode={showCode}
      src={facts?.logo ?? ''}
      size={size}
    />
  );
}

/** The mark of a live figure, for as long as the order is held. */
function liveWhile(order: Order): string {
  return order.Status === 1 ? 'live' : '';
}

/** The order's live profit; still while it is closed. Renders only itself. */
export function OrderProfit({ order, short = false }: { order: Order; short?: boolean }) {
  const profit = useAccount((account) => account.orders[order.Id]?.profit);
  const shown = order.Status === 1 ? (profit ?? order.FactProfits) : order.FactProfits;
  return (
    <span className={`${liveWhile(order)} ${directionOf(shown)}`} data-testid="order-profit">
      {short ? <span className="num">{signedText(shown)}</span> : <Tailed number={tailedProfit(shown)} />}
    </span>
  );
}

/** The price the order is marked at. */
export function OrderNow({ order }: { order: Order }) {
  const price = useAccount((account) => account.orders[order.Id]?.price);
  const shown = order.Status === 1 ? (price ?? order.UpdatePrice) : order.UpdatePrice;
  return <span className={liveWhile(order)}>{groupDigits(shown)}</span>;
}

/** Pips the order has moved its own way. */
export function useOrderPips(order: Order, facts: InstrumentFacts | undefined): { text: string; ticks: number } {
  const price = useAccount((account) => account.orders[order.Id]?.price);
  if (facts === undefined) return { text: missing, ticks: 0 };
  const now = order.Status === 1 ? (price ?? order.UpdatePrice) : order.UpdatePrice;
  const ticks = movedTicks(order, now, facts.spec.digits);
  return ticks === null ? { text: missing, ticks: 0 } : { text: pipsText(ticks, facts.spec.pipTicks), ticks };
}

/** Why an order is over, where it was not the user who closed it. */
export function endText(order: Order): string | null {
  if (order.Status === 4) return t('order.cancelled');
  if (order.Status === 5) return t('order.expired');
  if (order.CloseReason === 'stop_loss') return t('order.byStopLoss');
  if (order.CloseReason === 'take_profit') return t('order.byTakeProfit');
  if (order.CloseReason === 'stop_out') return t('order.byStopOut');
  return order.CloseReason === 'demo_reset' ? t('order.byReset') : null;
}
