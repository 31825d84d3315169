import { Outlet, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Activity, lazy, Suspense, useState } from 'react';
import { useCompanyStatus } from './data/company.ts';
import { useAccountFeed } from './data/live.ts';
import { removeClosedOrders } from './data/orders.ts';
import { useOrders } from './data/queries.ts';
import type { KeptId } from './navigation/routes.ts';
import { findRoute, keptScreen } from './navigation/routes.ts';
import { useIsDesk } from './platform/media.ts';
import { MarketScreen } from './screens/market/MarketScreen.tsx';
import { useSession } from './session/session-store.ts';
import { BrandStyle } from './shell/BrandStyle.tsx';
import { TabBar } from './shell/TabBar.tsx';
import { TopBar } from './shell/TopBar.tsx';
import { Toaster } from './ui/Toaster.tsx';
import { NoticeToasts } from './widgets/NoticeToasts.tsx';

/** The market is what most visits begin with, so it is in the first load; the others follow when they are opened. */
const keptScreens: Readonly<Record<KeptId, ComponentType>> = {
  market: MarketScreen,
  trade: lazy(async () => ({ default: (await import('./screens/trade/TradeScreen.tsx')).TradeScreen })),
  order: lazy(async () => ({ default: (await import('./screens/orders/OrdersScreen.tsx')).OrdersScreen })),
  documentary: lazy(async () => ({
    default: (await import('./screens/ranking/DocumentaryScreen.tsx')).DocumentaryScreen,
  })),
  rank: lazy(async () => ({ default: (await import('./screens/ranking/RankingScreen.tsx')).RankingScreen })),
  user: lazy(async () => ({ default: (await import('./screens/user/UserScreen.tsx')).UserScreen })),
};

const ClosedScreen = lazy(async () => ({ default: (await import('./screens/closed/ClosedScreen.tsx')).ClosedScreen }));
const inService = 0;

/** The app of a company in service. Until its server has said otherwise, a company is taken to be (R-COM-02). */
export function Shell() {
  const status = useCompanyStatus().data;
  if (status !== undefined && status.status !== inService) {
    return (
      <Suspense fallback={null}>
        <ClosedScreen status={status} />
      </Suspense>
    );
  }
  return (
    <>
      <Stage />
      <BrandStyle />
    </>
  );
}

/**
 * Kept screens live on, hidden, beside the page on show: their state stays, their effects (and with them their
 * subscriptions) stop (R-NAV-01). Each has its own scroller, which starts at the top again.
 */
function Stage() {
  const location = useRouterState({ select: (state) => state.location });
  const shown = keptScreen(location.pathname, location.search.view);
  const [visited, setVisited] = useState<readonly KeptId[]>([]);
  if (shown !== null && !visited.includes(shown)) setVisited([...visited, shown]);
  const isDesk = useIsDesk();
  const hasTabs = !isDesk && findRoute(location.pathname)?.hasFooter === true;
  const isTop = findRoute(location.pathname)?.hasFooter === true || shown !== null;

  return (
    <>
      <div className={`app ${isDesk ? 'is-desk' : ''} ${hasTabs ? 'has-tabs' : ''}`}>
        {isDesk && isTop ? <TopBar shown={shown} /> : null}
        <div className="stage">
          {visited.map((id) => {
            const Screen = keptScreens[id];
            return (
              <Activity key={id} mode={id === shown ? 'visible' : 'hidden'}>
                <Suspense fallback={null}>
                  <Screen />
                </Suspense>
              </Activity>
            );
          })}
          {shown === null ? <Outlet /> : null}
        </div>
        {hasTabs ? <TabBar shown={shown} /> : null}
      </div>
      <AccountFeed />
      <NoticeToasts />
      <Toaster />
    </>
  );
}

/** The account stays live on every page while somebody is logged in. */
function AccountFeed() {
  const isLoggedIn = useSession((session) => session.token !== null);
  useAccountFeed(isLoggedIn, removeClosedOrders);
  useOrders(1);
  return null;
}
