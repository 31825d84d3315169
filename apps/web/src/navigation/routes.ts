import type { PlainKey } from '../i18n/text.ts';

/** One route of the product (R-NAV-01). Cached routes keep their state; routes with a footer show the tab bar. */
export interface RouteFacts {
  readonly path: string;
  readonly title: PlainKey;
  readonly isCached?: true;
  readonly hasFooter?: true;
  readonly needsLogin?: true;
  readonly screen: ScreenName;
}

export type ScreenName =
  | 'market'
  | 'trade'
  | 'order'
  | 'rank'
  | 'user'
  | 'login'
  | 'register'
  | 'forgot'
  | 'password'
  | 'security'
  | 'system'
  | 'product'
  | 'language'
  | 'verification'
  | 'invite'
  | 'deposit'
  | 'withdraw'
  | 'bind'
  | 'wallet'
  | 'bankCards'
  | 'coinAddresses'
  | 'billing'
  | 'news'
  | 'article'
  | 'announcements'
  | 'companyEmail'
  | 'chat'
  | 'feedback'
  | 'statement'
  | 'alerts'
  | 'notices'
  | 'noticeWays'
  | 'journal'
  | 'proof'
  | 'strength'
  | 'calendar';

export const routeTable = [
  { path: '/', title: 'tab.market', isCached: true, hasFooter: true, screen: 'market' },
  { path: '/trade', title: 'tab.trade', isCached: true, hasFooter: true, screen: 'trade' },
  { path: '/order', title: 'tab.order', isCached: true, hasFooter: true, needsLogin: true, screen: 'order' },
  { path: '/user', title: 'page.user', isCached: true, hasFooter: true, needsLogin: true, screen: 'user' },
  { path: '/rank', title: 'tab.rank', isCached: true, hasFooter: true, screen: 'rank' },
  { path: '/login', title: 'page.login', screen: 'login' },
  { path: '/product', title: 'page.product', screen: 'product' },
  { path: '/strength', title: 'market.strength', screen: 'strength' },
  { path: '/calendar', title: 'calendar.title', screen: 'calendar' },
  { path: '/language', title: 'user.language', screen: 'language' },
  { path: '/news', title: 'news.title', isCached: true, hasFooter: true, screen: 'news' },
  { path: '/news/detail', title: 'news.article', screen: 'article' },
  { path: '/feedback', title: 'feedback.title', screen: 'feedback' },
  { path: '/register', title: 'register.title', screen: 'register' },
  { path: '/forgot', title: 'page.forgot', screen: 'forgot' },
  { path: '/mine/auth', title: 'verify.title', needsLogin: true, screen: 'verification' },
  { path: '/mine/invite', title: 'invite.title', needsLogin: true, screen: 'invite' },
  { path: '/mine/email', title: 'user.companyEmail', screen: 'companyEmail' },
  { path: '/mine/announcement', title: 'user.announcements', screen: 'announcements' },
  { path: '/mine/password', title: 'user.password', needsLogin: true, screen: 'password' },
  { path: '/mine/security', title: 'user.security', needsLogin: true, screen: 'security' },
  { path: '/mine/history', title: 'billing.title', needsLogin: true, screen: 'billing' },
  { path: '/mine/statement', title: 'statement.title', needsLogin: true, screen: 'statement' },
  { path: '/mine/alerts', title: 'alerts.title', needsLogin: true, screen: 'alerts' },
  { path: '/mine/notices', title: 'notices.title', needsLogin: true, screen: 'notices' },
  { path: '/mine/notice-ways', title: 'ways.title', needsLogin: true, screen: 'noticeWays' },
  { path: '/mine/journal', title: 'journal.title', needsLogin: true, screen: 'journal' },
  { path: '/mine/proof', title: 'proof.title', needsLogin: true, screen: 'proof' },
  { path: '/mine/charge', title: 'deposit.title', needsLogin: true, screen: 'deposit' },
  { path: '/mine/withdraw', title: 'withdraw.title', needsLogin: true, screen: 'withdraw' },
  { path: '/mine/withdraw-way', title: 'user.wallet', needsLogin: true, screen: 'bind' },
  { path: '/mine/chat', title: 'user.service', screen: 'chat' },
  { path: '/mine/system', title: 'user.settings', screen: 'system' },
  { path: '/mine/wallet', title: 'user.wallet', needsLogin: true, screen: 'wallet' },
  { path: '/mine/bank-card-list', title: 'wallet.banks', needsLogin: true, screen: 'bankCards' },
  { path: '/mine/coin-address-list', title: 'wallet.coins', needsLogin: true, screen: 'coinAddresses' },
] as const satisfies readonly RouteFacts[];

/** Path of a page of the product. */
export type RoutePath = (typeof routeTable)[number]['path'];

export function findRoute(path: string): RouteFacts | undefined {
  const wanted = barePath(path);
  return routeTable.find((route) => route.path === wanted);
}

/** Removes trailing slashes: the router accepts `/trade/` for `/trade`. */
function barePath(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}

/** Tabs of the tab bar. Documentary is the ranking route in its copy view (R-NAV-04). */
export const tabs = [
  { id: 'market', path: '/', label: 'tab.market', icon: 'market' },
  { id: 'trade', path: '/trade', label: 'tab.trade', icon: 'trade' },
  { id: 'order', path: '/order', label: 'tab.order', icon: 'orders' },
  { id: 'documentary', path: '/rank', view: 'copy', label: 'tab.documentary', icon: 'documentary' },
  { id: 'rank', path: '/rank', label: 'tab.rank', icon: 'rank' },
] as const;

/** Screens kept alive: the five tabs, the account page and the news. */
export type KeptId = (typeof tabs)[number]['id'] | 'user' | 'news';

/** Returns the kept screen that a location shows; null for every other page. */
export function keptScreen(path: string, view: string | undefined): KeptId | null {
  const wanted = barePath(path);
  if (wanted === '/rank') return view === 'copy' ? 'documentary' : 'rank';
  if (wanted === '/user') return 'user';
  if (wanted === '/news') return 'news';
  return tabs.find((tab) => tab.path === wanted)?.id ?? null;
}

/** Stand-in for the app's origin, to see whether an address leaves it. */
const anyOrigin = 'https://app.invalid';
/** Pages for logging in and registering, however their path is written. */
const doors = /^\/+(?:login|register|forgot)(?:\/|$)/;

/**
 * Returns the page to open after a log-in: a path inside this app; no scheme, no host, and none of the log-in pages,
 * even if hidden by dots or percent signs (R-NAV-05).
 */
export function safeFrom(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])[^\\\s]*$/.test(from)) return '/';
  try {
    const { origin, pathname, search, hash } = new URL(from, anyOrigin);
    if (origin !== anyOrigin || pathname.startsWith('//')) return '/';
    // Decoded as the router decodes it.
    return doors.test(decodeURIComponent(pathname)) ? '/' : pathname + search + hash;
  } catch {
    return '/';
  }
}
