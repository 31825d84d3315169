import { expect, test } from 'vitest';
import { ChartApp } from '../page-models/chart-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];
let chart: ChartApp;

withPhone(
  (journey) => {
    ({ page, app } = journey);
    chart = new ChartApp(page);
  },
  { phone: { viewport: { width: 844, height: 390 } } },
);

const keys = () => page.locator('[data-part=floating-keys]');

async function openFull(): Promise<void> {
  await app.open('/trade');
  await chart.ready();
  await app.button('Full screen').click();
  await keys().waitFor();
}

test('R-CHT-03 the chart fills the screen; keys follow a drag to the other side, and both choices are kept', async () => {
  await openFull();
  const stage = await chart.box();
  expect(stage.width).toBe(844);
  const [handle, before] = await Promise.all([
    app.button('Move the keys to the other side').boundingBox(),
    keys().boundingBox(),
  ]);
  if (handle === null || before === null) return expect.fail('the keys are in sight');
  const y = handle.y + handle.height / 2;
  await page.mouse.move(handle.x + 20, y);
  await page.mouse.down();
  for (const x of [300, 150, 60]) await page.mouse.move(x, y);
  await page.mouse.up();
  await expect.poll(() => keys().getAttribute('data-side')).toBe('left');
  await expect.poll(async () => (await keys().boundingBox())?.x).toBeLessThan(before.x);
  await page.reload();
  await chart.ready();
  expect(await keys().getAttribute('data-side')).toBe('left');
  await app.button('Move the keys to the other side').click();
  expect(await keys().getAttribute('data-side')).toBe('right');
  const box = await keys().boundingBox();
  expect(box).toMatchObject({ y: expect.any(Number) });
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(844);
  await app.button('Leave full screen').click();
  await page.getByTestId('tab-market').waitFor();
});

test('R-CHT-03 the floating keys open the ticket with their side and lots, which places the order', async () => {
  await openFull();
  await keys().getByRole('button', { name: 'Increase' }).click();
  const lots = await keys().getByRole('textbox', { name: 'Lots' }).inputValue();
  await keys().locator('[data-part=deal-button]').nth(1).click();
  const sheet = page.getByRole('dialog');
  expect(await sheet.getByRole('textbox', { name: 'Lots' }).inputValue()).toBe(lots);
  await app.submitOrder(sheet);
  await page.locator('[data-part=line-buy] [data-part=order-tag]').waitFor();
  await page.locator('[data-part=full-net-value]').waitFor();
});

test('R-CHT-03 the keys stay within the screen in the largest text', async () => {
  await app.open('/trade');
  await chart.ready();
  await page.evaluate(() => document.documentElement.setAttribute('data-text', 'larger'));
  await app.button('Full screen').click();
  await keys().waitFor();
  for (const key of await keys().locator('[data-part=deal-button]').all()) {
    const box = await key.boundingBox();
    const around = await keys().boundingBox();
    if (box === null || around === null) return expect.fail('the keys are in sight');
    expect(box.x + box.width).toBeLessThanOrEqual(around.x + around.width);
    expect(await key.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true);
  }
});

test('R-CHT-03 turning the phone keeps the period and the bar that is read', async () => {
  await openFull();
  await page.getByRole('combobox', { name: 'Chart period' }).selectOption({ label: '4H' });
  await chart.ready();
  await chart.bars.focus();
  for (let bars = 0; bars < 5; bars += 1) await page.keyboard.press('ArrowLeft');
  const read = await chart.bars.getAttribute('aria-valuenow');
  await page.setViewportSize({ width: 390, height: 844 });
  await keys().waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Chart period' }).getByRole('button', { name: '4H' }).waitFor();
  expect(await chart.bars.getAttribute('aria-valuenow')).toBe(read);
  await page.setViewportSize({ width: 844, height: 390 });
  await keys().waitFor();
  expect(await chart.bars.getAttribute('aria-valuenow')).toBe(read);
});
