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

const signedIn = () => page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');

/** Downloads what a click saves. */
async function savedBy(click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

test('R-JRN-06 R-JRN-07 R-JRN-08 R-JRN-09 a closed trade is drawn, noted, shared as a picture and saved as CSV', async () => {
  const token = await signedIn();
  const order = { type: 1, cont: '0.10', forex_id: 1, status: 1, multiple: 100 };
  const { data: placed } = await call<{ Id: number; Price: string }>(
    product.callUrl,
    '/v1/api/forex/submit',
    order,
    token,
  );
  const closing = { id: placed.Id };
  const { data: closed } = await call<{ UpdatePrice: string; Costs: { Net: string } }>(
    product.callUrl,
    '/v1/api/forex/close',
    closing,
    token,
  );
  await page.getByRole('tab', { name: /History/ }).click();
  await app.orderRow.first().click();

  const picture = await savedBy(() => app.seen('order-share').click());
  expect(picture.name).toBe(`result-${placed.Id}.png`);
  // Width and height in the head of a PNG.
  expect([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)]).toEqual([1080, 1080]);

  await app.seen('order-chart').click();
  const chart = page.getByRole('img', { name: /Chart of this EUR\/USD trade/ });
  await chart.waitFor();
  const name = await chart.getAttribute('aria-label');
  expect(name).toContain(`in at ${placed.Price}, out at ${closed.UpdatePrice}`);
  await page.getByRole('button', { name: 'Add a tag' }).click();
  await page.keyboard.type('Breakout');
  await page.keyboard.press('Enter');
  await page.getByLabel('Note', { exact: true }).fill('Waited, then bought.');
  await app.seen('note-save').click();
  await page.getByText('Note saved').waitFor();

  await page.reload();
  await page.getByRole('tab', { name: /History/ }).click();
  await app.orderRow.first().click();
  await app.seen('order-chart').click();
  await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('Waited, then bought.');
  expect(await page.getByRole('button', { name: 'Breakout' }).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');

  const file = await savedBy(() => app.seen('orders-file').click());
  expect(file.name).toBe('history.csv');
  const [, line = ''] = file.bytes.toString('utf8').split('\r\n');
  expect(line).toContain(`${placed.Id},EUR/USD,buy,`);
  expect(line).toContain(closed.Costs.Net);
  expect(line).toContain('Breakout,"Waited, then bought.",');
});
