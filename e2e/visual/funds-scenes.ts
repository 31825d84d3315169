import type { Page } from 'playwright-core';
import type { Play, Scene } from './scene-steps.ts';
import { inOrder, inThreeWays, seen } from './scene-steps.ts';

const press =
  (name: string | RegExp): Play =>
  (page) =>
    page.getByRole('button', { name }).click();

const shows =
  (text: string | RegExp): Play =>
  (page) =>
    seen(page.getByText(text));

const leaveFocus: Play = (page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

const qrShown: Play = (page) => seen(page.getByRole('img', { name: 'QR code of the deposit address' }));
const flagsShown: Play = (page) =>
  page.waitForFunction(() => [...document.images].every((image) => image.complete)).then(() => undefined);

/** A transfer as a wallet's app would picture it. */
async function screenshotOfTransfer(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 640];
    const pen = canvas.getContext('2d');
    if (pen === null) return '';
    pen.fillStyle = '#F4F5F8';
    pen.fillRect(0, 0, 640, 640);
    pen.fillStyle = '#2A9D7C';
    pen.beginPath();
    pen.arc(320, 200, 60, 0, 7);
    pen.fill();
    pen.fillStyle = '#C9CED8';
    for (const [y, width] of [
      [330, 240],
      [390, 240],
      [450, 160],
    ] as const)
      pen.fillRect(200, y, width, 24);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
}

const addProof: Play = async (page) => {
  const file = { name: 'IMG_2048.png', mimeType: 'image/png', buffer: await screenshotOfTransfer(page) };
  await page.locator('input[type=file]').last().setInputFiles(file);
  await seen(page.getByText('Uploaded'));
};

const type =
  (label: string, text: string): Play =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill(text);

const reportCoins = inOrder(qrShown, press(/Amount sent/), type('Amount sent', '1500'), addProof, leaveFocus);
const wire = inOrder(
  qrShown,
  (page) => page.getByRole('tab', { name: 'Bank wire' }).click(),
  type('Amount', '2000'),
  leaveFocus,
  flagsShown,
);
const withdraw = inOrder(shows('You withdraw'), type('You withdraw', '500'), leaveFocus, flagsShown);
const openFirst: Play = (page) => page.getByRole('button', { name: /No\. 7 102/ }).click();
const sheet: Play = (page) => seen(page.getByRole('dialog'));
const fillBank: Play = async (page) => {
  for (const [label, text] of [
    ['Bank name', 'Example Bank'],
    ['Bank address', '1 Sample Square, Paris'],
    ['SWIFT', 'EXMPFRPP'],
    ['Payee name', 'Julien Moreau'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Bind account' }).click();
  await seen(page.getByText('Please complete'));
  await page.locator('.toast').waitFor({ state: 'detached' });
  await page.getByLabel('SWIFT').focus();
};

const charge = '/mine/charge';
const draw = '/mine/withdraw';
const drawn = (name: string, path: string, play: Play, more: Partial<Scene> = {}): Scene => ({
  name,
  board: name,
  path,
  play,
  ...more,
});
const beyond = (name: string, path: string, play: Play, funds: Scene['server'] = {}): Scene => ({
  name,
  board: null,
  path,
  play,
  server: funds,
});

/** Deposits, withdrawals, the wallet and the account detail. */
export const fundsScenes: readonly Scene[] = [
  drawn('deposit-coin', charge, qrShown),
  drawn('deposit-coin-proof', charge, reportCoins),
  drawn('deposit-wire', charge, wire),
  drawn('deposit-records', `${charge}?view=records`, shows('No more records')),
  drawn('withdraw', draw, withdraw),
  drawn('dialog-bind-wallet', draw, inOrder(withdraw, press('Withdraw 500.00 USD'), shows('Not now')), {
    server: { funds: 'unbound' },
  }),
  drawn('bind-bank', '/mine/withdraw-way?type=2', inOrder(shows('Bank name'), fillBank, flagsShown)),
  drawn('wallet', '/mine/wallet', shows('Bind coin address')),
  drawn('account-detail', '/mine/history', shows('No more records')),
]
  .flatMap(inThreeWays)
  .concat([
    beyond(
      'deposit-watched',
      charge,
      inOrder(qrShown, press(/ETH/), press(/Amount sent/), type('Amount sent', '0.5'), leaveFocus),
    ),
    beyond('deposit-records-watched', `${charge}?view=records`, shows('Confirmations: 5 of 12'), { funds: 'watched' }),
    beyond('deposit-none', charge, shows('No pay way'), { funds: 'none' }),
    beyond('withdraw-confirm', draw, inOrder(withdraw, press('Withdraw 500.00 USD'), sheet)),
    beyond('withdraw-not-verified', draw, inOrder(withdraw, shows('Verify your identity first.')), {
      funds: 'unverified',
    }),
    beyond('withdraw-frozen', draw, inOrder(withdraw, shows(/Withdrawals rest until/)), { funds: 'frozen' }),
    beyond('withdraw-records', `${draw}?view=records`, shows('No more records')),
    beyond('withdrawal-clock', `${draw}?view=records`, inOrder(shows('No more records'), openFirst, sheet)),
    beyond(
      'bind-coin',
      '/mine/withdraw-way?type=1',
      inOrder(shows('Bind coin address'), type('Address', 'TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg'), leaveFocus),
    ),
  ]);
