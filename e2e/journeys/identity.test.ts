import { afterEach, describe, expect, test } from 'vitest';
import { codeMailedTo } from '../../testkit/outbox.ts';
import { call } from '../../testkit/product.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { until } from '../../testkit/until.ts';
import type { IdentityApp } from '../page-models/identity-app.ts';
import { IdentityPhones, password } from '../page-models/identity-phones.ts';

const phones = new IdentityPhones('192.0.2');
const { dataDir } = phones;
afterEach(() => phones.closeAll());

const path = (app: IdentityApp) => new URL(app.page.url()).pathname;

describe('registering (R-SES-08, R-SCR-08, R-CON-05)', () => {
  test('by the code in a mail; the resend wait survives a reload, and two taps register once', async () => {
    const app = await phones.pickUp();
    const calls: string[] = [];
    app.page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
    await app.open('/register?from=/order');
    await app.button('Send code').click();
    expect(await app.problemOf('Email')).toBe('Please enter your email');
    expect(await app.problemOf('Password')).toBeNull();
    await app.type({ Email: 'first@example.com' });
    await app.button('Send code').click();
    await expect.poll(() => app.button(/^Resend in (60|5\d) s/).isDisabled()).toBe(true);
    await app.page.reload();
    await expect.poll(() => app.button(/^Resend in [1-5]\d s/).isDisabled()).toBe(true);

    const code = await codeMailedTo(dataDir, 'first@example.com');
    await app.type({
      Email: 'first@example.com',
      'Verification code': code,
      Password: password,
      'Confirm password': `${password}!`,
    });
    await app.button('Create account').click();
    expect(await app.problemOf('Confirm password')).toBe('Password inconsistency');
    expect(calls).not.toContain('/api/user/register');
    await app.type({ 'Confirm password': password });
    await app.button('Create account').dblclick();
    await app.page.getByText('Your account is ready').waitFor();
    await expect.poll(() => path(app)).toBe('/order');
    expect(calls.filter((call) => call === '/api/user/register')).toHaveLength(1);
    await app.open('/user');
    await app.page.getByText('first@example.com').waitFor();
    await app.page.getByText('Real', { exact: true }).first().waitFor();
  });
});

test('after several codes from one network a captcha is required before the next code (R-SES-23)', async () => {
  const app = await phones.pickUp();
  const sheet = app.page.getByRole('dialog', { name: 'Before we send a code' });
  for (let count = 0; count < 8 && !(await sheet.isVisible()); count += 1) {
    await app.open('/forgot');
    await app.page.evaluate(() => localStorage.removeItem('candor.cooldowns'));
    await app.page.reload();
    await app.type({ Email: `stranger${count}@example.com` });
    await app.button('Send code').click();
    await sheet
      .or(app.button(/^Resend in/))
      .first()
      .waitFor();
  }
  const picture = sheet.getByRole('img', { name: 'Characters to type' });
  const before = await picture.getAttribute('src');
  // The whole picture is visible: no character is cut off at a side (R-SES-18).
  const shown = await picture.evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect();
    return {
      ratio: width / height,
      own: image.naturalWidth / image.naturalHeight,
      fit: getComputedStyle(image).objectFit,
    };
  });
  expect(shown).toMatchObject({ ratio: shown.own, fit: 'contain' });
  await sheet.getByRole('button', { name: 'Refresh image' }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
  await app.type({ 'Type the characters': '0' });
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect.poll(() => app.problemOf('Type the characters')).toContain('do not match');
});

describe('logging in (R-SES-01, R-NAV-04, R-ERR-02)', () => {
  test('names each missing field, shows an error at its field, and leads to the requested page', async () => {
    const app = await phones.registered('second@example.com');
    await app.logOut();
    await app.open('/mine/security');
    await app.button('Log in').click();
    expect(await app.problemOf('Email')).toBe('Please enter your email');
    expect(await app.problemOf('Password')).toBe('Please enter password');
    await app.logIn('second@example.com', 'not the password');
    await expect.poll(() => app.problemOf('Password')).toContain('password is wrong');
    await app.page.getByRole('status').getByText('password is wrong').waitFor();
    expect(await app.field('Password').evaluate((field) => field === document.activeElement)).toBe(true);
    await app.logIn('second@example.com', password);
    await expect.poll(() => path(app)).toBe('/mine/security');
    await expect.poll(() => app.devices.count()).toBe(1);
    expect(await storedTexts(app)).not.toContain(password);
  });

  test('a failed connection shows an error and leaves no password on the device', async () => {
    const app = await phones.pickUp();
    await app.open('/login');
    let fail = () => {};
    const isSeen = new Promise<void>((resolve) => (fail = resolve));
    await app.page.route('**/api/user/loginForU', async (route) => {
      await isSeen;
      await route.abort();
    });
    await app.logIn('nobody@example.com', password);
    await expect.poll(() => app.button('Log in').getAttribute('aria-busy')).toBe('true');
    fail();
    await app.page.getByText('Network error · ERR_NETWORK').waitFor();
    // The outcome of the call is unknown; still its password must not be stored on the device.
    expect(await storedTexts(app)).not.toContain(password);
    await expect.poll(() => app.button('Log in').getAttribute('aria-busy')).toBe('false');
  });
});

test('R-SES-41 logging out reaches the server although the page is closed at once', async () => {
  const app = await phones.registered('leaver@example.com');
  const token = await app.page.evaluate(
    () => (JSON.parse(localStorage.getItem('candor.session') ?? '') as { state: { token: string } }).state.token,
  );
  const user = () => call(sharedProduct().callUrl, '/api/user/info', null, token);
  expect(await user()).toMatchObject({ code: 1 });
  const devTools = await app.page.context().newCDPSession(app.page);
  const slow = { offline: false, latency: 1_000, downloadThroughput: -1, uploadThroughput: -1 };
  await app.open('/mine/system');
  await devTools.send('Network.emulateNetworkConditions', slow);
  await app.button('Log out').click();
  await app.page.getByText('Practise first').filter({ visible: true }).waitFor();
  await app.page.close();
  await until('the session has ended', async () => (await user()).code === 999);
});

/** Returns all texts that the app has stored on the device. */
function storedTexts(app: IdentityApp): Promise<string> {
  return app.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
}

describe('a page closed to demo accounts (R-SES-14)', () => {
  test('answers “Only real account” and offers registration', async () => {
    const app = await phones.pickUp();
    await app.open('/login?from=/user');
    await app.startDemo();
    await app.button('Reset password').click();
    await app.page.getByRole('status').getByText('Only real account').waitFor();
    expect(path(app)).toBe('/user');
    await app.open('/mine/security');
    await app.page.getByRole('link', { name: 'Register' }).waitFor();
  });
});
