import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { fakeBrowser } from '../../testkit/fake-push-service.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';
import { enterAs, registerTrader } from '../page-models/real-trader.ts';

const product = sharedProduct();

test('R-ALR-10 R-ALR-08 an alert offers push once, and a pushed notice opens its page', async () => {
  const options = { serviceWorkers: 'allow' as const, permissions: ['notifications'] };
  const phone = await newPhone(await sharedBrowser(), options);
  const page = await phone.newPage();
  // The browser of the test cannot reach a push service: its subscription is given, the rest is real.
  const given = { endpoint: 'https://fcm.googleapis.com/fcm/send/journey', keys: fakeBrowser().keys };
  await page.addInitScript((subscription) => {
    let current: object | null = null;
    const made = { toJSON: () => subscription, unsubscribe: async () => true };
    Object.assign(PushManager.prototype, {
      subscribe: async () => (current = made),
      getSubscription: async () => current,
    });
  }, given);
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const sheet = page.getByRole('dialog', { name: 'Hear it with the app closed?' });
  const setAlert = async () => {
    await page.getByTestId('alert-bell').click();
    await page.getByTestId('alert-set').click();
    await page.getByText(/^Alert set/).waitFor();
  };
  await setAlert();
  await sheet.waitFor();
  await sheet.getByText(/^EUR\/USD at or above 1\.\d{5}$/).waitFor();
  await sheet.getByRole('button', { name: 'Allow push' }).click();
  await page.getByText('This device now gets pushed notices.').waitFor();
  await sheet.waitFor({ state: 'detached' });

  await app.open('/mine/notice-ways');
  await app.open('/mine/notices');
  // The worker shows what it is sent, with the app in front or closed.
  const client = await phone.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(product.url));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  // A message to a worker that is not active yet is dropped.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const pushed = { id: '7-0', title: 'Order filled or closed', body: '', page: '/order?view=history', lang: 'en' };
  const deliver = (data: string) =>
    client.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data });
  await deliver('no notice of the server');
  await deliver(JSON.stringify(pushed));
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag, lang }) => ({ title, tag, lang }));
    });
  await expect.poll(shown).toEqual([{ title: 'Order filled or closed', tag: '7-0', lang: 'en' }]);
  await deliver(JSON.stringify({ ...pushed, title: 'Stop-out' }));
  await expect.poll(shown).toEqual([{ title: 'Stop-out', tag: '7-0', lang: 'en' }]);

  // A press on it opens the page in the app's window, without a reload.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const [worker] = phone.serviceWorkers();
  await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await page.getByRole('tab', { name: /^History/, selected: true }).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expect.poll(shown).toEqual([]);

  // Asked once: the next alert does not ask again.
  await app.open('/trade');
  await setAlert();
  expect(await sheet.count()).toBe(0);
  await phone.close();
});

test('R-ALR-11 the ways of each event and quiet hours are chosen, and stay', async () => {
  const phone = await newPhone(await sharedBrowser());
  // A demo has no address, and so no boxes for mail.
  await enterAs(phone, await registerTrader(product.callUrl, product.dataDir));
  const page = await phone.newPage();
  await new PhoneApp(page, product.url).open('/mine/notices');
  await page.getByRole('link', { name: 'What reaches you' }).click();
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Order filled or closed: Push').click();
  await expect.poll(() => box('Order filled or closed: Push').getAttribute('aria-checked')).toBe('false');
  await box('Alert fired: Mail').click();
  await expect.poll(() => box('Alert fired: Mail').getAttribute('aria-checked')).toBe('true');
  // Money and security have no box for mail.
  expect(await box('New sign-in or changed credentials: Mail').count()).toBe(0);
  await page.getByRole('img', { name: 'Stop-out: Mail. Always on' }).waitFor();
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('Quiet from').fill('23:30');
  await page.getByText(/^23:30–07:00, /).waitFor();
  await page.getByRole('switch', { name: 'Amounts in push' }).click();
  await expect
    .poll(() => page.getByRole('switch', { name: 'Amounts in push' }).getAttribute('aria-checked'))
    .toBe('true');
  await page.reload();
  await page.getByText(/^23:30–07:00, /).waitFor();
  expect(await box('Order filled or closed: Push').getAttribute('aria-checked')).toBe('false');
  expect(await box('Alert fired: Mail').getAttribute('aria-checked')).toBe('true');
  await phone.close();
});
