import type { Browser, BrowserContext } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { codeMailedTo, mailsTo } from '../../testkit/outbox.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { totpOf } from '../../testkit/totp.ts';
import { IdentityApp } from '../page-models/identity-app.ts';

const password = 'seven quiet herons';
const { dataDir, callUrl } = sharedProduct();
let browser: Browser;
const phones: BrowserContext[] = [];

beforeAll(async () => {
  browser = await sharedBrowser();
});
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});

let networks = 0;

/** Opens a phone on a separate network, because codes are counted per network. */
async function pickUpPhone(): Promise<IdentityApp> {
  networks += 1;
  const phone = await newPhone(browser, { extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${networks}` } });
  phones.push(phone);
  // Pages and calls share one origin: the header that the driver adds must not go to another origin.
  return new IdentityApp(await phone.newPage(), callUrl);
}

/** Registers a user on a new phone. */
async function registered(email: string): Promise<IdentityApp> {
  const app = await pickUpPhone();
  await app.register(email, password, () => codeMailedTo(dataDir, email));
  return app;
}

const path = (app: IdentityApp) => new URL(app.page.url()).pathname;

describe('registering (R-SES-08, R-SCR-08, R-CON-05)', () => {
  test('by the code in a mail; the resend wait survives a reload, and two taps register once', async () => {
    const app = await pickUpPhone();
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
  const app = await pickUpPhone();
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
    const app = await registered('second@example.com');
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
    const app = await pickUpPhone();
    await app.open('/login');
    await app.page.route('**/api/user/loginForU', (route) => route.abort());
    await app.logIn('nobody@example.com', password);
    await expect.poll(() => app.button('Log in').getAttribute('aria-busy')).toBe('true');
    await app.page.getByText('Network error · ERR_NETWORK').waitFor();
    // The outcome of the call is unknown; still its password must not be stored on the device.
    expect(await storedTexts(app)).not.toContain(password);
    await expect.poll(() => app.button('Log in').getAttribute('aria-busy')).toBe('false');
  });
});

/** Returns all texts that the app has stored on the device. */
function storedTexts(app: IdentityApp): Promise<string> {
  return app.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
}

describe('a second step (R-SES-24, R-SES-25)', () => {
  test('an authenticator app is set up and required at the next login; a recovery code replaces it', async () => {
    const app = await registered('third@example.com');
    await app.open('/mine/security');
    const { secret, recovery } = await setUpAfterProof(app);
    expect(recovery.length).toBeGreaterThanOrEqual(8);
    await app.page.getByText(`${recovery.length} left`).waitFor();
    await app.logOut();

    await app.open('/login');
    await app.logIn('third@example.com', password);
    await app.type({ 'Authenticator code': '12345' });
    await app.button('Confirm').click();
    expect(await app.problemOf('Authenticator code')).toBe('The code has six digits');
    // The set-up has used the current code; the code of the next half minute is accepted already.
    await app.type({ 'Authenticator code': totpOf(secret, 1) });
    await app.button('Confirm').click();
    await app.seen('market-row').first().waitFor();
    await app.logOut();

    await app.open('/login');
    await app.logIn('third@example.com', password);
    await app.button('Use a recovery code').click();
    await app.type({ 'Recovery code': recovery[0] ?? '' });
    await app.button('Confirm').click();
    await app.seen('market-row').first().waitFor();
    await app.open('/mine/security');
    await app.page.getByText(`${recovery.length - 1} left`).waitFor();
  });
});

/** Sets up the authenticator after the password check that a session without a recent proof requires. */
async function setUpAfterProof(app: IdentityApp): Promise<{ secret: string; recovery: string[] }> {
  await app.button(/^Authenticator app/).click();
  await app.proveByPassword(password);
  return app.finishAuthenticator((secret) => totpOf(secret));
}

describe('devices (R-SES-20)', () => {
  test('both are listed, this one marked; the other one is logged out and must log in again', async () => {
    const app = await registered('fourth@example.com');
    const other = await pickUpPhone();
    await other.open('/login?from=/order');
    await other.logIn('fourth@example.com', password);
    await expect.poll(() => path(other)).toBe('/order');

    await app.open('/mine/security');
    await expect.poll(() => app.devices.count()).toBe(2);
    await expect.poll(() => app.devices.first().textContent()).toContain('This device');
    await app.button('Log out all other devices').click();
    await app.page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await expect.poll(() => app.devices.count()).toBe(1);
    await other.page.reload();
    await expect.poll(() => path(other)).toBe('/login');
  });
});

describe('a new password (R-SES-09, R-SES-10)', () => {
  test('is set with the old password and a code', async () => {
    const email = 'fifth@example.com';
    const app = await registered(email);
    const seen = mailsTo(dataDir, email).length;
    await app.open('/mine/password');
    await app.page.getByText('f••••@example.com').waitFor();
    await app.button('Save new password').click();
    expect(await app.problemOf('Old password')).toBe('Please enter your old password');
    expect(await app.problemOf('New password')).toBe('Please complete');
    await app.button('Send code').click();
    await app.type({
      'Verification code': await codeMailedTo(dataDir, email, seen),
      'Old password': password,
      'New password': 'nine loud magpies',
      'Confirm new password': 'nine loud magpies',
    });
    await app.button('Save new password').click();
    await app.page.getByText('Your password has been changed').waitFor();
    await app.logOut();
    await app.open('/login');
    await app.logIn(email, password);
    await expect.poll(() => app.problemOf('Password')).toContain('password is wrong');
    await app.logIn(email, 'nine loud magpies');
    await app.seen('market-row').first().waitFor();
  });

  test('replaces a forgotten one with a code alone', async () => {
    const email = 'sixth@example.com';
    const app = await registered(email);
    await app.logOut();
    const seen = mailsTo(dataDir, email).length;
    await app.open('/login?from=/order');
    await app.page.getByRole('link', { name: 'Forgot password?' }).click();
    // Both pages have a field named "Email", so wait for the second page.
    await app.page.getByRole('heading', { name: 'Reset password' }).waitFor();
    await app.type({ Email: email });
    await app.button('Send code').click();
    await app.type({ 'New password': 'nine loud magpies', 'Confirm new password': 'nine loud magpie' });
    await app.type({ 'Verification code': await codeMailedTo(dataDir, email, seen) });
    await app.button('Save new password').click();
    expect(await app.problemOf('Confirm new password')).toBe('Password inconsistency');
    await app.type({ 'Confirm new password': 'nine loud magpies' });
    await app.button('Save new password').click();
    await app.page.getByText('Your password has been replaced').waitFor();
    await app.logIn(email, 'nine loud magpies');
    await expect.poll(() => path(app)).toBe('/order');
  });
});

describe('a page closed to demo accounts (R-SES-14)', () => {
  test('answers “Only real account” and offers registration', async () => {
    const app = await pickUpPhone();
    await app.open('/login?from=/user');
    await app.startDemo();
    await app.button('Reset password').click();
    await app.page.getByRole('status').getByText('Only real account').waitFor();
    expect(path(app)).toBe('/user');
    await app.open('/mine/security');
    await app.page.getByRole('link', { name: 'Register' }).waitFor();
  });
});
