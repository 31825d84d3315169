import { codes } from '@candor/contracts/codes';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { typeAtOnce } from '../../testkit/browser.ts';
import { withdrawals } from '../../testkit/console-money-samples.ts';
import { consoleSamples } from '../../testkit/console-samples.ts';
import { ConsoleStub } from '../../testkit/console-stub.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';

/** The built console on samples: six withdrawals wait, two of them plain. */
let stub: ConsoleStub;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [stub, browser] = await Promise.all([ConsoleStub.start(), sharedBrowser()]);
});
afterAll(async () => {
  await stub.close();
});
beforeEach(async () => {
  stub.role = 'cashier';
  stub.answers.clear();
  stub.calls.length = 0;
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await stub.join(context);
  page = await context.newPage();
});
afterEach(() => context.close());

const callsTo = (name: string) => stub.calls.filter((call) => call.startsWith(name));
const answer = (data: unknown) => ({ code: codes.ok, msg: '', data });
const row = (id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: String(id), exact: true }) });

test('R-CON-11 R-CON-12 the queue shows people, how each payee compares, and what waits past the usual time', async () => {
  await stub.open(page, '/withdrawals');
  await row(24).waitFor();
  expect(await row(24).innerText()).toMatch(
    /Rosa Testmann[\s\S]*Another name[\s\S]*Testmann Trade Ltd[\s\S]*Third party/,
  );
  expect(await row(23).innerText()).toMatch(/Close name[\s\S]*R\. Testmann/);
  expect(await row(26).innerText()).toMatch(/Not verified[\s\S]*No verified name/);
  await page.getByText('2 past P90').waitFor();
  expect(await page.getByRole('menuitem', { name: /Withdrawals/ }).innerText()).toMatch(/6/);
});

test('R-CON-12 another name is marked word by word, and approving waits until the names were compared', async () => {
  stub.answers.set('POST /withdrawals/24/approve', answer({ ...withdrawals[3], status: 'approved' }));
  await stub.open(page, '/withdrawals/24');
  await page.getByText('Compare the names first.').waitFor();
  await page.getByText('4 of 6').waitFor();
  expect(await page.locator('mark').allInnerTexts()).toEqual(['Rosa', 'Trade', 'Ltd']);
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  expect(await approve.isDisabled()).toBe(true);
  await page.keyboard.press('a');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('I compared the payee’s name with the verified name.').check();
  await page.keyboard.press('a');
  // The cursor is on the safe choice; the money leaves on Ctrl and Enter only.
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(callsTo('POST')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Withdrawal 25' }).waitFor();
  expect(callsTo('POST /withdrawals/24/approve')).toHaveLength(1);
});

test('R-CON-16 J, K, Enter, N and P move through the queue; they rest while typing and when they are switched off', async () => {
  await stub.open(page, '/withdrawals');
  await row(21).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(() => row(21).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 6').waitFor();
  await page.keyboard.press('n');
  await page.getByText('2 of 6').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Withdrawal 21' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('heading', { name: 'Deposits' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('gwn');
  expect(await page.getByLabel('User number').inputValue()).toBe('gwn');
  expect(new URL(page.url()).pathname).toBe('/console/deposits');
  await page.getByRole('button', { name: 'All keys' }).click();
  await page.getByRole('switch', { name: 'Single keys' }).uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Deposits' }).click();
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Next in queue' }).click();
  await page.getByRole('heading', { name: 'Deposit 11' }).waitFor();
  expect(callsTo('GET /deposits/').map((call) => call.split(' ')[1])).toEqual(['/deposits/11']);
});

test('R-CON-17 a rejection takes a ready remark in the client’s language, which can be edited', async () => {
  stub.answers.set('POST /withdrawals/22/reject', answer({ ...withdrawals[1], status: 'rejected' }));
  await stub.open(page, '/withdrawals/22');
  await page.getByText('2 of 6').waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject withdrawal' });
  await dialog.getByText('In the client’s language: Deutsch').waitFor();
  await page.keyboard.press('2');
  const remark = dialog.getByLabel('Remark');
  await expect.poll(() => remark.inputValue()).toMatch(/^Bitte zahlen Sie zuerst/);
  await remark.press('End');
  await remark.pressSequentially(' Danke.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Withdrawal 23' }).waitFor();
  expect(callsTo('POST /withdrawals/22/reject')[0]).toMatch(/Bitte zahlen Sie zuerst[^"]* Danke\./);
});

test('R-CON-15 only plain withdrawals are reviewed together; each is approved by its own hash and reports its outcome', async () => {
  stub.answers.set('POST /withdrawals/22/approve', answer({ ...withdrawals[1], status: 'approved' }));
  stub.answers.set('POST /withdrawals/25/approve', { code: codes.payloadChanged, msg: 'It has changed', data: null });
  await stub.open(page, '/withdrawals');
  await row(22).waitFor();
  for (const id of [21, 23, 24, 26]) expect(await page.getByLabel(`Select ${id}`).isDisabled()).toBe(true);
  await page.getByLabel('Select 22').check();
  await page.getByLabel('Select 25').check();
  await page.getByRole('link', { name: 'Review 2 together' }).click();
  await page.getByRole('button', { name: 'Approve 2 withdrawals' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 withdrawals' }).click();
  await page.getByRole('region', { name: 'Withdrawal 22' }).getByText('Approved', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Withdrawal 25' }).getByText('It has changed').waitFor();
  const hashes = callsTo('POST').map((call) => [call.split(' ')[1], call.includes('"payload_hash":"qqq')]);
  expect(hashes).toEqual([
    ['/withdrawals/22/approve', true],
    ['/withdrawals/25/approve', true],
  ]);
  // A link to one that needs a closer look does not put it among those approved.
  await stub.open(page, '/withdrawals/review?ids=24,22');
  await page.getByText('This one needs a closer look').waitFor();
  await page.getByRole('button', { name: 'Approve 1 withdrawal' }).waitFor();
});

test('R-CON-14 a change of the queue reads its rows again, not while they are under the pointer', async () => {
  const counts = (mark: string, waiting: number) =>
    answer({
      at: Date.now(),
      queues: [{ name: 'withdrawals', waiting, late: 0, oldest_at: 1, oldest_id: 21, p90_ms: null, mark }],
    });
  stub.answers.set('GET /queues', () => counts('a', 6));
  await page.clock.install();
  await stub.open(page, '/withdrawals');
  await row(21).waitFor();
  const reads = () => callsTo('GET /withdrawals?').length;
  const asked = () => callsTo('GET /queues').length;
  const turn = async () => {
    const before = asked();
    await page.clock.runFor(5_500);
    await expect.poll(asked).toBeGreaterThan(before);
  };
  const first = reads();
  await turn();
  expect(reads()).toBe(first);
  stub.answers.set('GET /queues', () => counts('b', 7));
  await turn();
  await expect.poll(reads).toBe(first + 1);
  await expect.poll(() => page.getByRole('menuitem', { name: /Withdrawals/ }).innerText()).toMatch(/7/);
  await row(22).hover();
  stub.answers.set('GET /queues', () => counts('c', 8));
  await turn();
  await page.getByText('The queue has changed.').waitFor();
  expect(reads()).toBe(first + 1);
  await page.mouse.move(0, 0);
  await expect.poll(reads).toBe(first + 2);
  await page.getByText('The queue has changed.').waitFor({ state: 'detached' });
});

test('R-CON-18 nobody waits, no entry fits, and a failed reading each say so; rows that were read stay', async () => {
  stub.answers.set('GET /withdrawals', answer({ data: [], total: 0 }));
  await stub.open(page, '/withdrawals');
  await page.getByRole('heading', { name: 'Nobody waits' }).waitFor();
  await page.getByLabel('User number').fill('4711');
  await page.getByText('6 waiting entries are hidden by the filters.').waitFor();
  stub.answers.delete('GET /withdrawals');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(21).waitFor();
  stub.answers.set('GET /withdrawals', { code: codes.unavailable, msg: 'Not now', data: null });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByText(/Not now/).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

test('R-CON-20 the dashboard names a break of client money with its amount', async () => {
  await stub.open(page, '/');
  await page.getByText('Received − clients − firm = 0.00').waitFor();
  const tied = consoleSamples['/tie-out']?.() as { ledgers: object[] };
  const broken = { ...tied, ledgers: [{ ...tied.ledgers[0], difference: '-0.010000' }], breaks: ['ledger'] };
  stub.answers.set('GET /tie-out', answer(broken));
  await stub.open(page, '/');
  await page.getByText('The ledger does not tie out. Received − clients − firm = −0.01').waitFor();
});

test('R-CON-22 Ctrl K searches from anywhere; arrows choose, Enter opens, and a pause in typing asks once', async () => {
  stub.answers.set('POST /search', answer(found));
  await stub.open(page, '/withdrawals');
  await row(21).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox', { name: 'Search' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await typeAtOnce(field, 'withdr');
  await dialog
    .getByRole('option', { name: /Rosa Testmann/ })
    .first()
    .waitFor();
  expect(await dialog.getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/Rosa Testmann\s+91418880 · ro••••@test\.example\s+Real/),
    expect.stringMatching(/Withdrawal 24\s+Rosa Testmann · Requested[\s\S]*1,200\.00 USD/),
    expect.stringMatching(/Receipt 8000001-open\s+91418880 · EURUSD · Buy · 0\.50\s+Closed/),
    expect.stringMatching(/^Withdrawals/),
  ]);
  expect(callsTo('POST /search')).toEqual(['POST /search {"q":"withdr"}']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => dialog.getByRole('option', { selected: true }).innerText()).toMatch(/Withdrawal 24/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Withdrawal 24' }).waitFor();
  expect(await dialog.count()).toBe(0);
});

const found = {
  clients: [
    { uid: '91418880', name: 'Rosa Testmann', account: 'ro••••@test.example', is_demo: false, is_disabled: false },
  ],
  funds: [
    {
      kind: 'withdrawal',
      id: 24,
      uid: '91418884',
      name: 'Rosa Testmann',
      amount: '1200.00',
      status: 'requested',
      requested_at: 1_795_000_000_000,
    },
  ],
  orders: [
    {
      id: 8_000_001,
      uid: '91418880',
      symbol: 'EURUSD',
      side: 'buy',
      lots: '0.50',
      status: 'closed',
      receipt: '8000001-open',
    },
  ],
  accounts: [],
};
