import { codes } from '@candor/contracts/codes';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drawCurrency, payWay, since, withdrawal } from '../../testkit/console-money-samples.ts';
import { consoleSamples } from '../../testkit/console-samples.ts';
import { ConsoleStub } from '../../testkit/console-stub.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';

/** Server of the built console's money pages; calls are answered from samples. */
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
  stub.role = 'admin';
  stub.answers.clear();
  stub.calls.length = 0;
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await stub.join(context);
  page = await context.newPage();
});
afterEach(() => context.close());

test('R-FND-44 approving one of several claims on a payment shows all claims and names the rejected ones', async () => {
  await stub.open(page, '/deposits/13');
  await page.getByText('Another account claims the same payment').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Compare claims' }).click();
  for (const [id, uid, paid] of [
    [13, '91418880', '1,250.00 USDT'],
    [14, '91418881', '1,200.00 USDT'],
  ] as const) {
    const claim = page.locator('section', { hasText: `Claim ${id}` });
    await claim.getByText(uid).waitFor();
    await claim.getByText(paid).waitFor();
    await claim.getByRole('img', { name: `Proof ${id}` }).waitFor();
  }
  const network = page.locator('section', { hasText: 'On the network' });
  await network.getByText('40 / 12').waitFor();
  await page.locator('section', { hasText: 'Claim 14' }).getByRole('button', { name: 'Approve this claim' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve claim 14' });
  await dialog.getByText(/13 are rejected/).waitFor();
  await dialog.getByLabel('Reason').fill('The address is the payer’s own.');
  await dialog.getByRole('button', { name: 'Approve claim 14' }).click();
  await expect
    .poll(() => stub.calls.find((call) => call.startsWith('POST /deposits/14/decide')))
    .toMatch(/"payload_hash":"q{43}","rivals":\[13\],"reason":"The address/);
});

describe('R-OPS-79 the dashboard without an active deposit method', () => {
  const hint = () => page.getByText('Nobody can pay in yet');
  const payWays = (...rows: object[]) =>
    stub.answers.set('GET /pay-ways', { code: codes.ok, msg: '', data: { data: rows, total: rows.length } });
  const dashboard = async () => {
    await stub.open(page, '/');
    await page.getByRole('img', { name: /^Revenue\. Highest day/ }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  test('links to the deposit methods if there are none or all are inactive, and not if one is active', async () => {
    payWays();
    await dashboard();
    await hint().waitFor();
    payWays({ ...payWay, is_active: false });
    await dashboard();
    await hint().waitFor();
    await page.getByRole('link', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Deposit methods' }).first().waitFor();
    payWays({ ...payWay, is_active: false }, { ...payWay, id: 4 });
    await dashboard();
    expect(await hint().count()).toBe(0);
  });

  test('requests no deposit methods for a role that may not read them', async () => {
    stub.role = 'support';
    payWays();
    await dashboard();
    expect(await hint().count()).toBe(0);
    expect(stub.calls.filter((call) => call.startsWith('GET /pay-ways'))).toEqual([]);
  });
});

test('a withdrawal on hold cannot be approved, and the button says until when; figures have their units', async () => {
  const held = (hours: number) =>
    stub.answers.set('GET /withdrawals/21', {
      code: codes.ok,
      msg: '',
      data: { ...withdrawal, held_until: since(-hours) },
    });
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  held(20);
  await stub.open(page, '/withdrawals/21');
  await page.getByText(/^On hold until \d/).waitFor();
  expect(await approve.isDisabled()).toBe(true);
  for (const figure of ['12,388.00 USDT', '12.00 USD', '1 USD = 1 USDT']) await page.getByText(figure).waitFor();
  held(-1);
  await page.reload();
  await approve.click();
  await page.getByRole('dialog', { name: 'Approve withdrawal' }).waitFor();
});

describe('the form of a payout currency', () => {
  const path = '/pay-ways/currency/4';
  const rate = () => page.getByLabel('Units of the currency per 1 USD');
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  const sent = () => stub.calls.filter((call) => call.startsWith('POST /draw-currencies/4'));
  const answer = (given: Parameters<typeof stub.answers.set>[1]) => stub.answers.set('POST /draw-currencies/4', given);

  test('shows a refused field once, at the field; the name on the wire appears nowhere', async () => {
    answer({ code: codes.invalidField, msg: 'Please check the field “usd_price”.', data: { field: 'usd_price' } });
    await stub.open(page, path);
    await rate().fill('2');
    await save();
    await page.getByText('Please check this entry.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('usd_price').count()).toBe(0);
    await expect.poll(() => rate().evaluate((input) => input === document.activeElement)).toBe(true);

    answer({ code: codes.invalidField, msg: 'Please check the field “kind_of”.', data: { field: 'realm' } });
    await save();
    await page.getByRole('alert').getByText('Please check: Kind.').waitFor();
  });

  test('R-FND-92 asks for a confirmation that names the rate, keeps the refusal after Cancel, and saves once confirmed', async () => {
    const refused = (expected: string | null) =>
      answer({ code: codes.rateUnconfirmed, msg: 'Check the rate.', data: { field: 'usd_price', expected } });
    await stub.open(page, path);
    await rate().fill('60000');
    refused(null);
    await save();
    const dialog = page.getByRole('dialog', { name: 'Check the rate' });
    await dialog.getByText('1 USD = 60000 USDT').waitFor();
    await dialog.getByText(/no earlier rate to compare/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Check the rate.', { exact: true }).waitFor();
    expect(sent().filter((call) => call.includes('is_rate_confirmed'))).toEqual([]);

    refused('1.01');
    await save();
    await dialog.getByText('1 USD = 1.01 USDT').waitFor();
    answer({ code: codes.ok, msg: '', data: { ...drawCurrency, usd_price: '60000' } });
    await dialog.getByRole('button', { name: 'Save this rate' }).click();
    await expect.poll(() => sent().at(-1)).toContain('"is_rate_confirmed":true');
    await page.waitForURL('**/pay-ways?tab=currencies');
    expect(await page.getByRole('tab', { name: 'Payout currencies' }).getAttribute('aria-selected')).toBe('true');
  });

  test('asks before unsaved changes are left, and stays or leaves by the answer', async () => {
    await stub.open(page, path);
    await rate().fill('2');
    const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
    const leave = () => page.getByRole('menuitem', { name: /^Withdrawals/ }).click();
    await leave();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await rate().inputValue()).toBe('2');
    await leave();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Withdrawals' }).waitFor();
  });
});

test('the tab of the money desk’s settings is in the address and survives a reload', async () => {
  await stub.open(page, '/pay-ways');
  await page.getByRole('tab', { name: 'Payout currencies' }).click();
  await page.waitForURL('**/pay-ways?tab=currencies');
  await page.reload();
  await page.getByRole('link', { name: 'Add payout currency' }).waitFor();
});

describe('R-CON-40 the page of a client', () => {
  const answer = (data: unknown) => ({ code: codes.ok, msg: '', data });
  const figures = () => page.locator('dl[aria-label="Account"]');

  test('shows the account live, and orders, ledger and payments in one place', async () => {
    const account = { ...(consoleSamples['/accounts/40011']?.() as object) };
    await stub.open(page, '/users/91418880');
    await page.getByRole('heading', { name: 'Rosa Testmann' }).waitFor();
    await figures().getByText('10,298.45').waitFor();
    stub.answers.set('GET /accounts/40011', answer({ ...account, equity: '10300.000000', open_result: '65.880000' }));
    await figures().getByText('10,300.00').waitFor();
    await figures().getByText('65.88').waitFor();
    const asked = () =>
      stub.calls.filter((call) =>
        /^GET \/(orders|deposits|withdrawals|accounts\/40011\/ledger|users\/91418880\/[a-z-]+)\?/.test(call),
      );
    for (const [tab, call, shown] of [
      ['Open', /^GET \/orders\?.*uid=91418880.*status=open/, '−8.50'],
      ['Pending', /^GET \/orders\?.*uid=91418880.*status=pending/, '−8.50'],
      ['Closed', /^GET \/orders\?.*uid=91418880.*status=closed/, '−8.50'],
      ['Ledger', /^GET \/accounts\/40011\/ledger\?/, '10,234.12'],
      ['Deposits', /^GET \/deposits\?.*uid=91418880/, '1,250.00 USDT'],
      ['Withdrawals', /^GET \/withdrawals\?.*uid=91418880/, 'Same name'],
      ['Payout methods', /^GET \/users\/91418880\/payout-methods\?/, 'DE89••••3000'],
      ['Notices to the client', /^GET \/users\/91418880\/notices\?/, 'EURUSD closed at 1.15419'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tabpanel', { name: tab }).getByText(shown).first().waitFor();
      expect(
        asked().some((one) => call.test(one)),
        tab,
      ).toBe(true);
    }
    // Each view of the person is recorded once, however long the page lives.
    expect(
      stub.calls.filter((one) => one.startsWith('GET /users/91418880 ') || one === 'GET /users/91418880'),
    ).toHaveLength(1);
  });

  test('R-CON-32 shows the notes of operators, and adds one that is repeated under one id until it is answered', async () => {
    await stub.open(page, '/users/91418880');
    const notes = page.locator('section', { has: page.getByRole('heading', { name: 'Notes', exact: true }) });
    await notes.getByText('Called: asks when the payout arrives.').waitFor();
    await notes.getByText('sue@test.example').waitFor();
    stub.answers.set('POST /users/91418880/notes', { code: codes.unavailable, msg: 'Try again.' });
    await notes.getByRole('button', { name: 'Add a note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a note' });
    await dialog.getByLabel('Note').fill('Sent the new form.');
    await dialog.getByRole('button', { name: 'Add a note' }).click();
    await dialog.getByRole('alert').getByText('Try again.').waitFor();
    stub.answers.set('POST /users/91418880/notes', answer(null));
    await dialog.getByRole('button', { name: 'Add a note' }).click();
    await dialog.waitFor({ state: 'detached' });
    const sent = stub.calls.filter((call) => call.startsWith('POST /users/91418880/notes'));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain('"note":"Sent the new form."');
    expect(sent[1]).toBe(sent[0]);
  });

  test('has a title for a client without a verified name', async () => {
    const user = consoleSamples['/users/91418880']?.() as object;
    stub.answers.set('GET /users/91418880', answer({ ...user, name: '', is_demo: 1, review_status: 0 }));
    await stub.open(page, '/users/91418880');
    await page.getByRole('heading', { name: 'User 91418880' }).waitFor();
    await page.getByText('Not submitted').first().waitFor();
    // R-CON-35: the number is shown once, and what is missing is no larger than the facts beside it.
    expect(await page.locator('main').getByText('91418880').count()).toBe(1);
    const sizeOf = (words: string) =>
      page
        .locator('dd', { hasText: words })
        .first()
        .evaluate((fact) => getComputedStyle(fact).fontSize);
    expect(await sizeOf('Not verified')).toBe(await sizeOf('rosa@test.example'));
  });

  test('R-CON-35 a limit of none is an empty field, and stays none when another limit is set', async () => {
    const user = consoleSamples['/users/91418880']?.() as { limits: object };
    const limits = { ...user.limits, withdrawal_day_max: '0.000000' };
    stub.answers.set('GET /users/91418880', answer({ ...user, limits }));
    stub.answers.set('POST /users/91418880/limits', answer({ ...limits, orders_max: 7 }));
    await stub.open(page, '/users/91418880');
    const daily = page.getByLabel('Withdrawals a day (USD)');
    await daily.waitFor();
    expect(await daily.inputValue()).toBe('');
    await page.getByLabel('Open orders', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Set limits' }).click();
    await expect
      .poll(() => stub.calls.find((call) => call.startsWith('POST /users/91418880/limits')))
      .toMatch(/"orders_max":7,"withdrawal_day_max":"0"/);
    stub.answers.set(
      'GET /users/91418880',
      answer({ ...user, limits: { ...limits, withdrawal_day_max: '2500.500000' } }),
    );
    await page.reload();
    await daily.waitFor();
    expect(await daily.inputValue()).toBe('2500.5');
  });

  test('R-CON-35 prices and lots keep the digits of their instrument', async () => {
    const sample = consoleSamples['/instruments'] ?? expect.fail('the list has a sample');
    const listed = (sample() as { data: object[] }).data[0] ?? {};
    stub.answers.set('GET /instruments', answer({ data: [{ ...listed, bid: '1.15400', ask: '1.15410' }], total: 1 }));
    await stub.open(page, '/instruments');
    await page.getByText('1.15400', { exact: true }).waitFor();
    await page.getByText('1.15410', { exact: true }).waitFor();
    await stub.go(page, '/orders');
    await page.getByText('0.50', { exact: true }).first().waitFor();
  });
});

test('R-OPS-60 the page of the exposure follows the market by itself, by instrument and by currency', async () => {
  const answer = (data: unknown) => ({ code: codes.ok, msg: '', data });
  const sample = consoleSamples['/exposure']?.() as { data: object[] };
  await stub.open(page, '/exposure');
  const currencies = page.locator('section', { hasText: 'net by currency' });
  await currencies.getByText('507,904.12').first().waitFor();
  await page.getByText('−412.50').first().waitFor();
  const [row = {}] = sample.data;
  stub.answers.set('GET /exposure', answer({ data: [{ ...row, client_profit: '-99.500000' }], total: 1 }));
  stub.answers.set('GET /exposure/currencies', answer({ currencies: [{ currency: 'GBP', net_usd: '5.000000' }] }));
  await page.getByText('−99.50').first().waitFor();
  await currencies.getByText('GBP').waitFor();
  await page.getByRole('tab', { name: 'Demo' }).click();
  await expect.poll(() => stub.calls.some((call) => call.startsWith('GET /exposure/currencies?realm=demo'))).toBe(true);
});

test('R-OPS-61 the page of the exposure shows the accounts nearest to stop-out, live, each with its client', async () => {
  const answer = (data: unknown) => ({ code: codes.ok, msg: '', data });
  const sample = consoleSamples['/exposure/accounts']?.() as { accounts: object[] };
  await stub.open(page, '/exposure');
  const near = page.getByRole('region', { name: 'Nearest to stop-out' });
  await near.getByText('55.25 %').waitFor();
  await near.getByText('Buy 0.60 EURUSD (−214.20)').waitFor();
  const [row = {}] = sample.accounts;
  const moved = { accounts: [{ ...row, margin_level: '51.02' }], is_whole: false };
  stub.answers.set('GET /exposure/accounts', answer(moved));
  await near.getByText('51.02 %').waitFor();
  await page.getByText('some of them may be missing here').waitFor();
  // Without any, the page says of which kind none are.
  stub.answers.set('GET /exposure/accounts', answer({ accounts: [], is_whole: true }));
  await page.getByText('No real account has an open position.').waitFor();
  await page.getByRole('tab', { name: 'Demo' }).click();
  await page.getByText('No demo account has an open position.').waitFor();
  stub.answers.set('GET /exposure/accounts', answer(moved));
  await near.getByRole('link', { name: '91418880' }).click();
  await page.getByRole('heading', { name: 'Rosa Testmann' }).waitFor();
});
