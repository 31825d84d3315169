import type { Page } from 'playwright-core';
import { boardNow } from './sample-market.ts';
import type { Play, Scene } from './scene-steps.ts';
import { inOrder, inThreeWays } from './scene-steps.ts';

const fill =
  (values: Readonly<Record<string, string>>): Play =>
  async (page) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  };

const press =
  (name: string): Play =>
  (page) =>
    page.getByRole('button', { name, exact: true }).click();

const chooseMobile: Play = async (page) => {
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await page.getByText('+33').waitFor();
};

/** A code was asked for thirteen seconds ago, and the page has been loaded again since. */
const waitForCode: Play = async (page) => {
  const end = boardNow + 47_000;
  await page.evaluate((ends) => localStorage.setItem('candor.cooldowns', ends), JSON.stringify({ register: end }));
  await page.reload();
  await page.getByText('Resend in 47 s').waitFor();
};

const toastGone: Play = (page) => page.locator('.toast').waitFor({ state: 'detached' });

const leaveFocus: Play = (page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

const fillLogin = inOrder(
  fill({ Email: 'j.moreau@mail.com', Password: '0123456789' }),
  (page) => page.getByText('50,000.00').waitFor(),
  leaveFocus,
);

const fillRegistration = inOrder(
  waitForCode,
  chooseMobile,
  fill({
    'Mobile number': '6 12 34 56 78',
    Password: '0123456789',
    'Confirm password': '01234567',
    'Verification code': '4829',
  }),
);

const refuseEmail = inOrder(
  press('Create account'),
  ...['Type the characters', 'Password', 'Confirm password'].flatMap((label) => [
    fill({ [label]: 'x' }),
    fill({ [label]: '' }),
  ]),
  leaveFocus,
  toastGone,
);

const fillNewPassword = fill({ 'New password': '012345678901', 'Confirm new password': '01234567' });

const askedForSecondFactor: Play = async (page: Page) => {
  await page.getByText('Confirm it is you').waitFor();
};

const secondFactor: Scene = {
  name: 'login-second-factor',
  board: null,
  path: '/login',
  isVisitor: true,
  server: { secondFactor: 'wanted' },
  play: inOrder(fill({ Email: 'j.moreau@mail.com', Password: '0123456789' }), press('Log in'), askedForSecondFactor),
};

/** Who somebody is: getting in, passwords, and what protects an account. */
export const identityScenes: readonly Scene[] = [
  ...inThreeWays({ name: 'login', board: 'login', path: '/login', isVisitor: true, play: fillLogin }),
  secondFactor,
  ...inThreeWays({
    name: 'register',
    board: 'register',
    path: '/register?invite_code=7K2Q9M',
    isVisitor: true,
    play: fillRegistration,
  }),
  ...inThreeWays({
    name: 'register-captcha',
    board: 'register-captcha',
    path: '/register',
    isVisitor: true,
    server: { register: 'captcha' },
    play: refuseEmail,
  }),
  ...inThreeWays({ name: 'reset-password', board: 'reset-password', path: '/mine/password', play: fillNewPassword }),
  {
    name: 'area-picker',
    board: null,
    path: '/register',
    isVisitor: true,
    play: inOrder(chooseMobile, (page) => page.getByRole('button', { name: /^Area code/ }).click()),
  },
  {
    name: 'security',
    board: null,
    path: '/mine/security',
    play: (page) => page.getByText('Sign out all other devices').waitFor(),
  },
  { name: 'settings', board: 'settings', path: '/mine/system', play: (page) => page.getByText('Log out').waitFor() },
];
