import type { Locator } from 'playwright-core';
import { PhoneApp } from './phone-app.ts';

/** Page model of registration, login and security. */
export class IdentityApp extends PhoneApp {
  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async type(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value);
  }

  /** Error text of a field, as a screen reader reads it; null if the field is valid. */
  async problemOf(label: string): Promise<string | null> {
    const field = this.field(label);
    if ((await field.getAttribute('aria-invalid')) !== 'true') return null;
    const id = await field.getAttribute('aria-describedby');
    return id === null ? null : this.page.locator(`[id="${id}"]`).textContent();
  }

  async register(email: string, password: string, readCode: () => Promise<string>): Promise<void> {
    await this.open('/register');
    await this.type({ Email: email });
    await this.button('Send code').click();
    await this.button(/^Resend in/).waitFor();
    await this.type({ 'Verification code': await readCode(), Password: password, 'Confirm password': password });
    await this.button('Create account').click();
    await this.page.getByText('Your account is ready').waitFor();
  }

  async logIn(email: string, password: string): Promise<void> {
    await this.type({ Email: email, Password: password });
    await this.button('Log in').click();
  }

  async logOut(): Promise<void> {
    await this.open('/mine/system');
    await this.button('Log out').click();
    await this.page.getByText('Practise first').filter({ visible: true }).waitFor();
  }

  /** Completes the authenticator set-up; returns its secret and the recovery codes, which are shown once. */
  async finishAuthenticator(codeOf: (secret: string) => string): Promise<{ secret: string; recovery: string[] }> {
    const sheet = this.page.getByRole('dialog', { name: 'Authenticator app' });
    await sheet.getByRole('img', { name: 'Picture for the authenticator app' }).waitFor();
    const secret = ((await sheet.locator('[data-part=secret] b').textContent()) ?? '').replaceAll(' ', '');
    await this.type({ 'Authenticator code': codeOf(secret) });
    await sheet.getByRole('button', { name: 'Turn on' }).click();
    return { secret, recovery: await this.saveRecoveryCodes() };
  }

  /** Reads the recovery codes from their sheet and closes it. */
  async saveRecoveryCodes(): Promise<string[]> {
    const codes = this.page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByRole('listitem').first().waitFor();
    const recovery = await codes.getByRole('listitem').allTextContents();
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await codes.waitFor({ state: 'detached' });
    return recovery;
  }

  async askForNewCodes(): Promise<void> {
    await this.button(/^Recovery codes/).click();
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  }

  /** Sheet that asks for a proof of identity. */
  get question(): Locator {
    return this.page.getByRole('dialog', { name: 'Confirm it is you' });
  }

  async proveByPassword(password: string): Promise<void> {
    await this.question.getByLabel('Password', { exact: true }).fill(password);
    await this.question.getByRole('button', { name: 'Confirm' }).click();
    await this.question.waitFor({ state: 'detached' });
  }

  /** Adds a virtual authenticator that keeps passkeys and confirms its user. */
  async carryPasskeys(): Promise<void> {
    const devTools = await this.page.context().newCDPSession(this.page);
    await devTools.send('WebAuthn.enable');
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  async pickArea(country: string): Promise<void> {
    await this.button(/^Area code/).click();
    await this.page.getByRole('option', { name: country }).click();
  }

  /** List of logged-in devices. */
  get devices(): Locator {
    return this.page.getByRole('list', { name: 'Logged-in devices' }).getByRole('listitem');
  }
}
