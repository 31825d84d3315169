import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { directionOf, pipsText, signedText, tailedProfit } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Tailed } from '../../ui/Figures.tsx';
import { Triangle } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { useStaleMark } from '../live-quote.ts';
import { movedTicks, netResult } from './order-figures.ts';
import styles from './order-parts.module.css';

/** "▲ Buy 0.50": direction by colour, triangle and word. */
export function SideTag({ order }: { order: Order }) {
  const isBuy = order.side === 'buy';
  return (
    <span className={cx(styles.side, isBuy ? figuresStyles.rising : figuresStyles.falling)}>
      <Triangle direction={isBuy ? 'up' : 'down'} />
      {isBuy ? t('trade.buy') : t('trade.sell')} <span className={figuresStyles.number}>{order.lots}</span>
    </span>
  );
}

export function OrderLogo({ order, facts, size }: { order: Order; facts: InstrumentFacts | undefined; size: number }) {
  const showCode = order.showCode;
  return (
    <Logo
      code={facts?.spec.code ?? showCode.replace('/', '')}
      showCode={showCode}
      src={facts?.logo ?? ''}
      size={size}
    />
  );
}

/** Attribute that greys the live figures of an order while the price of its instrument is stale (R-SCR-26). */
export const useOrderMark = ({ instrumentId }: Order) => useStaleMark(instrumentId);

/** Classes of a live figure while the order is held. */
export function liveWhile(order: Order): string | undefined {
  return order.status === 'open' ? cx(figuresStyles.live, figuresStyles.ofAccount) : undefined;
}

/** Live profit of an order; once it is closed, its net result. Renders only itself. */
export function OrderProfit({ order, short = false }: { order: Order; short?: boolean }) {
  const profit = useAccount((account) => account.orders[order.id]?.profit);
  const shown = order.status === 'open' ? (profit ?? order.profit) : netResult(order);
  return <ProfitText order={order} shown={shown} short={short} />;
}

/** A profit of an order, as a decimal number; null while it is unknown. */
export function ProfitText({ order, shown, short = false }: { order: Order; shown: string | null; short?: boolean }) {
  return (
    <span className={cx(liveWhile(order), directionClass[directionOf(shown)])} data-testid="order-profit">
      {short ? (
        <span className={figuresStyles.number}>{signedText(shown)}</span>
      ) : (
        <Tailed number={tailedProfit(shown)} />
      )}
    </span>
  );
}

/** Current price of the order. */
export function OrderNow({ order }: { order: Order }) {
  const price = useAccount((account) => account.orders[order.id]?.price);
  const shown = order.status === 'open' ? (price ?? order.markPrice) : order.markPrice;
  return <span className={liveWhile(order)}>{groupDigits(shown)}</span>;
}

/** Pips of the order, positive in its direction. */
export function useOrderPips(order: Order, facts: InstrumentFacts | undefined): { text: string; ticks: number } {
  const price = useAccount((account) => account.orders[order.id]?.price);
  if (facts === undefined) return { text: missing, ticks: 0 };
  const now = order.status === 'open' ? (price ?? order.markPrice) : order.markPrice;
  const ticks = movedTicks(order, now, facts.spec.digits);
  return ticks === null ? { text: missing, ticks: 0 } : { text: pipsText(ticks, facts.spec.pipTicks), ticks };
}

/** Reason why an order ended, unless the user closed it. */
export function endText(order: Order): string | null {
  if (order.status === 'cancelled') return t('order.cancelled');
  if (order.status === 'expired') return t('order.expired');
  if (order.closeReason === 'stop-loss') return t('order.byStopLoss');
  if (order.closeReason === 'take-profit') return t('order.byTakeProfit');
  if (order.closeReason === 'stop-out') return t('order.byStopOut');
  return order.closeReason === 'demo-reset' ? t('order.byReset') : null;
}
