import { formatMoney } from '@candor/domain/values/money';
import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useTrading } from '../../data/live.ts';
import type { Order } from '../../data/order.ts';
import { linkOrders } from '../../data/orders.ts';
import { useAllPending } from '../../data/queries.ts';
import { costText, idText, tailedMargin } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Price, Tailed } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import { showToast } from '../../ui/toast.ts';
import { useDealContext } from '../deal-context.ts';
import { LivePrice } from '../LivePrice.tsx';
import { toastAnswer } from '../toast-error.ts';
import { Figure, Grid, Moment, Stops } from './detail-figures.tsx';
import styles from './OrderDetailSheet.module.css';
import { costAtFill } from './order-figures.ts';
import { SideTag } from './order-parts.tsx';
import { useOrderList } from './use-order-list.ts';

/** Figures of a pending order. */
export function PendingFigures({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const digits = facts?.spec.digits ?? 2;
  return (
    <Grid isTight>
      <Figure label={t('trade.targetPrice')}>
        <Price text={order.entryPrice} digits={digits} />
      </Figure>
      <Figure label={t('order.currentPrice')}>
        {facts === undefined ? (
          '—'
        ) : (
          <LivePrice id={facts.id} digits={digits} side={order.side === 'buy' ? 'ask' : 'bid'} />
        )}
      </Figure>
      <Stops order={order} />
      {facts === undefined ? null : <CostAtFill order={order} facts={facts} />}
      <Moment label={t('order.time')} timeMs={order.placedAtMs} />
      {order.expiresAtMs === null ? null : <Moment label={t('order.expires')} timeMs={order.expiresAtMs} />}
      <Figure label={t('order.id')}>{idText(order.id)}</Figure>
    </Grid>
  );
}

/** Margin and fee of a pending order when it fills at its target, as on the ticket; unknown without a rate. */
function CostAtFill({ order, facts }: { order: Order; facts: InstrumentFacts }) {
  const { rate, feeType } = useDealContext(facts);
  const cost = rate === null ? null : costAtFill(order, facts.spec, feeType, rate);
  return (
    <>
      <Figure label={t('order.marginAt', { multiple: order.leverage })}>
        {cost === null ? '—' : <Tailed number={tailedMargin(formatMoney(cost.margin))} />}
      </Figure>
      <Figure label={t('trade.fee')}>{cost === null ? '—' : costText(formatMoney(cost.fee))}</Figure>
    </>
  );
}

interface LinkProps {
  readonly order: Order;
  /** Called to choose the other order of a pair. */
  readonly onLink: () => void;
}

/** Other order of a pair, with the key that ends the link; or the key that links the order to another one (R-ORD-44). */
export function LinkedOrder({ order, onLink }: LinkProps) {
  useAllPending();
  const { orders } = useOrderList('pending');
  const [isBusy, setBusy] = useState(false);
  const { isPaused } = useTrading();
  const { button, secondary, medium, wide, busy, spinner } = buttonStyles;
  // Without another order to choose the key would lead nowhere.
  if (order.linkedId === null && !orders.some(({ id, linkedId }) => id !== order.id && linkedId === null)) return null;
  if (order.linkedId === null)
    return (
      <button
        type="button"
        className={cx(button, secondary, medium, wide, styles.moreButton)}
        data-testid="order-link"
        onClick={onLink}
      >
        <Icon name="link" size={18} />
        {t('oco.link')}
      </button>
    );
  const other = orders.find(({ id }) => id === order.linkedId);
  return (
    <section className={cx(keyValueStyles.well, styles.link)} data-testid="order-linked">
      <h3>{t('oco.title')}</h3>
      <p>
        {other === undefined ? (
          <span className={figuresStyles.number}>{idText(order.linkedId)}</span>
        ) : (
          <OtherOrder order={other} />
        )}
      </p>
      <button
        type="button"
        className={cx(button, secondary, medium, wide, isBusy && busy)}
        data-testid="order-unlink"
        disabled={isPaused}
        aria-busy={isBusy}
        onClick={() => {
          if (isBusy) return;
          setBusy(true);
          void toastAnswer(linkOrders(order.id, null), () => showToast('ok', t('oco.unlinked'))).finally(() =>
            setBusy(false),
          );
        }}
      >
        {isBusy ? <i className={spinner} /> : null}
        {isPaused ? t('trade.paused') : t('oco.unlink')}
      </button>
    </section>
  );
}

/** "EUR/USD ▲ Buy 0.10 · 1.15000". */
export function OtherOrder({ order }: { order: Order }) {
  return (
    <>
      <b>{order.showCode}</b> <SideTag order={order} /> ·{' '}
      <span className={figuresStyles.number}>{groupDigits(order.entryPrice)}</span>
    </>
  );
}
