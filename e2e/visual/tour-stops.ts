import type { Locator, Page } from 'playwright-core';
import { routeTable } from '../../apps/web/src/navigation/routes.ts';
import type { WebTexts } from '../../packages/texts/src/web.ts';
import type { ServerFacts } from './sample-server.ts';

/** One screen of the app, or an overlay on it, in any language. */
export interface Stop {
  readonly name: string;
  readonly path: string;
  /** Server state; if set, the page is reloaded with it. */
  readonly server?: Partial<ServerFacts>;
  readonly open?: (page: Page, words: WebTexts) => Promise<void>;
  /** True if a desktop shows it inside the page. */
  readonly isPhoneOnly?: true;
  /** True if the screen stays in its loading state. */
  readonly isLoading?: true;
  /** True if the content sets the page title, not the route. */
  readonly namesItself?: true;
}

type SingleKey = { [Key in keyof WebTexts]: WebTexts[Key] extends string ? Key : never }[keyof WebTexts];
type Open = NonNullable<Stop['open']>;

const testId = (page: Page, id: string): Locator => page.getByTestId(id).filter({ visible: true }).first();
const dialog = (page: Page): Promise<void> =>
  page.locator('[data-overlay=shown]').last().waitFor({ state: 'attached' });

const press =
  (key: SingleKey): Open =>
  async (page, words) => {
    // A label with a placeholder is found by the text before it.
    const label = words[key].split('{')[0] ?? '';
    await page.getByRole('button', { name: label }).filter({ visible: true }).first().click();
  };

const sheet =
  (key: SingleKey): Open =>
  async (page, words) => {
    await press(key)(page, words);
    await dialog(page);
  };

const tab =
  (key: SingleKey): Open =>
  async (page, words) => {
    await page.getByRole('tab', { name: words[key] }).filter({ visible: true }).first().click();
  };

const tap =
  (id: string): Open =>
  async (page) => {
    await testId(page, id).click();
    await dialog(page);
  };

/** Opens the details of a position: from its acts on a phone; on a desk its row leads there by itself. */
const details: Open = async (page, words) => {
  await tap('order-row')(page, words);
  if (await testId(page, 'position-details').isVisible()) await tap('position-details')(page, words);
};

const first =
  (selector: string): Open =>
  async (page) => {
    await page.locator(selector).filter({ visible: true }).first().click();
    await dialog(page);
  };

const fill =
  (selector: string, text: string): Open =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().fill(text);

const then =
  (...steps: readonly Open[]): Open =>
  async (page, words) => {
    for (const step of steps) await step(page, words);
  };

const bothStops: Open = async (page) => {
  for (const one of await page.getByRole('dialog').getByRole('switch').all()) await one.click();
};

const whenNoted: Open = (page) => testId(page, 'note-tag').waitFor();

const over = (name: string, path: string, open: Open, server?: Stop['server']): Stop => ({
  name,
  path,
  open,
  ...(server === undefined ? {} : { server }),
});

const onPhone = (...stop: Parameters<typeof over>): Stop => ({ ...over(...stop), isPhoneOnly: true });

const [charge, draw] = ['/mine/charge', '/mine/withdraw'];

/** Overlays and other states of screens. */
export const overlays: readonly Stop[] = [
  onPhone('ticket', '/trade', then(tap('price-ask'), bothStops)),
  onPhone('pending ticket', '/trade', then(tap('price-ask'), tab('trade.pending'))),
  onPhone('drawer', '/trade', sheet('trade.instruments')),
  over('chart tools', '/trade', sheet('chart.tools')),
  over('chart templates', '/trade', then(sheet('chart.tools'), first('[data-part=templates]'))),
  over(
    'indicator',
    '/trade',
    then(sheet('chart.tools'), first('[data-part=add-indicator]'), first('[data-part=chosen-indicator] button')),
  ),
  onPhone('leverage', '/trade', first('[data-part=dock] [data-part=pill]:has(+ [data-part=pill])')),
  over('position', '/order', tap('order-row')),
  over('order detail', '/order', details),
  over('edit stops', '/order', then(tap('order-row'), sheet('order.editStops'))),
  over('close order', '/order', then(details, tap('order-close'))),
  over('pending orders', '/order', then(tab('order.pending'), tap('order-row'))),
  over('past orders', '/order', then(tab('order.history'), tap('order-row'))),
  over('trade on its chart', '/order', then(tab('order.history'), tap('order-row'), tap('order-chart'), whenNoted)),
  over('area codes', '/register', then(tab('auth.mobile'), sheet('area.title'))),
  over('login by mobile', '/login', tab('auth.mobile')),
  over('deposit report', charge, press('deposit.amountSent')),
  over('deposit by wire', charge, tab('deposit.wire')),
  over('deposit records', `${charge}?view=records`, async () => undefined),
  over('currencies', draw, first('button[data-part=currency]')),
  over('payout methods', draw, first('[data-part=select-row]')),
  over(
    'confirm withdrawal',
    draw,
    then(fill('[data-part=amount-field] input', '500'), first('[data-part=form-foot] button')),
  ),
  over('withdrawal records', `${draw}?view=records`, first('[data-part=record-button]')),
  over('bind bank', '/mine/withdraw-way?type=2', async () => undefined),
  over('authenticator', '/mine/security', sheet('security.totp')),
  over('passkey', '/mine/security', sheet('security.addPasskey')),
  over('invitation code', '/mine/invite', sheet('invite.showQr')),
  over('demo account', '/user', async () => undefined, { account: 'demo' }),
  over('verification', '/mine/auth', async () => undefined, { verification: 'none' }),
  over('companies', '/product', fill('input[type=search]', 'Ald'), { site: 'main' }),
  over('how the ranking is made', '/rank', sheet('rank.how')),
  over('coming soon', '/rank', first('[data-testid=ranking-row] button')),
  over('edit favourites', '/', then(press('favourites.title'), sheet('favourites.edit')), { favourites: 'some' }),
  over('no ranking yet', '/rank', async () => undefined, { ranking: 'empty' }),
  over('no favourites yet', '/', press('favourites.title'), { favourites: 'none' }),
  {
    ...over('article', '/news/detail?id=1', (page) => page.locator('[data-part=mentioned]').waitFor()),
    namesItself: true,
  },
  {
    ...over('announcement with a table', '/news/detail?id=11', (page) =>
      page.locator('[data-part=article-text] table').waitFor(),
    ),
    namesItself: true,
  },
  over('support inside', '/mine/chat', (page) => page.locator('iframe').waitFor(), { support: 'inside' }),
  over('market failed', '/', async () => undefined, { market: 'broken' }),
];

/** Every screen of the route table; a new route becomes a stop by itself. */
export const screens: readonly Stop[] = routeTable
  .filter((route) => 'screen' in route)
  .map(({ path }): Stop => ({ name: path, path }))
  .concat([
    { name: 'unknown path', path: '/nowhere' },
    { name: 'documentary', path: '/rank?view=copy' },
  ]);

/** Screens that are loading. */
export const loadingStates: readonly Stop[] = ['/', '/trade'].map((path) => ({
  name: `${path} while it loads`,
  path,
  server: { market: 'slow' },
  isLoading: true,
}));
