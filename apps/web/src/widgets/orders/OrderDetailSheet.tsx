import { parsePrice } from '@candor/domain/values/price';
import { useState } from 'react';
import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useTrading } from '../../data/live.ts';
import { endedUnfilled, type Order } from '../../data/order.ts';
import { cancelOrder } from '../../data/orders.ts';
import { costText, idText, pipsText, tailedMargin } from '../../format/number-text.ts';
import { groupDigits, priceText } from '../../format/price-text.ts';
import { plural, t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Tailed, TriangleOf } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import sheetStyles from '../../ui/Sheet.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { LivePrice } from '../LivePrice.tsx';
import { toastAnswer } from '../toast-error.ts';
import { ClosedFooter } from './ClosedFooter.tsx';
import { ComingSwap } from './ComingSwap.tsx';
import { Figure, Grid, Moment, Stops } from './detail-figures.tsx';
import styles from './OrderDetailSheet.module.css';
import { railPosition } from './order-figures.ts';
import {
  endText,
  liveWhile,
  OrderLogo,
  OrderNow,
  OrderProfit,
  SideTag,
  useOrderMark,
  useOrderPips,
} from './order-parts.tsx';
import { LinkedOrder, PendingFigures } from './PendingFigures.tsx';
import { ReceiptLine } from './ReceiptLine.tsx';
import { ResultParts } from './ResultParts.tsx';

export interface OrderDetailSheetProps {
  readonly order: Order;
  readonly facts: InstrumentFacts | undefined;
  readonly onClose: () => void;
  readonly onView: (
    view: 'position' | 'stops' | 'close' | 'cancel' | 'receipt' | 'why' | 'trade' | 'edit' | 'link',
  ) => void;
}

/** Detail sheet: 60 % high for a position, as high as its content for other orders (R-SCR-06). */
export function OrderDetailSheet({ order, facts, onClose, onView }: OrderDetailSheetProps) {
  const isHolding = order.status === 'open';
  const isPending = order.status === 'pending';
  const staleMark = useOrderMark(order);
  return (
    <Sheet
      label={order.showCode}
      {...(isHolding && { height: '60%' })}
      onClose={onClose}
      title={
        <span className={cx(layoutStyles.row, styles.title)}>
          <OrderLogo order={order} facts={facts} size={30} />
          <span className={sheetStyles.code}>{order.showCode}</span>
          <SideTag order={order} />
        </span>
      }
      {...(isHolding || isPending ? { renderFooter: () => <Footer order={order} onView={onView} /> } : {})}
      {...(order.status === 'closed' && {
        renderFooter: () => <ClosedFooter order={order} facts={facts} onChart={() => onView('trade')} />,
      })}
    >
      {isPending ? (
        <div {...staleMark}>
          <PendingFigures order={order} facts={facts} />
          <LinkedOrder order={order} onLink={() => onView('link')} />
        </div>
      ) : (
        <div {...staleMark}>
          {endedUnfilled(order) ? null : <Hero order={order} facts={facts} />}
          {order.swapChange === null ? null : <ComingSwap change={order.swapChange} />}
          {isHolding ? <HoldingFigures order={order} facts={facts} /> : <OverFigures order={order} />}
          {order.status === 'closed' ? <ResultParts order={order} facts={facts} /> : null}
          {isHolding && order.waitingCloseLots === null ? (
            <MoreButton id="order-manage" label={t('order.manage')} onClick={() => onView('position')} />
          ) : null}
          {order.closeReason === 'stop-out' ? (
            <MoreButton id="order-why" label={t('why.title')} onClick={() => onView('why')} />
          ) : null}
          {order.receiptIds.length === 0 ? null : <ReceiptLine order={order} onOpen={() => onView('receipt')} />}
        </div>
      )}
    </Sheet>
  );
}

function MoreButton({ id, label, onClick }: { id: string; label: string; onClick: () => void }) {
  const { button, secondary, medium, wide } = buttonStyles;
  return (
    <button
      type="button"
      className={cx(button, secondary, medium, wide, styles.moreButton)}
      data-testid={id}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function Footer({ order, onView }: Pick<OrderDetailSheetProps, 'order' | 'onView'>) {
  return (
    <div className={buttonStyles.buttons}>
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.secondary)}
        data-testid="order-edit"
        onClick={() => onView(order.status === 'open' ? 'stops' : 'edit')}
      >
        <Icon name={order.status === 'open' ? 'target' : 'edit'} size={18} />
        {order.status === 'open' ? t('order.editStops') : t('order.edit')}
      </button>
      <MainButton order={order} onView={onView} />
    </div>
  );
}

function MainButton({ order, onView }: Pick<OrderDetailSheetProps, 'order' | 'onView'>) {
  if (order.status !== 'open')
    return (
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.dangerSoft)}
        data-testid="order-cancel"
        onClick={() => onView('cancel')}
      >
        {t('order.cancel')}
      </button>
    );
  if (order.waitingCloseLots === null)
    return (
      <button
        type="button"
        className={cx(buttonStyles.button, buttonStyles.primary)}
        data-testid="order-close"
        onClick={() => onView('close')}
      >
        {t('order.close')}
      </button>
    );
  return <TakeBackButton order={order} />;
}

/** Cancels a waiting close: the position stays open. */
function TakeBackButton({ order }: { order: Order }) {
  const [isBusy, setBusy] = useState(false);
  const { isPaused } = useTrading();
  return (
    <button
      type="button"
      className={cx(buttonStyles.button, buttonStyles.primary, isBusy && buttonStyles.busy)}
      disabled={isPaused}
      aria-busy={isBusy}
      data-testid="order-keep-open"
      onClick={() => {
        if (isBusy) return;
        setBusy(true);
        void toastAnswer(cancelOrder(order.id)).finally(() => setBusy(false));
      }}
    >
      {isBusy ? <i className={buttonStyles.spinner} /> : null}
      {isPaused ? t('trade.paused') : t('order.keepOpen')}
    </button>
  );
}

function Hero({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const pips = useOrderPips(order, facts);
  const direction = pips.ticks === 0 ? 'flat' : pips.ticks > 0 ? 'up' : 'down';
  return (
    <div className={cx(styles.hero, styles.spaced)}>
      <div>
        <div className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
          {order.status === 'closed' ? t('order.net') : t('account.profit')}
        </div>
        <OrderProfit order={order} />
      </div>
      <span
        className={cx(figuresStyles.change, figuresStyles.changePill, liveWhile(order), directionClass[direction])}
        data-part="change"
      >
        <TriangleOf direction={direction} />
        <span className={figuresStyles.number}>{plural('trade.pips', pips.text)}</span>
      </span>
    </div>
  );
}

function HoldingFigures({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  const digits = facts?.spec.digits ?? 2;
  return (
    <>
      <Rail order={order} />
      <Grid>
        {order.waitingCloseLots === null ? null : (
          <Figure label={t('order.closeWaiting')}>{plural('trade.lotsOf', order.waitingCloseLots)}</Figure>
        )}
        <Figure label={t('order.openPrice')}>{groupDigits(order.entryPrice)}</Figure>
        <Figure label={t('order.currentPrice')}>
          {facts === undefined ? (
            <OrderNow order={order} />
          ) : (
            <LivePrice id={facts.id} digits={digits} side={order.side === 'buy' ? 'bid' : 'ask'} />
          )}
        </Figure>
        <Figure label={t('order.marginAt', { multiple: order.leverage })}>
          <Tailed number={tailedMargin(order.margin)} />
        </Figure>
        <Figure label={t('trade.fee')}>{costText(order.fee)}</Figure>
        {order.stopLoss === null || order.takeProfit === null ? <Stops order={order} /> : null}
        {order.trailingDistance === null || facts === undefined ? null : (
          <Figure label={t('order.trailing')}>{trailingPips(order.trailingDistance, facts.spec)}</Figure>
        )}
        <Moment label={t('order.time')} timeMs={order.openedAtMs ?? order.placedAtMs} />
        <Figure label={t('order.id')}>{idText(order.id)}</Figure>
      </Grid>
    </>
  );
}

function trailingPips(distance: string, { digits, pipTicks }: InstrumentFacts['spec']): string {
  return plural('trade.pips', pipsText(parsePrice(distance, digits) ?? 0, pipTicks, false));
}

/** Stop-loss, entry, current price and take-profit on one line; absent if a stop is missing. */
function Rail({ order }: { order: Order }) {
  const now = useAccount((account) => account.orders[order.id]?.price ?? order.markPrice);
  const [stopLoss, takeProfit] = [order.stopLoss, order.takeProfit];
  if (stopLoss === null || takeProfit === null) return null;
  const at = (price: string) => railPosition(Number(price), Number(stopLoss), Number(takeProfit)) * 100;
  const [open, here] = [at(order.entryPrice), at(now)];
  const direction = here >= open ? 'up' : 'down';
  return (
    <div className={cx(styles.rail, figuresStyles.number, styles.spaced)} data-part="rail">
      <span className={cx(styles.railLabel, styles.above, styles.railStart)}>
        <b>{t('order.sl')}</b> {groupDigits(stopLoss)}
      </span>
      <span className={cx(styles.railLabel, styles.above, styles.railEnd)}>
        <b>{t('order.tp')}</b> {groupDigits(takeProfit)}
      </span>
      <i className={styles.railTrack} />
      <i
        className={styles.railFill}
        style={{
          left: `${Math.min(open, here)}%`,
          width: `${Math.abs(here - open)}%`,
          background: `var(--color-${direction}-fill)`,
        }}
      />
      <i className={styles.railOpen} style={{ left: `${open}%` }} />
      <i className={cx(styles.railNow, directionClass[direction])} style={{ left: `${here}%` }} />
      {Math.abs(here - open) < 16 ? null : (
        <span className={cx(styles.railLabel, styles.below)} style={{ left: `${open}%` }}>
          {t('order.openShort')}
        </span>
      )}
      <span
        className={cx(styles.railLabel, styles.below, directionClass[direction])}
        style={{ left: `${Math.min(95, Math.max(5, here))}%` }}
      >
        <b className={styles.nowWord}>{t('order.now')}</b>
      </span>
    </div>
  );
}

function OverFigures({ order }: { order: Order }) {
  const reason = endText(order);
  return (
    <Grid isTight>
      <Figure label={endedUnfilled(order) ? t('trade.targetPrice') : t('order.openPrice')}>
        {groupDigits(order.entryPrice)}
      </Figure>
      <Figure
        isText={endedUnfilled(order)}
        label={
          endedUnfilled(order) ? t('order.status') : `${t('order.closePrice')}${reason === null ? '' : ` · ${reason}`}`
        }
      >
        {endedUnfilled(order) ? reason : priceText(order.markPrice)}
      </Figure>
      <Moment label={t('order.time')} timeMs={order.openedAtMs ?? order.placedAtMs} />
      <Moment label={t('order.closeTime')} timeMs={order.endedAtMs} />
      <Figure label={t('order.marginAt', { multiple: order.leverage })}>
        <Tailed number={tailedMargin(order.margin)} />
      </Figure>
      <Figure label={t('order.id')}>{idText(order.id)}</Figure>
    </Grid>
  );
}
