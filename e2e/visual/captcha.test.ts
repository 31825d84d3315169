import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { fill, inOrder, seen } from './scene-steps.ts';
import { setStage } from './stage.ts';

test('R-SES-08 a wrong captcha empties its field and focuses it', async () => {
  const filled = inOrder(
    (page) => seen(page.getByLabel('Type the characters')),
    fill({ 'auth.email': 'j.moreau@mail.com', 'auth.password': '0123456789' }),
    fill({ 'register.confirmPassword': '0123456789', 'captcha.label': 'abcd' }),
  );
  const scene = { name: 'captcha', board: null, path: '/register', isVisitor: true, play: filled } as const;
  const stage = await setStage(await sharedBrowser(), { ...scene, server: { register: 'captcha' } });
  const { page } = stage;
  const wrong = { code: codes.captchaWrong, msg: 'Wrong characters', data: null };
  await page.route('**/api/user/register', (route) => route.fulfill({ json: wrong }));
  await page.getByRole('button', { name: 'Create account' }).click();
  await seen(page.getByText('Wrong characters'));
  const field = page.locator('input[name=code]');
  expect(await field.inputValue()).toBe('');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await stage.close();
});
