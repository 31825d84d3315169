import type { Browser, BrowserContext } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { codeMailedTo, codeTextedTo } from '../../testkit/outbox.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { type JourneyCompany, openCompany } from '../../testkit/shared-product.ts';
import { totpOf } from '../../testkit/totp.ts';
import { IdentityApp } from '../page-models/identity-app.ts';

const password = 'seven quiet herons';
let product: JourneyCompany;
let browser: Browser;
const phones: BrowserContext[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([openCompany('proofs'), sharedBrowser()]);
});
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close();
});

async function pickUpPhone(): Promise<IdentityApp> {
  const phone = await newPhone(browser);
  phones.push(phone);
  return new IdentityApp(await phone.newPage(), product.url);
}

async function registered(email: string): Promise<IdentityApp> {
  const app = await pickUpPhone();
  await app.register(email, password, () => codeMailedTo(product.dataDir, email));
  return app;
}

test('a passkey is added, completes the login, and is removed after a proof with itself (R-SES-24, R-SES-25)', async () => {
  const app = await registered('keys@example.com');
  await app.carryPasskeys();
  await app.open('/mine/security');
  await app.button('Add a passkey').click();
  await app.page.getByLabel(/^Name/).fill('My phone');
  await app.button('Create passkey').click();
  await app.proveByPassword(password);
  expect(await app.saveRecoveryCodes()).toHaveLength(10);
  await app.button('Remove My phone').waitFor();
  await app.logOut();

  await app.open('/login?from=/mine/security');
  await app.logIn('keys@example.com', password);
  // The passkey is asked for first; a recovery code is the alternative.
  await app.button('Use a recovery code').waitFor();
  expect(await app.field('Recovery code').count()).toBe(0);
  await app.button('Use a passkey').click();
  await app.page.getByText(/^Last used/).waitFor();
  await app.button('Remove My phone').click();
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await app.question.getByRole('button', { name: 'Use a passkey' }).click();
  await app.button('Remove My phone').waitFor({ state: 'detached' });
  await app.logOut();
  await app.open('/login?from=/order');
  await app.logIn('keys@example.com', password);
  await expect.poll(() => new URL(app.page.url()).pathname).toBe('/order');
});

test('recovery codes are renewed with an authenticator code; used and old ones are refused (R-SES-25, R-SES-27)', async () => {
  const app = await registered('codes@example.com');
  await app.open('/mine/security');
  await app.button(/^Authenticator app/).click();
  await app.proveByPassword(password);
  const { secret, recovery: old } = await app.finishAuthenticator((key) => totpOf(key));
  const logInAgain = async (code: string) => {
    await app.logOut();
    await app.open('/login?from=/mine/security');
    await app.logIn('codes@example.com', password);
    await app.button('Use a recovery code').click();
    await app.type({ 'Recovery code': code });
    await app.button('Confirm').click();
    await app.button(/^Recovery codes/).waitFor();
  };
  await logInAgain(old[0] ?? '');
  await app.askForNewCodes();
  // The set-up has used the current code; the code of the next half minute is accepted already.
  await app.question.getByLabel('Authenticator code').fill(totpOf(secret, 1));
  await app.question.getByRole('button', { name: 'Confirm' }).click();
  const renewed = await app.saveRecoveryCodes();
  expect(new Set([...old, ...renewed]).size).toBe(20);
  await app.button(/^Recovery codes.*10 left/).waitFor();

  await logInAgain(renewed[0] ?? '');
  await app.button(/^Authenticator app/).click();
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await app.question.getByRole('button', { name: 'Use a recovery code' }).click();
  for (const spent of [renewed[0], old[1]]) {
    await app.type({ 'Recovery code': spent ?? '' });
    await app.question.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => app.problemOf('Recovery code')).toContain('could not be confirmed');
  }
  await app.type({ 'Recovery code': renewed[1] ?? '' });
  await app.question.getByRole('button', { name: 'Confirm' }).click();
  await app.page.getByText('Set up', { exact: true }).waitFor();
  expect(await app.button(/^Recovery codes/).count()).toBe(0);
});

describe('registering as the company has configured it (R-SES-08)', () => {
  test('by mobile number, with the code in a text message', async () => {
    await product.changeSettings({ verify_reg_type: 'mobile' });
    const app = await pickUpPhone();
    await app.open('/register?from=/order');
    await app.pickArea('France');
    await app.type({ 'Mobile number': '06 12 34 56 78' });
    await app.button('Send code').click();
    await app.type({
      'Verification code': await codeTextedTo(product.dataDir, '+33612345678'),
      Password: password,
      'Confirm password': password,
    });
    await app.button('Create account').click();
    await expect.poll(() => new URL(app.page.url()).pathname).toBe('/order');
    await product.changeSettings({ verify_reg_type: 'email' });
  });

  test('by captcha: wrong characters are refused with another picture (R-SES-18)', async () => {
    await product.changeSettings({ verify_type: 2 });
    const app = await pickUpPhone();
    await app.open('/register');
    const picture = app.page.getByRole('img', { name: 'Characters to type' });
    const before = await picture.getAttribute('src');
    expect(await app.button('Send code').count()).toBe(0);
    await app.type({ Email: 'picture@example.com', Password: password, 'Confirm password': password });
    await app.button('Create account').click();
    expect(await app.problemOf('Type the characters')).toBe('Please enter the characters in the picture');
    await app.type({ 'Type the characters': '0' });
    await app.button('Create account').click();
    await expect.poll(() => app.problemOf('Type the characters')).toContain('do not match');
    await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
    await product.changeSettings({ verify_type: 1 });
  });
});
