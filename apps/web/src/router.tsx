import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { useAccount } from './data/account.ts';
import { onSessionExpired } from './data/api.ts';
import { brandNow } from './data/company.ts';
import { dropSession } from './data/identity.ts';
import { socket } from './data/live.ts';
import { renewPush } from './data/push.ts';
import { queryClient } from './data/queries.ts';
import { t } from './i18n/text.ts';
import { plainSearch, readSearch } from './navigation/app-search.ts';
import { focusPage } from './navigation/page-focus.ts';
import { pageLink } from './navigation/page-link.ts';
import type { RouteFacts } from './navigation/routes.ts';
import { findRoute, routeTable, safeFrom } from './navigation/routes.ts';
import { onPageAsked } from './platform/service-worker.ts';
import { Shell } from './Shell.tsx';
import { NotFoundScreen } from './screens/not-found/NotFoundScreen.tsx';
import { useSession } from './session/session-store.ts';
import { RouteFailed } from './shell/PageFailed.tsx';
import { lazyComponent } from './ui/lazy-component.tsx';
import { showToast } from './ui/toast.ts';

/** Screens that are not kept alive, loaded when opened. The shell renders the kept ones. */
const pageScreens = {
  login: lazyComponent(() => import('./screens/login/LoginScreen.tsx'), 'LoginScreen'),
  register: lazyComponent(() => import('./screens/register/RegisterScreen.tsx'), 'RegisterScreen'),
  forgot: lazyComponent(() => import('./screens/forgot/ForgotScreen.tsx'), 'ForgotScreen'),
  password: lazyComponent(() => import('./screens/password/PasswordScreen.tsx'), 'PasswordScreen'),
  security: lazyComponent(() => import('./screens/security/SecurityScreen.tsx'), 'SecurityScreen'),
  system: lazyComponent(() => import('./screens/system/SystemScreen.tsx'), 'SystemScreen'),
  product: lazyComponent(() => import('./ProductPage.tsx'), 'ProductPage'),
  verification: lazyComponent(() => import('./screens/verification/VerificationScreen.tsx'), 'VerificationScreen'),
  invite: lazyComponent(() => import('./screens/invite/InviteScreen.tsx'), 'InviteScreen'),
  deposit: lazyComponent(() => import('./screens/deposit/DepositScreen.tsx'), 'DepositScreen'),
  withdraw: lazyComponent(() => import('./screens/withdraw/WithdrawScreen.tsx'), 'WithdrawScreen'),
  bind: lazyComponent(() => import('./screens/bind/BindScreen.tsx'), 'BindScreen'),
  wallet: lazyComponent(() => import('./screens/wallet/WalletScreen.tsx'), 'WalletScreen'),
  bankCards: lazyComponent(() => import('./screens/wallet/WalletScreen.tsx'), 'BankCardsScreen'),
  coinAddresses: lazyComponent(() => import('./screens/wallet/WalletScreen.tsx'), 'CoinAddressesScreen'),
  billing: lazyComponent(() => import('./screens/billing/BillingScreen.tsx'), 'BillingScreen'),
  statement: lazyComponent(() => import('./screens/statement/StatementScreen.tsx'), 'StatementScreen'),
  alerts: lazyComponent(() => import('./screens/alerts/AlertsScreen.tsx'), 'AlertsScreen'),
  notices: lazyComponent(() => import('./screens/notices/NoticesScreen.tsx'), 'NoticesScreen'),
  noticeWays: lazyComponent(() => import('./screens/notices/WaysScreen.tsx'), 'WaysScreen'),
  calendar: lazyComponent(() => import('./screens/calendar/CalendarScreen.tsx'), 'CalendarScreen'),
  strength: lazyComponent(() => import('./screens/strength/StrengthScreen.tsx'), 'StrengthScreen'),
  journal: lazyComponent(() => import('./screens/journal/JournalScreen.tsx'), 'JournalScreen'),
  proof: lazyComponent(() => import('./screens/proof/ProofScreen.tsx'), 'ProofScreen'),
  article: lazyComponent(() => import('./screens/news/ArticleScreen.tsx'), 'ArticleScreen'),
  announcements: lazyComponent(() => import('./screens/news/AnnouncementsScreen.tsx'), 'AnnouncementsScreen'),
  companyEmail: lazyComponent(() => import('./screens/company/CompanyEmailScreen.tsx'), 'CompanyEmailScreen'),
  chat: lazyComponent(() => import('./screens/chat/ChatScreen.tsx'), 'ChatScreen'),
  feedback: lazyComponent(() => import('./screens/feedback/FeedbackScreen.tsx'), 'FeedbackScreen'),
  language: lazyComponent(() => import('./screens/user/LanguageScreen.tsx'), 'LanguageScreen'),
};

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  validateSearch: readSearch,
});

function componentOf(facts: RouteFacts) {
  return facts.screen in pageScreens ? pageScreens[facts.screen as keyof typeof pageScreens] : () => null;
}

function makeRoute<const Path extends string>(facts: RouteFacts & { readonly path: Path }) {
  return createRoute({
    getParentRoute: () => root,
    path: facts.path,
    component: componentOf(facts),
    beforeLoad: ({ location }) => {
      if (facts.needsLogin !== true || useSession.getState().token !== null) return;
      throw redirect({ to: '/login', search: { from: location.pathname + location.searchStr }, replace: true });
    },
  });
}

/** Paths of the route table as types, so that a link to an unknown path does not compile. */
type RoutesOf<Table extends readonly RouteFacts[]> = {
  -readonly [Index in keyof Table]: ReturnType<typeof makeRoute<Table[Index]['path']>>;
};
const routes = routeTable.map((facts) => makeRoute(facts)) as unknown as RoutesOf<typeof routeTable>;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  ...plainSearch,
  // Paths are case-sensitive, as in the table; the page of `/Trade` would have no tabs.
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailed,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Sets the document title to the page's name and, once known, the company's. */
export function showTitle(pathname: string = router.state.location.pathname): void {
  document.title = `${t(findRoute(pathname)?.title ?? 'page.notFound')} · ${brandNow()?.name ?? t('app.name')}`;
}

/**
 * Starts the router. Each navigation connects the socket, sets the title, moves the focus to the page's heading and
 * refreshes the prices of market and trade (R-NAV-02).
 */
export function startRouter(): void {
  onPageAsked((page) => void router.navigate(pageLink(page)));
  void renewPush().catch(() => undefined);
  router.subscribe('onResolved', ({ fromLocation, toLocation, hrefChanged }) => {
    socket.connect();
    const facts = findRoute(toLocation.pathname);
    showTitle(toLocation.pathname);
    if (fromLocation === undefined) return;
    if (hrefChanged) focusPage();
    // The first page has just requested them.
    if (facts?.screen === 'market' || facts?.screen === 'trade') {
      // The screen may have just requested them; a request under way is fresh enough.
      void queryClient.invalidateQueries({ queryKey: ['instruments'] }, { cancelRefetch: false });
    }
  });
  onSessionExpired(() => {
    if (useSession.getState().token !== null) handleExpiredSession(dropSession);
  });
}

/**
 * Handles a session that the server has ended, whichever tab noticed it; `forget` removes everything of the account.
 */
export function handleExpiredSession(forget: () => void): void {
  const { pathname, searchStr } = router.state.location;
  // Until the account has answered once, calls only probe the stored session: if it has expired, somebody who only
  // looks at prices becomes a visitor and is not sent to the log-in (R-ERR-01).
  const isProbe = useAccount.getState().equity === null && findRoute(pathname)?.needsLogin !== true;
  forget();
  if (isProbe) return;
  showToast('warn', t('common.sessionExpired'));
  if (pathname !== '/login')
    void router.navigate({ to: '/login', search: { from: pathname + searchStr }, replace: true });
}

/**
 * Reloads the page for another account after a login or logout in another tab; from the log-in pages it goes to the
 * market.
 */
export function reloadForOtherAccount(): void {
  const { pathname, search } = router.state.location;
  if (pathname === '/login' && useSession.getState().token !== null) location.replace(safeFrom(search.from));
  else location.reload();
}
