import { loadWebTexts } from '@candor/texts/web';
import { describe, expect, it } from 'vitest';
import { findRoute, keptScreen, routeTable, tabs } from './routes.ts';

const en = await loadWebTexts('en');

/** Routes of the product description: kept alive (c), footer (f), login required (l). */
const described: readonly (readonly [path: string, flags: string, title: string])[] = [
  ['/', 'cf', 'Market'],
  ['/trade', 'cf', 'Trading'],
  ['/order', 'cfl', 'Orders'],
  ['/user', 'cfl', 'Account'],
  ['/news', 'cf', 'News'],
  ['/news/detail', '', 'Article'],
  ['/rank', 'cf', 'Ranking'],
  ['/feedback', '', 'Feedback'],
  ['/login', '', 'Log in'],
  ['/register', '', 'Create an account'],
  ['/forgot', '', 'Reset password'],
  ['/product', '', 'Search'],
  ['/mine/auth', 'l', 'Verification'],
  ['/mine/invite', 'l', 'Invite friends'],
  ['/mine/email', '', 'Company email'],
  ['/mine/announcement', '', 'Announcements'],
  ['/mine/password', 'l', 'Reset password'],
  ['/mine/history', 'l', 'Account detail'],
  ['/mine/charge', 'l', 'Deposit'],
  ['/mine/withdraw', 'l', 'Withdraw'],
  ['/mine/withdraw-way', 'l', 'Wallet'],
  ['/mine/chat', '', 'Online service'],
  ['/mine/system', '', 'Other settings'],
  ['/mine/wallet', 'l', 'Wallet'],
  ['/mine/bank-card-list', 'l', 'Bank accounts'],
  ['/mine/coin-address-list', 'l', 'Coin addresses'],
  ['/language', '', 'Language'],
];

describe('R-NAV-01 every path of the product’s description', () => {
  it.each(described)('%s is a route with its title and flags %j', (path, flags, title) => {
    const route = findRoute(path);
    expect(route?.screen).toEqual(expect.any(String));
    const flagsOf = `${route?.isCached ? 'c' : ''}${route?.hasFooter ? 'f' : ''}${route?.needsLogin ? 'l' : ''}`;
    expect(flagsOf).toBe(flags);
    expect(route && en[route.title]).toBe(title);
  });

  it('kept routes, and only those, have a kept screen', () => {
    const kept = routeTable.filter(({ path }) => keptScreen(path, undefined) !== null).map(({ path }) => path);
    expect(kept.sort()).toEqual(['/', '/news', '/order', '/rank', '/trade', '/user']);
    expect(new Set(routeTable.map(({ path }) => path)).size).toBe(routeTable.length);
  });

  it('a trailing slash leads to the same screen', () => {
    expect(findRoute('/trade/')).toBe(findRoute('/trade'));
    expect(findRoute('/')?.screen).toBe('market');
    expect([keptScreen('/trade/', undefined), keptScreen('/rank/', 'copy')]).toEqual(['trade', 'documentary']);
  });

  it('R-NAV-03 the footer is Market, Trading, Orders, Documentary, Ranking', () => {
    expect(tabs.map(({ label }) => en[label])).toEqual(['Market', 'Trading', 'Orders', 'Documentary', 'Ranking']);
    expect(tabs.map((tab) => ('view' in tab ? `${tab.path}?view=${tab.view}` : tab.path))).toEqual([
      '/',
      '/trade',
      '/order',
      '/rank?view=copy',
      '/rank',
    ]);
  });
});
