import { formatDecimal } from '@candor/domain/values/decimal';
import { parseMoney } from '@candor/domain/values/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { allHistory, useHistoryFilter } from '../../data/history-filter.ts';
import type { Order } from '../../data/order.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { directionOf, signedText } from '../../format/number-text.ts';
import { dayKey, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { EndlessList } from '../../ui/EndlessList.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { ZoneNote } from '../ZoneNote.tsx';
import styles from './OrderList.module.css';
import orderRowStyles from './OrderRow.module.css';
import { OrderRow } from './OrderRow.tsx';
import { groupByDay, netResult } from './order-figures.ts';
import type { OrderTab } from './use-order-list.ts';
import { useOrderList } from './use-order-list.ts';
import { useShownOrders } from './use-shown-orders.ts';

const emptyTexts = {
  holding: ['order.emptyHolding', 'order.emptyHoldingText'],
  pending: ['order.emptyPending', 'order.emptyPendingText'],
  history: ['order.emptyHistory', 'order.emptyHistoryText'],
} as const;

/** Order list with all its states: loading, failed, empty, and endless until its total is reached. */
export function OrderList({ tab, onOpen }: { tab: OrderTab; onOpen: (open: OpenOrder) => void }) {
  const { query, facts } = useOrderList(tab);
  const orders = useShownOrders(tab);
  if (query.data === undefined) {
    if (query.error !== null && !query.isFetching)
      return <ListError error={query.error} onRetry={() => void query.refetch()} />;
    return <SkeletonOrders />;
  }
  if (orders.length === 0) return <EmptyList tab={tab} />;
  const rows = (list: readonly Order[]) =>
    list.map((order) => (
      <OrderRow key={order.id} order={order} facts={facts.get(order.instrumentId)} onOpen={onOpen} />
    ));
  return (
    <ListState tab={tab}>
      {tab === 'history' ? <History orders={orders} isWhole={!query.hasNextPage} rows={rows} /> : rows(orders)}
    </ListState>
  );
}

/** Rows, then the next page as the end comes near; "No more orders" when there are none. */
export function ListState({ tab, children }: { tab: OrderTab; children: ReactNode }) {
  const { query, total } = useOrderList(tab);
  return (
    <>
      {children}
      <EndlessList
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        isFailed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
        end={total > 0 ? t('order.noMore') : ''}
      />
      {tab === 'holding' ? null : (
        <div className={layoutStyles.gutters}>
          <ZoneNote />
        </div>
      )}
    </>
  );
}

/** History by day, each with its net total; a day that may continue on the next page has none yet. */
function History(props: { orders: readonly Order[]; isWhole: boolean; rows: (list: readonly Order[]) => ReactNode }) {
  const zone = useSettings((settings) => settings.chartZone);
  const timeOf = (order: Order) => order.endedAtMs ?? order.placedAtMs;
  const groups = groupByDay(props.orders, timeOf, (timeMs) => dayKey(timeMs, zone));
  const [nowMs] = useState(Date.now);
  const today = dayKey(nowMs, zone);
  return groups.map((group, index) => {
    const isComplete = props.isWhole || index < groups.length - 1;
    const total = dayTotal(group.items);
    return (
      <section key={group.key}>
        <div className={styles.day}>
          <span>{group.key === today ? t('order.today') : dayText(group.timeMs, zone, localeTag())}</span>
          {isComplete ? (
            <span className={cx(figuresStyles.number, directionClass[directionOf(total)])}>{signedText(total)}</span>
          ) : null}
        </div>
        {props.rows(group.items)}
      </section>
    );
  });
}

function dayTotal(orders: readonly Order[]): string {
  const sum = orders.reduce(
    (total, order) => total + (order.status === 'closed' ? (parseMoney(netResult(order) ?? '') ?? 0n) : 0n),
    0n,
  );
  return formatDecimal(sum, 6);
}

export function EmptyList({ tab, isLow = false }: { tab: OrderTab; isLow?: boolean }) {
  const [title, text] = emptyTexts[tab];
  const isFiltered = useHistoryFilter(({ sinceMs, instrumentId }) => sinceMs !== null || instrumentId !== null);
  if (tab === 'history' && isFiltered) return <NoneMatch isLow={isLow} />;
  return (
    <Empty
      drawing="orders"
      title={t(title)}
      text={t(text)}
      isLow={isLow}
      action={
        <Link to="/" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
          {t('order.browse')}
        </Link>
      }
    />
  );
}

function NoneMatch({ isLow }: { isLow: boolean }) {
  return (
    <Empty
      drawing="orders"
      title={t('history.noneMatch')}
      text={t('history.noneMatchText')}
      isLow={isLow}
      action={
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
          onClick={() => useHistoryFilter.setState(allHistory)}
        >
          {t('history.showAll')}
        </button>
      }
    />
  );
}

function ListError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Empty
      drawing="error"
      title={t('order.errorTitle')}
      text={error instanceof CallError && error.answered ? error.message : t('market.errorText')}
      note={t('common.code', { code: error instanceof CallError ? error.code : 'ERR' })}
      action={
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          onClick={onRetry}
        >
          <Icon name="refresh" size={18} />
          {t('common.tryAgain')}
        </button>
      }
    />
  );
}

function SkeletonOrders() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3].map((index) => (
        <div
          key={index}
          className={cx(orderRowStyles.row, styles.skeletonRow)}
          aria-hidden="true"
          data-testid="skeleton-row"
        >
          <Bone isCircle width={36} height={36} />
          <span className={cx(layoutStyles.column, styles.skeletonLines)}>
            <Bone width={132} height={15} />
            <Bone width={108} height={12} />
          </span>
          <span className={cx(layoutStyles.column, styles.skeletonFigures)}>
            <Bone width={84} height={16} />
            <Bone width={54} height={11} />
          </span>
        </div>
      ))}
    </div>
  );
}
