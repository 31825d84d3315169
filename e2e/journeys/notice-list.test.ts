import { expect, test } from 'vitest';
import { routeTable } from '../../apps/web/src/navigation/routes.ts';
import { newPhone } from '../../testkit/browser.ts';
import { call } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

interface Listed {
  readonly data: readonly { readonly page: string }[];
}

test('R-ALR-07 the bell counts what happens, the list leads to it, and opening it reads it', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/');
  await app.startDemo();
  const bell = page.getByTestId('notice-bell');
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications');
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const order = { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100 };
  const { data } = await call<{ readonly Id: number }>(product.callUrl, '/v1/api/forex/submit', order, token);
  // The count follows by the socket: the page is not touched.
  await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
  await bell.click();
  const rows = page.getByTestId('notice-row');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  expect(await rows.first().innerText()).toMatch(/^0\.10 EUR\/USD bought at 1\.\d{5}\.\s+\d\d:\d\d\s+Unread$/);
  await call(product.callUrl, '/v1/api/forex/close', { id: data.Id }, token);
  await expect.poll(() => rows.count()).toBe(2);
  await rows.first().click();
  // The notice leads to its order.
  await page.getByTestId('result-parts').waitFor();
  expect(new URL(page.url()).search).toBe(`?id=${data.Id}`);
  // Back closes the order's sheet first, and then leads to the list.
  await page.goBack();
  await page.getByTestId('result-parts').waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(() => page.getByText('Unread', { exact: true }).count()).toBe(1);
  await page.getByTestId('notices-read-all').click();
  await page.getByTestId('notices-read-all').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Alerts' }).click();
  await page.getByText('Nothing of this kind yet').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await page.getByRole('button', { name: 'All', exact: true }).getAttribute('aria-pressed')).toBe('true');
  // Every page that a notice names is one of the product.
  const { data: list } = await call<Listed>(product.callUrl, '/v1/api/notice/list', null, token);
  const paths: readonly string[] = routeTable.map(({ path }) => path);
  for (const { page: named } of list.data) expect(paths).toContain(named.split('?')[0]);
  await phone.close();
});
