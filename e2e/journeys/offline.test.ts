import { afterEach, describe, expect, test } from 'vitest';
import { type RenewableProduct, startRenewable } from '../../testkit/next-version.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let site: RenewableProduct;
let phone: PhoneJourney['phone'];
let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ phone, page, app } = journey), {
  phone: { serviceWorkers: 'allow' },
  urlOf: async (started) => {
    site = await startRenewable(started);
    return site.url;
  },
});
afterEach(() => site.stop());

/** Returns the path of every response in the browser's caches. */
function keptPaths(): Promise<string[]> {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => url.slice(location.origin.length));
  });
}

/** Waits until the service worker has cached the build and the page's language, and controls this page. */
async function workerReady(language = 'en'): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const ofLanguage = async () => (await keptPaths()).filter((path) => path.startsWith(`/assets/${language}-`));
  await expect.poll(async () => (await ofLanguage()).length).toBe(2);
}

/**
 * Waits until the newer worker has taken over. A page loaded during its installation keeps the older worker busy, and
 * under a debugger the browser never stops that one: the newer worker and the next page load would wait without end.
 */
async function renewedWorkerActs(): Promise<void> {
  const isSettled = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return registration.installing === null && registration.waiting === null;
    });
  await expect.poll(isSettled).toBe(true);
}

const pricesShown = () => page.locator('[data-price]:not([data-price=""])').filter({ visible: true }).count();

describe('without a network (R-SCR-14, R-SCR-60, R-SCR-13)', () => {
  test('state: offline – the app opens in its language with a notice, without prices and without trading', async () => {
    await app.open('/#lang=de');
    await app.seen('market-row').first().waitFor();
    await workerReady('de');
    await phone.setOffline(true);
    await page.goto(`${site.url}/`);
    await page.getByText('Keine Verbindung').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await pricesShown()).toBe(0);
    await page.getByText('Die Kurse wurden nicht geladen').waitFor();
    for (const path of ['/trade', '/product', '/trade']) {
      await page.goto(site.url + path);
      await page.getByText('Keine Verbindung').waitFor();
      await page.getByText('Die Kurse wurden nicht geladen').waitFor();
      expect(await pricesShown()).toBe(0);
    }
    expect(await app.seen('order-submit').and(page.locator(':enabled')).count()).toBe(0);

    await phone.setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(pricesShown, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.getByText('Keine Verbindung').waitFor({ state: 'detached' });
  });

  test('R-SCR-13 state: stale – shown prices turn grey, and trading is disabled until the connection is back', async () => {
    await app.open('/trade');
    await app.ask.waitFor();
    await phone.setOffline(true);
    await page.getByText(/No connection\. Prices paused at/).waitFor();
    await page.locator('html[data-stale]').waitFor();
    await expect
      .poll(() => page.locator('[data-part=deal][data-dis]').filter({ visible: true }).count())
      .toBeGreaterThan(0);
    await phone.setOffline(false);
    await page.getByText(/No connection/).waitFor({ state: 'detached' });
    await page.locator('html[data-stale]').waitFor({ state: 'detached' });
  });

  test('only the app itself is cached: no answer, no price, no account, signed in or out', async () => {
    await app.open('/login?from=/trade');
    await app.startDemo();
    await workerReady();
    await app.submitOrder(await app.openBuyTicket());
    await app.tab('order').click();
    await app.orderRow.first().waitFor();
    const isOfTheBuild = /^\/(?:$|assets\/|icons\/)/;
    expect((await keptPaths()).filter((path) => !isOfTheBuild.test(path))).toEqual([]);
    await app.open('/mine/system');
    await app.button('Log out').click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('candor.session'))).not.toMatch(/"token":"/);
    expect((await keptPaths()).filter((path) => !isOfTheBuild.test(path))).toEqual([]);
  });

  test('the operators’ console, calls and files of the same host bypass the service worker', async () => {
    await app.open('/');
    await workerReady();
    const fromWorker: string[] = [];
    page.on(
      'response',
      (response) => response.fromServiceWorker() && fromWorker.push(new URL(response.url()).pathname),
    );
    await page.goto(`${site.url}/console/`);
    await page.waitForURL('**/console/login');
    for (const path of ['/healthz', '/.well-known/candor-receipt-keys.json', '/api/basicSet/getBasicInfo']) {
      await page.goto(site.url + path);
    }
    expect(fromWorker).toEqual([]);
    await app.open('/');
    expect(fromWorker).toContain('/');
  });
});

describe('R-SCR-61 a newer build', () => {
  test('is offered once the ticket is closed, and loads on request', async () => {
    await app.open('/trade');
    await workerReady();
    await app.ask.click();
    await page.getByRole('dialog').waitFor();
    site.renew('0123456789ab');
    await page.evaluate(() => navigator.serviceWorker.ready.then((one) => one.update()));
    await expect.poll(async () => (await page.evaluate(() => caches.keys())).join()).toContain('0123456789ab');
    await renewedWorkerActs();
    expect(await page.getByTestId('update').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByTestId('update').waitFor();
    const build = () => page.evaluate(() => document.querySelector('meta[name=candor-build]')?.getAttribute('content'));
    expect(await build()).toBe(site.version);
    await page.getByTestId('update').getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => build().catch(() => null)).toBe('0123456789ab');
    await app.ask.waitFor();
    expect(await page.getByTestId('update').count()).toBe(0);
    await phone.setOffline(true);
    await page.reload();
    await page.getByText(/No connection/).waitFor();
    expect(await build()).toBe('0123456789ab');
  });

  test('is dismissed by a tap, and never loads by itself', async () => {
    await app.open('/');
    // Only a page that was connected before reconnects and checks for a newer build.
    await expect.poll(() => app.pushed.length).toBeGreaterThan(0);
    site.renew('0123456789ab');
    await page.getByTestId('update').waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByTestId('update').getByRole('button', { name: 'Not now' }).click();
    await page.getByTestId('update').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });
});

describe('R-SCR-62 installing', () => {
  test('the browser finds no obstacle to installing the company’s app', async () => {
    await app.open('/');
    await workerReady();
    const browserSide = await phone.newCDPSession(page);
    const { installabilityErrors } = await browserSide.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { errors, data } = await browserSide.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
  });

  test('the page gives an iPhone the company’s name and icon', async () => {
    await page.route('**/api/basicSet/getBasicInfo*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { brand: object } };
      const brand = { ...body.data.brand, name: 'Acme Markets', logo: '/acme.png' };
      await route.fulfill({ response, json: { ...body, data: { ...body.data, brand } } });
    });
    await app.open('/');
    await page
      .locator('meta[name="apple-mobile-web-app-title"][content="Acme Markets"]')
      .waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('link[rel="apple-touch-icon"]').getAttribute('href')).toBe('/acme.png');
  });
});
