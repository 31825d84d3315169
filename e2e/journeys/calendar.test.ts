import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { openCompany } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const header = 'uid,time,currency,importance,title,forecast,previous,actual';

/** Line of a file for an entry some minutes from now. */
function line(uid: string, minutes: number, currency: string, importance: string): string {
  const time = new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
  return `${uid},${time}Z,${currency},${importance},Sample ${uid},0.1%,0.2%,`;
}

test('R-CAL-02 R-CAL-07 R-CAL-08 R-CAL-10 an imported file is on the page of the calendar and in the ticket of its currencies', async () => {
  // A company of its own: an event of the next hour is in every ticket.
  const { desk, url } = await openCompany('calendar');
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, url);
  await app.open('/calendar');
  await page.getByText('Nobody at this company has entered events yet.').waitFor();

  const importFile = (text: string, isTrial: boolean) =>
    desk.post<{ is_stored: boolean; problems: readonly unknown[] }>('/calendar/import', {
      format: 'csv',
      text,
      is_trial: isTrial,
    });
  const bad = await importFile([header, 'x,soon,USD,high,Sample,,,'].join('\n'), false);
  expect(bad).toMatchObject({ is_stored: false, problems: [{ line: 2, problem: 'time-unreadable' }] });
  const file = [header, line('one', 20, 'USD', 'high'), line('two', 25, 'JPY', 'low')].join('\n');
  expect(await importFile(file, true)).toMatchObject({ is_stored: false, added: 2 });
  expect(await importFile(file, false)).toMatchObject({ is_stored: true, added: 2 });

  await app.open('/calendar');
  await page.getByRole('tab', { name: '7 days' }).click();
  const rows = page.getByTestId('calendar-row');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByText(/^Times: /).waitFor();
  // Three weeks from now: beyond the named spans, and among all.
  await importFile([header, line('far', 21 * 1_440, 'CHF', 'low')].join('\n'), false);
  await app.open('/calendar');
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await rows.getByText('Sample far').waitFor();
  await page.getByRole('tab', { name: '7 days' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByTestId('calendar-currency').selectOption('JPY');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByTestId('calendar-currency').selectOption('');
  await page.getByTestId('calendar-importance').selectOption('3');
  await expect.poll(() => rows.allInnerTexts()).toMatchObject([expect.stringContaining('Sample one')]);

  await app.open('/trade');
  await app.openBuyTicket();
  const soon = page.getByTestId('calendar-soon');
  await expect
    .poll(() => soon.innerText())
    .toMatch(/^In (?:19|20) min: \u2068Sample one\u2069 \(USD\), importance high$/);
  const gone = 'uid,time,currency,importance,title,status\none,,,,,removed\ntwo,,,,,removed';
  expect(await importFile(gone, false)).toMatchObject({ is_stored: true, removed: 2 });
  await phone.close();
});
