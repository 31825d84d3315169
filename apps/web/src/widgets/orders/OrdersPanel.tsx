import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { endedUnfilled, hasEnded, type Order } from '../../data/order.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { balanceText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import emptyStyles from '../../ui/Empty.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { LiveFigure } from '../LivePrice.tsx';
import { HistoryBar } from './HistoryBar.tsx';
import { HoldingBar } from './HoldingBar.tsx';
import { JournalLink } from './JournalLink.tsx';
import { LinkTag } from './LinkTag.tsx';
import { NetExposure } from './NetExposure.tsx';
import { EmptyList, ListState } from './OrderList.tsx';
import orderRowStyles from './OrderRow.module.css';
import { OrderSheets } from './OrderSheets.tsx';
import styles from './OrdersPanel.module.css';
import { OrderTabs } from './OrderTabs.tsx';
import { orderShortcuts, viewByKey } from './order-keys.ts';
import { endText, OrderNow, OrderProfit, SideTag, useOrderMark } from './order-parts.tsx';
import type { OrderTab } from './use-order-list.ts';
import { useOrderList } from './use-order-list.ts';
import { useShownOrders } from './use-shown-orders.ts';
import { useTabOfPage } from './use-tab-of-page.ts';

export interface OrdersPanelProps {
  readonly className?: string | undefined;
  /** True below a chart, where there is little room in height. */
  readonly isLow?: boolean;
  /** True between two other columns, where some figures have no room. */
  readonly isNarrow?: boolean;
}

/** Orders as a table, for a desk. */
export function OrdersPanel({ className, isLow = false, isNarrow = false }: OrdersPanelProps) {
  const [tab, setTab] = useTabOfPage();
  const [open, setOpen] = useState<OpenOrder | null>(null);
  const isLoggedIn = useSession((session) => session.token !== null);
  const { facts } = useOrderList(tab);
  return (
    <section className={cx(layoutStyles.panel, className)} data-density="compact" aria-label={t('tab.order')}>
      <OrderTabs tab={tab} onTab={setTab} />
      {tab === 'holding' && isLoggedIn && !isLow ? (
        <>
          <NetExposure />
          <HoldingBar />
        </>
      ) : null}
      {tab === 'history' && isLoggedIn && !isLow ? (
        <>
          <JournalLink />
          <HistoryBar />
        </>
      ) : null}
      <div className={styles.scroller} data-part="orders-scroller">
        {isLoggedIn ? (
          <OrderTable tab={tab} isLow={isLow} isNarrow={isNarrow} onOpen={setOpen} />
        ) : (
          <LoginHint isLow={isLow} />
        )}
      </div>
      {open === null ? null : <OrderSheets open={open} facts={facts.get(open.order.instrumentId)} onChange={setOpen} />}
    </section>
  );
}

function LoginHint({ isLow }: { isLow: boolean }) {
  return (
    <div className={cx(emptyStyles.empty, isLow ? emptyStyles.low : styles.loginHint)} data-part="empty">
      <p>{t('order.emptyHoldingText')}</p>
      <Link
        to="/login"
        search={{ from: '/trade' }}
        className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium, emptyStyles.action)}
      >
        {t('market.login')}
      </Link>
    </div>
  );
}

interface OrderTableProps {
  readonly tab: OrderTab;
  readonly isLow: boolean;
  readonly isNarrow: boolean;
  readonly onOpen: (open: OpenOrder) => void;
}

function OrderTable({ tab, isLow, isNarrow, onOpen }: OrderTableProps) {
  const { query, facts } = useOrderList(tab);
  const orders = useShownOrders(tab);
  if (query.data !== undefined && orders.length === 0) return <EmptyList tab={tab} isLow={isLow} />;
  const isHolding = tab === 'holding';
  return (
    <ListState tab={tab}>
      <table className={cx(styles.table, isNarrow && styles.narrow)}>
        <thead>
          <tr>
            <th>{t('market.instrument')}</th>
            <th>{t('order.side')}</th>
            <th>{tab === 'pending' ? t('trade.targetPrice') : t('order.openShort')}</th>
            <th>{tab === 'history' ? t('order.closePrice') : t('order.current')}</th>
            <th>{t('order.sl')}</th>
            <th>{t('order.tp')}</th>
            <th>{tab === 'history' ? t('order.closeTime') : t('trade.margin')}</th>
            <th>{tab === 'pending' ? t('order.time') : t(tab === 'history' ? 'order.net' : 'account.profit')}</th>
            <th>
              <span className={typographyStyles.visuallyHidden} data-part="reader-text">
                {t('common.close')}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row
              key={order.id}
              order={order}
              facts={facts.get(order.instrumentId)}
              isHolding={isHolding}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </ListState>
  );
}

interface RowProps {
  readonly order: Order;
  readonly facts: InstrumentFacts | undefined;
  readonly isHolding: boolean;
  readonly onOpen: (open: OpenOrder) => void;
}

function Row({ order, facts, isHolding, onOpen }: RowProps) {
  const zone = useSettings((settings) => settings.chartZone);
  const code = order.showCode;
  const isPending = order.status === 'pending';
  const when = (timeMs: number | null) => (timeMs === null ? '—' : dayClockText(timeMs, zone, localeTag(), false));
  return (
    // A mouse may press the row anywhere; keyboard and screen reader use the button in it, and its press bubbles to the
    // row.
    <tr
      data-testid="order-row"
      data-id={order.id}
      {...useOrderMark(order)}
      onClick={() => onOpen({ order, view: 'detail' })}
    >
      <td>
        <OpenButton order={order} facts={facts} onOpen={onOpen} />
      </td>
      <td>
        <SideTag order={order} />
        {order.waitingCloseLots === null ? null : (
          <span className={orderRowStyles.stop} data-part="stop-tag">
            {t('order.closeWaiting')}
          </span>
        )}
        {isPending && order.linkedId !== null ? <LinkTag /> : null}
      </td>
      <td>{groupDigits(order.entryPrice)}</td>
      <td className={styles.strongCell}>
        {isPending ? <PendingNow facts={facts} order={order} /> : <OrderNow order={order} />}
      </td>
      {(['sl', 'tp'] as const).map((stop) => (
        <td key={stop}>
          <StopLevel
            level={stop === 'sl' ? order.stopLoss : order.takeProfit}
            name={`${t('order.set')} ${t(`order.${stop}`)} ${code}`}
            onSet={isHolding ? () => onOpen({ order, view: 'stop' }) : null}
          />
        </td>
      ))}
      <td>{hasEnded(order) ? when(order.endedAtMs) : balanceText(order.margin)}</td>
      <td>
        {isPending ? when(order.placedAtMs) : endedUnfilled(order) ? endText(order) : <OrderProfit order={order} />}
      </td>
      <td className={styles.actionCell}>
        {isHolding || isPending ? (
          <button
            type="button"
            className={cx(buttonStyles.iconButton, styles.close)}
            aria-label={t('order.closeNamed', { code })}
            onClick={(event) => {
              event.stopPropagation();
              // The sheet of a waiting close says so, and can cancel it.
              const ending = order.waitingCloseLots === null ? 'close' : 'detail';
              onOpen({ order, view: isHolding ? ending : 'cancel' });
            }}
          >
            <Icon name="close" size={16} />
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function OpenButton({ order, facts, onOpen }: Omit<RowProps, 'isHolding'>) {
  return (
    <button
      type="button"
      className={styles.openButton}
      aria-keyshortcuts={order.status === 'open' ? orderShortcuts : undefined}
      onKeyDown={(event) => {
        const view = viewByKey(event, order, facts);
        if (view !== null) onOpen({ order, view });
      }}
    >
      <b>{order.showCode}</b>
    </button>
  );
}

function PendingNow({ order, facts }: { order: Order; facts: InstrumentFacts | undefined }) {
  if (facts === undefined) return '—';
  return <LiveFigure id={facts.id} field={order.side === 'buy' ? 'ask' : 'bid'} />;
}

interface StopLevelProps {
  readonly level: string | null;
  /** Name of the button if there is no stop yet, distinct from those of other rows. */
  readonly name: string;
  readonly onSet: (() => void) | null;
}

function StopLevel({ level, name, onSet }: StopLevelProps) {
  if (level !== null) return groupDigits(level);
  if (onSet === null) return '—';
  return (
    <button
      type="button"
      className={styles.setStop}
      aria-label={name}
      onClick={(event) => {
        event.stopPropagation();
        onSet();
      }}
    >
      {t('order.set')}
    </button>
  );
}
