import { afterEach, describe, expect, test } from 'vitest';
import { codeMailedTo, mailsTo } from '../../testkit/outbox.ts';
import { totpOf } from '../../testkit/totp.ts';
import type { IdentityApp } from '../page-models/identity-app.ts';
import { IdentityPhones, password } from '../page-models/identity-phones.ts';

const phones = new IdentityPhones('198.51.100');
const { dataDir } = phones;
afterEach(() => phones.closeAll());

const path = (app: IdentityApp) => new URL(app.page.url()).pathname;

describe('a second step (R-SES-24, R-SES-25)', () => {
  test('an authenticator app is set up and required at the next login; a recovery code replaces it', async () => {
    const app = await phones.registered('third@example.com');
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
    const app = await phones.registered('fourth@example.com');
    const other = await phones.pickUp();
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
    const app = await phones.registered(email);
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
    const app = await phones.registered(email);
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
