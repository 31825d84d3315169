import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { codes } from '@candor/contracts/codes';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consolePaths } from '../../testkit/console-paths.ts';
import { ConsoleStub } from '../../testkit/console-stub.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';

/** Server of the built console with its production headers; calls are answered from samples. */
let stub: ConsoleStub;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

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
  problems = [];
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await stub.join(context);
  page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => context.close());

const heading = () => page.locator('h1').first();
const settled = async () => {
  await heading().waitFor();
  await page.waitForLoadState('networkidle');
};

test('R-OPS-71 R-OPS-72 every page renders under its strict policy without errors and calls the operators’ API only', async () => {
  await stub.open(page, '/me');
  for (const path of consolePaths) {
    await stub.go(page, path);
    expect(await page.getByText('could not be shown').count(), path).toBe(0);
    expect(await page.getByText('could not be loaded').count(), path).toBe(0);
  }
  expect(problems).toEqual([]);
  expect(stub.strangers).toEqual([]);
});

test('R-OPS-72 an unknown call, a refusal and a malformed answer are each reported on the page', async () => {
  stub.answers.set('GET /exposure', { code: codes.unknownPath, msg: 'Unknown path' });
  await stub.open(page, '/exposure');
  await page.getByText('Unknown path').waitFor();
  stub.answers.set('GET /company', { code: codes.notPermitted, msg: 'You may not do this' });
  await stub.open(page, '/company');
  await page.getByText(/You may not do this/).waitFor();
  stub.answers.set('GET /dashboard', { code: codes.ok, msg: '', data: { days: 'none' } });
  await stub.open(page, '/');
  await page.getByText(/does not match this version of the console/).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
});

test('R-OPS-74 signing out leaves neither the page nor its filters to the next operator', async () => {
  const operator = { id: 2, email: 'bea@test.example', role: 'admin', is_installation: false, needs: [] };
  stub.answers.set('POST /logout', { code: codes.ok, msg: '', data: null });
  stub.answers.set('POST /login', { code: codes.ok, msg: '', data: { token: 'of-bea', operator } });
  const filter = encodeURIComponent('{"q":"jane.doe@secret.example"}');
  await stub.open(page, `/deposits?page=2&filter=${encodeURIComponent('{"uid":"4711"}')}`);
  await settled();
  // Changing the order keeps the address of the list for the way back.
  await page.getByRole('columnheader').getByRole('button').first().click();
  await stub.go(page, `/users?filter=${filter}`);
  await page.getByRole('button', { name: 'ada@test.example' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByLabel('Password').waitFor();
  expect(new URL(page.url())).toMatchObject({ pathname: '/console/login', search: '' });
  stub.calls.length = 0;
  await page.getByLabel('Email').fill('bea@test.example');
  await page.getByLabel('Password').fill('correct horse battery staple');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'bea@test.example' }).waitFor();
  expect(new URL(page.url())).toMatchObject({ pathname: '/console', search: '' });
  await page.getByRole('menuitem', { name: 'Deposits' }).click();
  await settled();
  expect(stub.calls.filter((asked) => /jane\.doe|4711|[?&]page=2&/.test(asked))).toEqual([]);
});

test('R-OPS-72 a link cannot make the page export a list', async () => {
  await stub.open(page, `/deposits?filter=${encodeURIComponent('{"format":"csv"}')}`);
  await settled();
  expect(stub.calls.filter((asked) => asked.startsWith('GET /deposits?'))).not.toEqual([]);
  expect(stub.calls.filter((asked) => asked.includes('format='))).toEqual([]);
});

test('R-OPS-70 the menu lists only pages that the role may open', async () => {
  stub.role = 'dealer';
  await stub.open(page, '/');
  await page.getByRole('menuitem', { name: 'Instruments' }).waitFor();
  const items = await page.getByRole('menuitem').allInnerTexts();
  expect(items).toEqual(expect.arrayContaining(['Dashboard', 'Orders', 'Halts', 'Exposure']));
  for (const hidden of ['Deposits', 'Users', 'Audit trail', 'Operators', 'Identity checks'])
    expect(items).not.toContain(hidden);
});

describe('R-OPS-75 R-OPS-76 an approval', () => {
  test('repeats its data in the dialog and is sent with its hash, under one id until it is answered', async () => {
    await stub.open(page, '/deposits/11');
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve deposit' });
    await dialog.getByText('1,250.00 USDT').waitFor();
    await dialog.getByText('TTestAddressTestAddressTestAddress1').waitFor();
    await context.route(/deposits\/11\/approve/, (route) => route.abort('connectionreset'), { times: 1 });
    await dialog.getByRole('button', { name: 'Approve deposit' }).click();
    await dialog.getByText(/the outcome of the request is unknown/).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    stub.answers.set('POST /deposits/11/approve', { code: codes.payloadChanged, msg: 'It has changed.' });
    await dialog.getByRole('button', { name: 'Approve deposit' }).click();
    await dialog.getByText(/It has changed/).waitFor();
    await dialog.getByRole('button', { name: 'Approve deposit' }).click();
    await expect.poll(() => sent.length).toBe(2);
    const [again, after] = sent.map((body) => JSON.parse(body) as { payload_hash: string; client_id: string });
    expect(again).toMatchObject({ payload_hash: 'q'.repeat(43), client_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(after?.client_id).not.toBe(again?.client_id);
  });

  test('of changed data is refused with a notice, and the page reloads the data', async () => {
    await stub.open(page, '/withdrawals/21');
    await page.getByText('The payout method has changed').waitFor();
    stub.answers.set('POST /withdrawals/21/approve', { code: codes.payloadChanged, msg: 'It has changed.' });
    await page.getByRole('button', { name: 'Approve' }).click();
    const reads = () => stub.calls.filter((call) => call.startsWith('GET /withdrawals/21')).length;
    const before = reads();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve withdrawal' }).click();
    await page
      .getByText(/It has changed since you opened it/)
      .first()
      .waitFor();
    await expect.poll(reads).toBe(before + 1);
  });
});

test('R-OPS-77 both sides of a document are requested once, and can be enlarged', async () => {
  await stub.open(page, '/verifications/41');
  await page.getByRole('button', { name: 'Enlarge: Front side' }).click();
  const large = page.getByRole('dialog', { name: 'Front side' });
  const width = () => large.getByRole('img').evaluate((image) => image.clientWidth);
  const fitted = await width();
  await large.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(width).toBeGreaterThan(fitted * 1.4);
  await large.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('img', { name: 'Back side' }).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  expect(stub.calls.filter((call) => call.startsWith('GET /verifications/41'))).toHaveLength(1);
  stub.answers.set('GET /verifications/42', { code: codes.invalidField, msg: 'Reason', data: { field: 'reason' } });
  await stub.open(page, '/verifications/42');
  await page.getByLabel('Reason').fill('A complaint');
  stub.answers.set('GET /verifications/42', { code: codes.verificationNotFound, msg: 'No such check' });
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('No such check').waitFor();
  expect(stub.calls.at(-1)).toContain('reason=A+complaint');
});

describe('R-OPS-73 R-OPS-74 signing in', () => {
  const signIn = async (path = '/') => {
    await page.goto(`${stub.url}/console${path}`);
    await page.getByLabel('Email').fill('ada@test.example');
    await page.getByLabel('Password').fill('first password of all');
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const operator = { id: 1, email: 'ada@test.example', role: 'admin', is_installation: false };

  test('R-CON-28 accepts an invitation by its link, then sets up the second factor', async () => {
    stub.answers.set('POST /invitation', { code: codes.ok, msg: '', data: { email: operator.email } });
    const data = { token: 'new-token', operator: { ...operator, needs: ['totp'] } };
    stub.answers.set('POST /login', { code: codes.ok, msg: '', data });
    const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Candor:ada?secret=JBSWY3DPEHPK3PXP' };
    stub.answers.set('POST /me/totp', { code: codes.ok, msg: '', data: secret });
    stub.answers.set('POST /me/totp/confirm', { code: codes.ok, msg: '' });
    await page.goto(`${stub.url}/console/invitation#the-token-of-the-mail`);
    await page.getByRole('heading', { name: 'Accept your invitation' }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill('four quiet herons');
    await page.getByLabel('New password again').fill('four quiet herons');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await page.getByLabel(/Six digits/).fill('123456');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(
      stub.calls.some((call) => call.includes('the-token-of-the-mail') && !call.startsWith('POST /invitation')),
    ).toBe(false);
    await page.goto(`${stub.url}/console/invitation`);
    await page.getByLabel('Invitation from the mail').waitFor();
    expect(problems).toEqual([]);
  });

  test('requires a new password and a second factor at the first sign-in, with no other calls before', async () => {
    const data = { token: 'new-token', operator: { ...operator, needs: ['password', 'totp'] } };
    stub.answers.set('POST /login', { code: codes.ok, msg: '', data });
    stub.answers.set('POST /me/password', { code: codes.ok, msg: '' });
    const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Candor:ada?secret=JBSWY3DPEHPK3PXP' };
    stub.answers.set('POST /me/totp', { code: codes.ok, msg: '', data: secret });
    stub.answers.set('POST /me/totp/confirm', { code: codes.ok, msg: '' });
    await signIn();
    await page.getByLabel('New password', { exact: true }).fill('four quiet herons');
    await page.getByLabel('New password again').fill('four quiet herons!');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The passwords differ').waitFor();
    await page.getByLabel('New password again').fill('four quiet herons');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await expect.poll(() => page.getByText('JBSWY3DPEHPK3PXP').isVisible()).toBe(true);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.getByLabel(/Six digits/).fill('123456');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const writes = stub.calls.filter((call) => call.startsWith('POST')).map((call) => call.split(' ')[1]);
    expect(writes).toEqual(['/login', '/me/password', '/me/totp', '/me/totp/confirm']);
    expect(problems).toEqual([]);
  });

  test('R-OPS-83 redirects to the requested page, and never to another site', async () => {
    const data = { token: 'new-token', operator: { ...operator, needs: [] } };
    stub.answers.set('POST /login', { code: codes.ok, msg: '', data });
    await signIn('/deposits/11');
    await page.getByRole('heading', { name: 'Deposit 11' }).waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await signIn('/login?from=%2F%2Fevil.example');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(new URL(page.url()).origin).toBe(stub.url);
  });

  test('asks an operator with an authenticator for its six digits', async () => {
    let isAsked = false;
    stub.answers.set('POST /login', () => {
      const data = { token: 'new-token', operator: { ...operator, needs: [] } };
      const answer = isAsked ? { code: codes.ok, msg: '', data } : { code: codes.secondFactorRequired, msg: 'Code' };
      isAsked = true;
      return answer;
    });
    await signIn();
    await page.getByLabel(/Six digits/).fill('654321');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(stub.calls.filter((call) => call.startsWith('POST /login')).at(-1)).toContain('"code":"654321"');
  });

  test('is shown with a notice when the session has ended', async () => {
    await stub.open(page, '/deposits');
    await settled();
    stub.answers.set('GET /withdrawals', { code: codes.sessionExpired, msg: 'Log in again' });
    await page.getByRole('menuitem', { name: 'Withdrawals' }).click();
    await page.getByText('Your session has ended').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('candor.console.session'))).toBeNull();
  });

  test('is shown after half an hour without use, despite the page’s automatic reloads', async () => {
    await page.clock.install();
    await stub.open(page, '/deposits');
    await settled();
    const reads = () => stub.calls.filter((call) => call.startsWith('GET /queues')).length;
    // Each reload waits for the previous answer, and answers take real time.
    for (let read = 0; read < 4; read++) {
      const known = reads();
      await page.clock.runFor(7 * 60_000);
      await expect.poll(reads).toBeGreaterThan(known);
    }
    expect(await page.getByText('half an hour without use').count()).toBe(0);
    // In steps, so that the clock does not outrun the call that ends the session.
    const notice = page.getByText('half an hour without use');
    for (let step = 0; step < 12 && (await notice.count()) === 0; step += 1) await page.clock.runFor(15_000);
    await notice.waitFor();
    await expect.poll(() => stub.calls.some((call) => call.startsWith('POST /logout'))).toBe(true);
  });
});

test('R-OPS-79 R-CON-19 the dashboard begins with waiting requests and charts each figure of the server', async () => {
  await stub.open(page, '/');
  await page.getByRole('link', { name: 'Deposits: Next' }).waitFor();
  for (const chart of ['Deposits', 'Withdrawals', 'Active traders', 'Volume', 'Revenue'])
    await page.getByRole('img', { name: new RegExp(`^${chart}\\. Highest day`) }).waitFor();
  // R-SES-37: SMS sent today, with a warning when most of the limit is used.
  const sms = page.getByRole('region', { name: 'SMS today' });
  await sms.getByText('412 of 1000').waitFor();
  await sms.getByRole('alert').waitFor();
  await page.getByRole('button', { name: '90 days' }).click();
  await expect.poll(() => stub.calls.some((call) => call.includes('/dashboard?days=90'))).toBe(true);
  await page.getByRole('link', { name: 'Deposits: Next' }).click();
  await page.getByRole('heading', { name: 'Deposit 11' }).waitFor();
});

test('R-OPS-80 accents are previewed on both page colours while typed, with a warning if unreadable', async () => {
  await stub.open(page, '/company');
  const preview = page.getByRole('group', { name: 'Preview' });
  const shown = () =>
    preview.getByText('Open account').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  await preview.getByText('Open account').first().waitFor();
  await page.getByLabel('Action', { exact: true }).fill('#0a1a3f');
  await expect.poll(shown).toEqual(['rgb(10, 26, 63)', 'rgb(242, 244, 248)']);
  await preview.getByText(/Not readable/).waitFor();
});

test('R-OPS-81 an article is previewed in a fully sandboxed frame', async () => {
  const html = '<h1>Made</h1><img src="x" onerror="parent.document.title=1"><script>parent.document.title=2</script>';
  stub.answers.set('POST /articles/preview', { code: codes.ok, msg: '', data: { html, removed: 2 } });
  await stub.open(page, '/articles/9');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('2 unsafe parts were removed').waitFor();
  const frame = page.frameLocator('iframe[title="Preview of the text"]');
  await frame.getByRole('heading', { name: 'Made' }).waitFor();
  await expect.poll(() => page.locator('iframe').getAttribute('sandbox')).toBe('');
  expect(await page.title()).toContain('Test article');
});

interface AxeResult {
  readonly violations: {
    readonly id: string;
    readonly nodes: { readonly target: string[]; readonly html: string }[];
  }[];
}

describe('R-OPS-82 every page', () => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('passes axe and is no wider than the window: %s at %i px', async (theme, width) => {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
    await page.addInitScript((name) => localStorage.setItem('candor.console.theme', name), theme);
    const found: string[] = [];
    await stub.open(page, '/me');
    // The page's policy blocks script tags; the debugger may still run a script.
    await page.evaluate(await readFile(axe, 'utf8'));
    for (const path of consolePaths) {
      await stub.go(page, path);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wider > 0) found.push(`${path} is ${wider} px wider than the window`);
      const { violations } = (await page.evaluate(() => {
        const { axe: run } = window as unknown as { axe: { run: (options: object) => Promise<unknown> } };
        return run.run({ resultTypes: ['violations'] }) as Promise<never>;
      })) as AxeResult;
      for (const { id, nodes } of violations) found.push(`${path} ${id}: ${nodes[0]?.html.slice(0, 160)}`);
    }
    expect(found).toEqual([]);
  });

  test('works by keyboard: past the menu, into a row, and through its decision', async () => {
    await stub.open(page, '/deposits');
    await settled();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '11', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deposit 11' }).waitFor();
    await page.getByRole('button', { name: 'Reject' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reject deposit' });
    await dialog.waitFor();
    await page.keyboard.type('no');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

test('R-CAL-02 a file with problems is reported once, as an error, and can be chosen again under its name', async () => {
  const refused = {
    ...{ is_stored: false, added: 0, changed: 0, removed: 0, unchanged: 0, problem_count: 1, differences: [] },
    problems: [{ line: 2, problem: 'time-unreadable', value: 'tomorrow' }],
  };
  stub.answers.set('POST /calendar/import', { code: codes.ok, msg: '', data: refused });
  await stub.open(page, '/calendar');
  const file = page.getByLabel('Choose a file');
  await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('uid,time\na,tomorrow\n') });
  await page.getByText('File: a.csv').waitFor();
  expect(await file.inputValue(), 'a browser reports the same file only after its value is gone').toBe('');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('alert').getByText('One problem. Nothing was imported.').waitFor();
  expect(await page.getByText('One problem. Nothing was imported.').count()).toBe(1);
});
