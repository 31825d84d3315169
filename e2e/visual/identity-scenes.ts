import { boardNow } from './sample-market.ts';
import type { Play, Scene } from './scene-steps.ts';
import { fill, inOrder, inThreeWays, leaveFocus, picturesShown, press, seen, sheet, shows } from './scene-steps.ts';

const chooseMobile: Play = async (page, _server, say) => {
  await page.getByRole('tab', { name: say('auth.mobile') }).click();
  await page.getByText('+33').waitFor();
};

/** Shows the resend wait of a code sent 13 seconds ago, after a reload. */
const waitForCode: Play = async (page, _server, say) => {
  const end = boardNow + 47_000;
  await page.evaluate((ends) => localStorage.setItem('candor.cooldowns', ends), JSON.stringify({ register: end }));
  await page.reload();
  await page.getByText(say('form.resendIn', { seconds: 47 })).waitFor();
};

const toastGone: Play = (page) => page.locator('[data-part=toast]').waitFor({ state: 'detached' });

const fillLogin = inOrder(
  fill({ 'auth.email': 'j.moreau@mail.com', 'auth.password': '0123456789' }),
  (page) => page.getByText('50,000.00').waitFor(),
  leaveFocus,
);

const fillRegistration = inOrder(
  waitForCode,
  chooseMobile,
  fill({
    'auth.mobileNumber': '6 12 34 56 78',
    'auth.password': '0123456789',
    'register.confirmPassword': '01234567',
    'form.code': '4829',
  }),
);

const refuseEmail = inOrder(
  press('register.button'),
  ...(['captcha.label', 'auth.password', 'register.confirmPassword'] as const).flatMap((key) => [
    fill({ [key]: 'x' }),
    fill({ [key]: '' }),
  ]),
  leaveFocus,
  toastGone,
);

const fillNewPassword = fill({ 'password.new': '012345678901', 'password.confirm': '01234567' });

/** Replaces language names without bundled fonts by their tags, because golden images use bundled fonts only. */
const languagesShown = inOrder(
  (page) => seen(page.getByRole('option', { name: 'Türkçe' })),
  picturesShown,
  (page) =>
    page.evaluate(() => {
      for (const name of document.querySelectorAll(':is(:lang(zh), :lang(ja), :lang(ko), :lang(th))[role=option]'))
        for (const part of name.childNodes) if (part instanceof Text) part.data = name.getAttribute('lang') ?? '';
    }),
);

const secondFactor: Scene = {
  name: 'login-second-factor',
  board: null,
  path: '/login',
  isVisitor: true,
  server: { secondFactor: 'wanted' },
  play: inOrder(
    fill({ 'auth.email': 'j.moreau@mail.com', 'auth.password': '0123456789' }),
    press('page.login'),
    shows('factor.title'),
  ),
};

/** Scenes of login, registration, passwords and account security. */
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
  ...inThreeWays({
    name: 'forgot',
    board: null,
    path: '/forgot',
    isVisitor: true,
    play: inOrder(shows('password.save'), fill({ 'auth.email': 'j.moreau@mail.com' }), leaveFocus),
  }),
  ...inThreeWays({ name: 'reset-password', board: 'reset-password', path: '/mine/password', play: fillNewPassword }),
  {
    name: 'area-picker',
    board: null,
    path: '/register',
    isVisitor: true,
    play: inOrder(chooseMobile, press('area.title'), sheet),
  },
  ...inThreeWays({ name: 'security', board: null, path: '/mine/security', play: shows('security.signOutOthers') }),
  ...inThreeWays({ name: 'language', board: 'language', path: '/language', play: languagesShown }),
];
