import { usableAccents } from '@candor/design/brand-accents';
import { Outlet, useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { Activity, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBrand, useCompanyStatus } from './data/company.ts';
import { useAccountFeed } from './data/live.ts';
import { removeClosedOrders } from './data/orders.ts';
import { closePushPrompt, usePushPrompt } from './data/push.ts';
import { useOrders } from './data/queries.ts';
import { setSheetLoader, useShownOrder } from './data/shown-order.ts';
import { t } from './i18n/text.ts';
import { focusPage } from './navigation/page-focus.ts';
import type { KeptId } from './navigation/routes.ts';
import { findRoute, keptScreen } from './navigation/routes.ts';
import { useIsDesk } from './platform/media.ts';
import styles from './Shell.module.css';
import { MarketScreen } from './screens/market/MarketScreen.tsx';
import { useSession } from './session/session-store.ts';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';
import { TabBar } from './shell/TabBar.tsx';
import { TopBar } from './shell/TopBar.tsx';
import { UpdateStrip, useIsUpdateOffered } from './shell/UpdateStrip.tsx';
import { applyBrand } from './theme/brand.ts';
import { useThemeName } from './theme/theme.ts';
import { cx } from './ui/class-names.ts';
import { lazyComponent } from './ui/lazy-component.tsx';
import { Toaster } from './ui/Toaster.tsx';
import { DesktopOffer } from './widgets/DesktopOffer.tsx';
import { NoticeToasts } from './widgets/NoticeToasts.tsx';

/** The market is part of the first load, since most visits begin there; the others load when they are opened. */
const keptScreens: Readonly<Record<KeptId, ComponentType>> = {
  market: MarketScreen,
  trade: lazyComponent(() => import('./screens/trade/TradeScreen.tsx'), 'TradeScreen'),
  order: lazyComponent(() => import('./screens/orders/OrdersScreen.tsx'), 'OrdersScreen'),
  documentary: lazyComponent(() => import('./screens/ranking/DocumentaryScreen.tsx'), 'DocumentaryScreen'),
  rank: lazyComponent(() => import('./screens/ranking/RankingScreen.tsx'), 'RankingScreen'),
  news: lazyComponent(() => import('./screens/news/NewsScreen.tsx'), 'NewsScreen'),
  user: lazyComponent(() => import('./screens/user/UserScreen.tsx'), 'UserScreen'),
};

const ShownOrderSheets = lazyComponent(() => import('./widgets/orders/ShownOrderSheets.tsx'), 'ShownOrderSheets');
setSheetLoader(ShownOrderSheets.preload);
const PushSheet = lazyComponent(() => import('./widgets/PushSheet.tsx'), 'PushSheet');
const ClosedScreen = lazyComponent(() => import('./screens/closed/ClosedScreen.tsx'), 'ClosedScreen');

/** App of a company that is in service; a company counts as in service until its server says otherwise (R-COM-02). */
export function Shell() {
  const status = useCompanyStatus().data;
  if (status !== undefined && !status.isInService) {
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
 * Renders the visible screen, and keeps the others mounted but hidden: their state stays, their effects and
 * subscriptions stop (R-NAV-01). Each has its own scroller, since a browser would restore the scroll position of a
 * shared one.
 */
function Stage() {
  const location = useRouterState({ select: (state) => state.location });
  const shown = keptScreen(location.pathname, location.search.view);
  const [visited, setVisited] = useState<readonly KeptId[]>([]);
  if (shown !== null && !visited.includes(shown)) setVisited([...visited, shown]);
  const stage = useRef<HTMLDivElement>(null);
  const shownAt = useRef(location.href);
  // Once per navigation, not for every other render.
  useLayoutEffect(() => {
    if (shownAt.current === location.href) return;
    shownAt.current = location.href;
    for (const screen of stage.current?.children ?? []) screen.scrollTop = 0;
  }, [location.href]);
  const isDesk = useIsDesk();
  const hasUpdate = useIsUpdateOffered();
  const hasTabs = !isDesk && findRoute(location.pathname)?.hasFooter === true;
  const isTop = findRoute(location.pathname)?.hasFooter === true || shown !== null;

  return (
    <>
      <div
        className={cx(
          styles.app,
          isDesk && styles.desk,
          hasTabs && styles.withTabs,
          hasUpdate && styles.withUpdate,
          visited.length < 2 && styles.firstScreen,
        )}
      >
        <a
          className={styles.skipLink}
          data-part="skip-link"
          href="#content"
          onClick={(event) => {
            event.preventDefault();
            focusPage();
          }}
        >
          {t('nav.skip')}
        </a>
        {isDesk && isTop ? <TopBar shown={shown} /> : null}
        <DesktopOffer />
        {hasUpdate ? <UpdateStrip /> : null}
        <div ref={stage} className={styles.stage} id="content">
          {visited.map((id) => {
            const Screen = keptScreens[id];
            return (
              <Activity key={id} mode={id === shown ? 'visible' : 'hidden'}>
                <ScreenBoundary>
                  <Suspense fallback={null}>
                    <Screen />
                  </Suspense>
                </ScreenBoundary>
              </Activity>
            );
          })}
          {shown === null ? <Outlet /> : null}
        </div>
        {hasTabs ? <TabBar shown={shown} /> : null}
      </div>
      <AccountFeed />
      <NoticeToasts />
      <PushQuestion />
      <ShownOrder />
      <Toaster />
    </>
  );
}

/** Keeps the account live on every page while somebody is logged in. */
function AccountFeed() {
  const isLoggedIn = useSession((session) => session.token !== null);
  useAccountFeed(isLoggedIn, removeClosedOrders);
  useOrders(1);
  return null;
}

/** Question whether this device wants pushed notices, above any page. */
function PushQuestion() {
  const example = usePushPrompt((prompt) => prompt.example);
  if (example === null) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <PushSheet example={example} onClose={closePushPrompt} />
      </Suspense>
    </ScreenBoundary>
  );
}

/** Order that a toast has named, above any page. */
function ShownOrder() {
  const isOpen = useShownOrder(({ open }) => open !== null);
  if (!isOpen) return null;
  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        <ShownOrderSheets />
      </Suspense>
    </ScreenBoundary>
  );
}

/** Applies the company's colours to the page, as far as they are legible on its theme. */
function BrandStyle() {
  const { accents } = useBrand();
  const theme = useThemeName() === 'dark' ? 'dark' : 'light';
  useEffect(() => {
    const usable = accents === null ? null : usableAccents(accents, theme);
    applyBrand({ accents: usable }, document.documentElement.style);
  }, [accents, theme]);
  return null;
}
