import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { openCompany } from '../../testkit/shared-product.ts';
import { ChartApp } from '../page-models/chart-app.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const minuteMs = 60_000;

test('R-CHT-10 entries of the calendar are marks on the time axis; a tap shows their figures, and the tools switch them', async () => {
  const phone = await newPhone(await sharedBrowser());
  const company = await openCompany('marks');
  const page = await phone.newPage();
  const app = new PhoneApp(page, company.url);
  const chart = new ChartApp(page);
  await app.open('/trade');
  await chart.ready();
  const marks = page.locator('[data-part=calendar-marks] button');
  await app.button('Chart tools').click();
  const entrySwitch = page.getByRole('dialog').getByRole('switch', { name: 'Calendar' });
  await page.getByRole('dialog').getByRole('switch', { name: 'Trading sessions' }).waitFor();
  expect(await entrySwitch.count(), 'a company without a calendar').toBe(0);

  // At the begin of the bar before the forming one, and another one of a currency that is not the instrument's.
  const due = (Math.floor(Date.now() / (15 * minuteMs)) - 1) * 15 * minuteMs;
  const time = new Date(due).toISOString().slice(0, 16);
  const text = [
    'uid,time,currency,importance,title,forecast,previous,actual',
    `one,${time}Z,USD,high,Sample one,0.1%,0.2%,0.3%`,
    `two,${time}Z,JPY,high,Sample two,,,`,
  ].join('\n');
  await company.desk.post('/calendar/import', { format: 'csv', text, is_trial: false });
  await page.reload();
  await chart.ready();
  await expect.poll(() => marks.count()).toBe(1);
  expect(await marks.getAttribute('aria-label')).toBe('Calendar: USD \u2068Sample one\u2069, Importance: high');
  expect(await marks.getAttribute('data-importance')).toBe('3');
  await marks.tap();
  const entry = page.locator('[data-part=calendar-entry]');
  await entry.waitFor();
  expect(await entry.count()).toBe(1);
  const shown = (await entry.innerText()).replaceAll(/[\u2068\u2069]/g, '');
  for (const part of ['Sample one', 'USD', 'Importance: high', 'Actual 0.3%', 'Forecast 0.1%', 'Before 0.2%'])
    expect(shown).toContain(part);
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  expect(shown).toContain(clock.format(due));
  await page.keyboard.press('Escape');

  // The switch that comes with a late answer moves nothing under the finger.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname.endsWith('/calendar'),
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.reload();
  await chart.ready();
  await app.button('Chart tools').click();
  const line = page.getByRole('dialog').getByRole('button', { name: 'Horizontal line' });
  await page.locator('[data-overlay=shown]').waitFor({ state: 'attached' });
  const sheet = page.getByRole('dialog');
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map((motion) => motion.finished)));
  const place = await line.boundingBox();
  expect(await entrySwitch.count()).toBe(0);
  release();
  await entrySwitch.waitFor();
  expect(await line.boundingBox()).toEqual(place);
  await entrySwitch.click();
  await page.keyboard.press('Escape');
  await expect.poll(() => marks.count()).toBe(0);
  await page.reload();
  await chart.ready();
  await app.button('Chart tools').click();
  await expect.poll(() => entrySwitch.getAttribute('aria-checked')).toBe('false');
  expect(await marks.count()).toBe(0);
  await phone.close();
});
