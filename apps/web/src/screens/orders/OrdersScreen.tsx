import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccount } from '../../data/account.ts';
import { useMarketFeed } from '../../data/live.ts';
import { reloadOrders } from '../../data/queries.ts';
import type { OpenOrder } from '../../data/shown-order.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { useIdOfPage } from '../../navigation/use-id-of-page.ts';
import { useIsDesk } from '../../platform/media.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { AccountSwitchIfBoth } from '../../widgets/AccountSwitch.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { MarginBanner } from '../../widgets/MarginBanner.tsx';
import { ServiceLink } from '../../widgets/news/NewsLinks.tsx';
import { HistoryBar } from '../../widgets/orders/HistoryBar.tsx';
import { HoldingBar } from '../../widgets/orders/HoldingBar.tsx';
import { JournalLink } from '../../widgets/orders/JournalLink.tsx';
import { NetExposure } from '../../widgets/orders/NetExposure.tsx';
import { OrderAtAddress } from '../../widgets/orders/OrderAtAddress.tsx';
import { OrderList } from '../../widgets/orders/OrderList.tsx';
import { OrderSheets } from '../../widgets/orders/OrderSheets.tsx';
import { OrdersPanel } from '../../widgets/orders/OrdersPanel.tsx';
import { OrderTabs } from '../../widgets/orders/OrderTabs.tsx';
import type { OrderTab } from '../../widgets/orders/use-order-list.ts';
import { tabStatus, useOrderList } from '../../widgets/orders/use-order-list.ts';
import { useTabOfPage } from '../../widgets/orders/use-tab-of-page.ts';
import styles from './OrdersScreen.module.css';
import { SlimCard } from './SlimCard.tsx';
import { CompactCard, SummaryCard } from './SummaryCard.tsx';

/** Holding, pending and past orders under the account's card (R-SCR-06). */
export function OrdersScreen() {
  const isDesk = useIsDesk();
  const id = useIdOfPage('/order');
  useMarketFeed();
  return (
    <>
      {isDesk ? <DeskOrders /> : <PhoneOrders />}
      {id === undefined ? null : <OrderAtAddress key={id} id={id} />}
    </>
  );
}

function PhoneOrders() {
  const [tab, setTab] = useTabOfPage();
  const [open, setOpen] = useState<OpenOrder | null>(null);
  const { query, facts } = useOrderList(tab);
  const { refetch } = query;
  // After another tab was open, fetches what has happened meanwhile.
  useEffect(() => void refetch(), [refetch]);
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => reloadOrders(tabStatus[tab])}
      header={
        <>
          <header className={layoutStyles.header}>
            <h1>{t('tab.order')}</h1>
            <div className={layoutStyles.headerActions}>
              <Link to="/mine/statement" className={buttonStyles.iconButton} aria-label={t('statement.title')}>
                <Icon name="orders" size={22} />
              </Link>
              <ServiceLink />
            </div>
          </header>
          <ConnectionBanner />
          <MarginBanner />
        </>
      }
    >
      <div className={cx(layoutStyles.gutters, styles.summary)}>
        <AccountSwitchIfBoth />
        <Card tab={tab} />
      </div>
      <section className={styles.panel} aria-label={t(`order.${tab}`)}>
        <OrderTabs tab={tab} onTab={setTab} className={styles.tabs} />
        {tab === 'holding' ? (
          <>
            <NetExposure />
            <HoldingBar />
          </>
        ) : null}
        {tab === 'history' ? (
          <>
            <JournalLink />
            <HistoryBar />
          </>
        ) : null}
        <OrderList tab={tab} onOpen={setOpen} />
      </section>
      {open === null ? null : <OrderSheets open={open} facts={facts.get(open.order.instrumentId)} onChange={setOpen} />}
    </PullToRefresh>
  );
}

/** The slim card if there are positions; a row of three figures otherwise. */
function Card({ tab }: { tab: OrderTab }) {
  const holding = useOrderList('holding');
  if (tab === 'history') return <HistoryCard />;
  if (tab === 'holding' && (holding.query.data === undefined || holding.total > 0)) return <SlimCard />;
  return <AccountRow />;
}

function AccountRow() {
  const account = useAccount();
  return (
    <CompactCard
      figures={[
        { label: t('account.balance'), value: balanceText(account.balance) },
        { label: t('account.netValue'), value: balanceText(account.equity), isLive: true },
        { label: t('account.profit'), value: '', profit: account.profit, isLive: true },
      ]}
    />
  );
}

function HistoryCard() {
  const { total, totalProfit } = useOrderList('history');
  const balance = useAccount((account) => account.balance);
  return (
    <CompactCard
      figures={[
        { label: t('order.gross'), value: '', profit: totalProfit },
        { label: t('account.balance'), value: balanceText(balance) },
        { label: t('order.count'), value: String(total) },
      ]}
    />
  );
}

function DeskOrders() {
  return (
    <main className={styles.desk}>
      <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
        {t('tab.order')}
      </h1>
      <div>
        <ConnectionBanner />
        <MarginBanner />
        <AccountSwitchIfBoth />
        <SummaryCard />
      </div>
      <OrdersPanel />
    </main>
  );
}
