import { beforeEach, expect, test } from 'vitest';
import { call } from '../../testkit/product.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { figureOf } from '../page-models/phone-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

const product = sharedProduct();
let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ page, app } = journey));
beforeEach(async () => {
  await app.open('/login?from=/order');
  await app.startDemo();
  await page.getByText('No open positions').waitFor();
});

test('R-JRN-04 the journal of closed positions is opened from the history, and says that a few are too few', async () => {
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  await page.getByRole('tab', { name: /History/ }).click();
  await app.seen('journal-link').click();
  await page.getByText('No closed trades').waitFor();

  let net = 0;
  for (const [forex_id, type] of [
    [1, 1],
    [2, 2],
    [1, 2],
  ]) {
    const order = { type, cont: '0.10', forex_id, status: 1, multiple: 100 };
    const placed = await call<{ Id: number }>(product.callUrl, '/v1/api/forex/submit', order, token);
    const closing = { id: placed.data.Id };
    const { data } = await call<{ Costs: { Net: string } }>(product.callUrl, '/v1/api/forex/close', closing, token);
    net += Math.round(Number(data.Costs.Net) * 1e6);
  }
  await page.reload();
  await app.seen('journal-net').waitFor();
  expect(Number(figureOf(await app.seen('journal-net').textContent()))).toBeCloseTo(net / 1e6, 1);
  expect(await page.getByText('Net result · 3 trades').count()).toBe(1);
  expect(await app.seen('journal-notes').innerText()).toContain('Fewer than 30 trades: too few to judge.');
  expect(await app.seen('journal-statistics').innerText()).toMatch(
    /Win rate\s+[\d.]+%\s+true rate \d+–\d+%[\s\S]*Expectancy\s+[+−]?[\d.]+\s+[+−]?[\d.]+ to [+−]?[\d.]+/,
  );
  const rows = page.getByRole('row');
  await expect.poll(() => rows.filter({ hasText: 'EUR/USD' }).innerText()).toMatch(/^EUR\/USD 2\s/);
  await expect.poll(() => rows.filter({ hasText: 'GBP/USD' }).innerText()).toMatch(/^GBP\/USD 1\s/);
  await page.getByRole('tab', { name: '1 month' }).click();
  await expect.poll(() => rows.filter({ hasText: 'EUR/USD' }).innerText()).toMatch(/^EUR\/USD 2\s/);
});
