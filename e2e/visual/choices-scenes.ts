import type { Play, Scene } from './scene-steps.ts';
import { inOrder, inThreeWays, press, seen, sheet, shows } from './scene-steps.ts';

const settingsShown: Play = (page, _server, say) =>
  seen(page.getByRole('switch', { name: say('settings.ranking'), exact: true }));
const scrollToEnd: Play = (page, _server, say) =>
  page.getByRole('button', { name: say('user.logout') }).scrollIntoViewIfNeeded();

const rankingShown: Play = (page) => seen(page.getByTestId('ranking-row').last().getByText('GBP/USD'));

const askToFollow: Play = async (page, _server, say) => {
  await page.getByRole('button', { name: `${say('rank.follow')} n***917` }).click();
  await seen(page.getByRole('alertdialog'));
};

const empty: Play = (page) => seen(page.locator('[data-part=empty]'));
const ranking = { path: '/rank', play: rankingShown } as const;

const starred = { path: '/', server: { favourites: 'some' } } as const;
const pricesShown: Play = (page) => seen(page.locator('[data-code=USDJPY] [data-part=sparkline]'));
const pressFavourites: Play = (page, _server, say) =>
  page.getByRole('button', { name: say('favourites.title'), exact: true }).click();
const openFavourites = inOrder(pricesShown, pressFavourites, (page) =>
  page.locator('[data-code=GBPUSD]').waitFor({ state: 'detached' }),
);

const alertsShown: Play = (page) => seen(page.getByTestId('alert-away').last());
const calendarShown: Play = (page) => seen(page.getByTestId('calendar-row').last());
const noticesShown: Play = (page) => seen(page.getByTestId('notice-row').last());
const waysShown: Play = (page) => seen(page.getByTestId('ways-terms'));
const openAlert: Play = async (page, server, say) => {
  await seen(page.locator('[data-testid=chart][data-state=ready] [data-part=chart-lines]'));
  await page.getByTestId('alert-bell').click();
  await sheet(page, server, say);
};

/** Scenes of alerts, favourites, ranking, documentary and settings. */
export const choicesScenes: readonly Scene[] = [
  ...inThreeWays({ name: 'favourites', board: null, ...starred, play: openFavourites }),
  ...inThreeWays({
    name: 'favourites-edit',
    board: null,
    ...starred,
    play: inOrder(openFavourites, press('favourites.edit'), sheet),
  }),
  { name: 'favourites-desktop', board: null, ...starred, isDesk: true, play: openFavourites },
  { name: 'favourites-none', board: null, path: '/', play: inOrder(pricesShown, pressFavourites, empty) },
  {
    name: 'favourites-failed',
    board: null,
    path: '/',
    server: { favourites: 'broken' },
    play: inOrder(pricesShown, pressFavourites, empty),
  },
  ...inThreeWays({ name: 'ranking', board: 'ranking', ...ranking }),
  { name: 'ranking-desktop', board: null, ...ranking, isDesk: true },
  { name: 'ranking-visitor', board: null, ...ranking, isVisitor: true },
  ...inThreeWays({
    name: 'ranking-how',
    board: null,
    ...ranking,
    play: inOrder(rankingShown, press('rank.how'), sheet),
  }),
  ...inThreeWays({ name: 'ranking-empty', board: null, path: '/rank', server: { ranking: 'empty' }, play: empty }),
  { name: 'ranking-hidden', board: null, path: '/rank', server: { ranking: 'hidden' }, play: empty },
  { name: 'ranking-failed', board: null, path: '/rank', server: { ranking: 'broken' }, play: empty },
  {
    name: 'ranking-skeleton',
    board: null,
    path: '/rank',
    server: { ranking: 'slow' },
    play: (page) => seen(page.getByTestId('ranking-skeleton')),
  },
  ...inThreeWays({
    name: 'dialog-coming-soon',
    board: 'dialog-coming-soon',
    ...ranking,
    play: inOrder(rankingShown, askToFollow),
  }),
  ...inThreeWays({
    name: 'documentary',
    board: 'documentary',
    path: '/rank?view=copy',
    play: shows('documentary.button'),
  }),
  ...inThreeWays({ name: 'alerts', board: 'b2-alerts', path: '/mine/alerts', play: alertsShown }),
  ...inThreeWays({
    name: 'calendar',
    board: 'b2-calendar',
    path: '/calendar',
    server: { hasEvents: true },
    play: calendarShown,
  }),
  ...inThreeWays({ name: 'notifications', board: 'b2-notifications', path: '/mine/notices', play: noticesShown }),
  ...inThreeWays({
    name: 'notification-settings',
    board: 'b2-notification-settings',
    path: '/mine/notice-ways',
    play: waysShown,
  }),
  ...inThreeWays({ name: 'alert-create', board: 'b2-alert-create', path: '/trade', play: openAlert }),
  ...inThreeWays({ name: 'settings', board: 'settings', path: '/mine/system', play: settingsShown }),
  ...inThreeWays({
    name: 'settings-end',
    board: 'settings',
    path: '/mine/system',
    play: inOrder(settingsShown, scrollToEnd),
  }),
];
