import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { useAccount } from './data/account.ts';
import { onSessionExpired } from './data/api.ts';
import { brandNow } from './data/company.ts';
import { endSession } from './data/identity.ts';
import { socket } from './data/live.ts';
import { queryClient } from './data/queries.ts';
import { t } from './i18n/text.ts';
import type { RouteFacts } from './navigation/routes.ts';
import { findRoute, routeTable } from './navigation/routes.ts';
import { Shell } from './Shell.tsx';
import { NotFoundScreen } from './screens/not-found/NotFoundScreen.tsx';
import { useSession } from './session/session-store.ts';
import { showToast } from './ui/toast.ts';

interface AppSearch {
  /** Where a log-in leads back to. */
  readonly from?: string;
  readonly view?: string;
  /** How money travels: 1 by coin, 2 by bank. */
  readonly type?: 1 | 2;
  /** Which currency it travels in, by its id. */
  readonly currency?: number;
  /** Whose invitation a registration follows. */
  readonly invite_code?: string;
}

/** Screens that are not kept alive, loaded when they are opened. Kept ones are rendered by the shell. */
const pageScreens = {
  login: lazyRouteComponent(() => import('./screens/login/LoginScreen.tsx'), 'LoginScreen'),
  register: lazyRouteComponent(() => import('./screens/register/RegisterScreen.tsx'), 'RegisterScreen'),
  forgot: lazyRouteComponent(() => import('./screens/forgot/ForgotScreen.tsx'), 'ForgotScreen'),
  password: lazyRouteComponent(() => import('./screens/password/PasswordScreen.tsx'), 'PasswordScreen'),
  security: lazyRouteComponent(() => import('./screens/security/SecurityScreen.tsx'), 'SecurityScreen'),
  system: lazyRouteComponent(() => import('./screens/system/SystemScreen.tsx'), 'SystemScreen'),
  product: lazyRouteComponent(() => import('./ProductPage.tsx'), 'ProductPage'),
  verification: lazyRouteComponent(() => import('./screens/verification/VerificationScreen.tsx'), 'VerificationScreen'),
  invite: lazyRouteComponent(() => import('./screens/invite/InviteScreen.tsx'), 'InviteScreen'),
  deposit: lazyRouteComponent(() => import('./screens/deposit/DepositScreen.tsx'), 'DepositScreen'),
  withdraw: lazyRouteComponent(() => import('./screens/withdraw/WithdrawScreen.tsx'), 'WithdrawScreen'),
  bind: lazyRouteComponent(() => import('./screens/bind/BindScreen.tsx'), 'BindScreen'),
  wallet: lazyRouteComponent(() => import('./screens/wallet/WalletScreen.tsx'), 'WalletScreen'),
  bankCards: lazyRouteComponent(() => import('./screens/wallet/WalletScreen.tsx'), 'BankCardsScreen'),
  coinAddresses: lazyRouteComponent(() => import('./screens/wallet/WalletScreen.tsx'), 'CoinAddressesScreen'),
  billing: lazyRouteComponent(() => import('./screens/billing/BillingScreen.tsx'), 'BillingScreen'),
  statement: lazyRouteComponent(() => import('./screens/statement/StatementScreen.tsx'), 'StatementScreen'),
  language: lazyRouteComponent(() => import('./screens/user/LanguageScreen.tsx'), 'LanguageScreen'),
};

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  validateSearch: (search: Record<string, unknown>): AppSearch => ({
    ...(typeof search['from'] === 'string' ? { from: search['from'] } : {}),
    ...(typeof search['view'] === 'string' ? { view: search['view'] } : {}),
    ...inviteCodeOf(search['invite_code']),
    ...(search['type'] === 1 || search['type'] === 2 ? { type: search['type'] } : {}),
    ...(Number.isSafeInteger(search['currency']) ? { currency: search['currency'] as number } : {}),
  }),
});

/** A code of digits alone is read from the address as a number. */
function inviteCodeOf(code: unknown): Pick<AppSearch, 'invite_code'> {
  const text = typeof code === 'number' ? String(code) : code;
  return typeof text === 'string' && /^[\w-]{1,16}$/.test(text) ? { invite_code: text } : {};
}

function componentOf(facts: RouteFacts) {
  if (facts.screen === undefined) return NotFoundScreen;
  return facts.screen in pageScreens ? pageScreens[facts.screen as keyof typeof pageScreens] : () => null;
}

function makeRoute<const Path extends string>(facts: RouteFacts & { readonly path: Path }) {
  return createRoute({
    getParentRoute: () => root,
    path: facts.path,
    component: componentOf(facts),
    beforeLoad: ({ location }) => {
      if (facts.needsLogin !== true || useSession.getState().token !== null) return;
      throw redirect({ to: '/login', search: { from: location.pathname }, replace: true });
    },
  });
}

/** The table's paths as types, so that a link to a path that is not in it fails the compiler. */
type RoutesOf<Table extends readonly RouteFacts[]> = {
  -readonly [Index in keyof Table]: ReturnType<typeof makeRoute<Table[Index]['path']>>;
};
const routes = routeTable.map((facts) => makeRoute(facts)) as unknown as RoutesOf<typeof routeTable>;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Goes to the log-in, remembering where the user wanted to be (R-NAV-03). */
export function askToLogIn(from: string): void {
  void router.navigate({ to: '/login', search: { from } });
}

/** The page's name and the company's, once that is known. */
export function showTitle(pathname: string = router.state.location.pathname): void {
  document.title = `${t(findRoute(pathname)?.title ?? 'page.notFound')} · ${brandNow()?.name ?? t('app.name')}`;
}

/** On every navigation: the socket is there, the title is right, and a list of prices is fresh (R-NAV-02). */
export function startRouter(): void {
  router.subscribe('onResolved', ({ toLocation }) => {
    socket.connect();
    const facts = findRoute(toLocation.pathname);
    showTitle(toLocation.pathname);
    if (facts?.screen === 'market' || facts?.screen === 'trade') {
      void queryClient.invalidateQueries({ queryKey: ['instruments'] });
    }
  });
  onSessionExpired(() => {
    if (useSession.getState().token === null) return;
    const { pathname } = router.state.location;
    // Until the account has answered once, the calls are the initial probe: a stored session that has run out meanwhile
    // makes a visitor of whoever only looks at prices, and sends nobody away (R-ERR-01).
    const isProbe = useAccount.getState().equity === null && findRoute(pathname)?.needsLogin !== true;
    endSession(false);
    if (isProbe) return;
    showToast('warn', t('common.sessionExpired'));
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { from: pathname }, replace: true });
  });
}
