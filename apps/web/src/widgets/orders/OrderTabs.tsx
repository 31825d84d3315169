import { useOrders } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { chooseByArrow } from '../../ui/arrow-tabs.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import styles from './OrderTabs.module.css';
import type { OrderTab } from './use-order-list.ts';
import { tabStatus } from './use-order-list.ts';

const tabs: readonly OrderTab[] = ['holding', 'pending', 'history'];

export interface OrderTabsProps {
  readonly tab: OrderTab;
  readonly onTab: (tab: OrderTab) => void;
  readonly className?: string | undefined;
}

/** Tabs Holding, Pending and History, the first two with their counts. */
export function OrderTabs({ tab, onTab, className }: OrderTabsProps) {
  return (
    <div
      className={cx(styles.tabs, className)}
      role="tablist"
      aria-label={t('order.lists')}
      onKeyDown={(event) => chooseByArrow(event, tabs, tab, onTab)}
    >
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          className={one === tab ? styles.selected : undefined}
          onClick={() => onTab(one)}
        >
          {t(`order.${one}`)}
          {one === 'history' ? null : <Count tab={one} />}
        </button>
      ))}
    </div>
  );
}

function Count({ tab }: { tab: OrderTab }) {
  const total = useOrders(tabStatus[tab]).data?.pages[0]?.total ?? 0;
  return total === 0 ? null : <span className={cx(badgeStyles.count, styles.count)}>{total}</span>;
}
