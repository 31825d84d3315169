import type { Page } from 'playwright-core';
import type { Play, Scene } from './scene-steps.ts';
import { fill, inOrder, inThreeWays, leaveFocus, picturesShown, press, seen, sheet, shows } from './scene-steps.ts';

const qrShown: Play = (page, _server, say) => seen(page.getByRole('img', { name: say('deposit.qr') }));

/** Paints a screenshot of a transfer in a wallet app. */
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

const addProof: Play = async (page, _server, say) => {
  const file = { name: 'IMG_2048.png', mimeType: 'image/png', buffer: await screenshotOfTransfer(page) };
  await page.locator('input[type=file]').last().setInputFiles(file);
  await seen(page.getByText(say('verify.uploaded')));
};

const reportCoins = inOrder(
  qrShown,
  press('deposit.amountSent'),
  fill({ 'deposit.amountSent': '1500' }),
  addProof,
  leaveFocus,
);
const wire = inOrder(
  qrShown,
  (page, _server, say) => page.getByRole('tab', { name: say('deposit.wire') }).click(),
  fill({ 'deposit.amount': '2000' }),
  leaveFocus,
  picturesShown,
);
const withdraw = inOrder(
  shows('withdraw.youWithdraw'),
  fill({ 'withdraw.youWithdraw': '500' }),
  leaveFocus,
  picturesShown,
);
const askForMoney = inOrder(withdraw, press('withdraw.button', { amount: '500.00' }));
const openFirst: Play = (page, _server, say) =>
  page.getByRole('button', { name: say('funds.number', { id: '7 102' }) }).click();
const fillBank: Play = async (page, _server, say) => {
  for (const [key, text] of [
    ['funds.bankName', 'Example Bank'],
    ['funds.bankAddress', '1 Sample Square, Paris'],
    ['funds.swift', 'EXMPFRPP'],
    ['funds.payeeName', 'Julien Moreau'],
  ] as const)
    await page.getByLabel(say(key)).fill(text);
  await page.getByRole('button', { name: say('bind.bindAccount') }).click();
  await seen(page.getByText(say('bind.complete')));
  await page.locator('[data-part=toast]').waitFor({ state: 'detached' });
  await page.getByLabel(say('funds.swift')).focus();
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

/** Scenes of deposits, withdrawals, the wallet and the account detail. */
export const fundsScenes: readonly Scene[] = [
  drawn('deposit-coin', charge, qrShown),
  drawn('deposit-coin-proof', charge, reportCoins),
  drawn('deposit-wire', charge, wire),
  drawn('deposit-records', `${charge}?view=records`, shows('funds.noMore')),
  drawn('withdraw', draw, withdraw),
  drawn('dialog-bind-wallet', draw, inOrder(askForMoney, shows('withdraw.notNow')), {
    server: { funds: 'unbound' },
  }),
  drawn('bind-bank', '/mine/withdraw-way?type=2', inOrder(shows('funds.bankName'), fillBank, picturesShown)),
  drawn('wallet', '/mine/wallet', shows('bind.coinTitle')),
  drawn('account-detail', '/mine/history', shows('funds.noMore')),
  beyond('statement', '/mine/statement', shows('statement.pdf')),
  beyond('bank-cards', '/mine/bank-card-list', shows('bind.bankTitle')),
  beyond('coin-addresses', '/mine/coin-address-list', shows('bind.coinTitle')),
]
  .flatMap(inThreeWays)
  .concat([
    beyond(
      'deposit-watched',
      charge,
      inOrder(
        qrShown,
        (page) => page.getByRole('button', { name: /ETH/ }).click(),
        press('deposit.amountSent'),
        fill({ 'deposit.amountSent': '0.5' }),
        leaveFocus,
      ),
    ),
    beyond(
      'deposit-records-watched',
      `${charge}?view=records`,
      shows('deposit.confirmations', { seen: 5, needed: 12 }),
      { funds: 'watched' },
    ),
    beyond('deposit-none', charge, shows('deposit.closed'), { funds: 'none' }),
    beyond('withdraw-none', draw, shows('withdraw.closed'), { funds: 'none' }),
    beyond('bind-none', '/mine/withdraw-way?type=2', shows('withdraw.closed'), { funds: 'none' }),
    beyond('wallet-none', '/mine/wallet', shows('withdraw.closed'), { funds: 'none' }),
    beyond('withdraw-confirm', draw, inOrder(askForMoney, sheet)),
    beyond('withdraw-not-verified', draw, inOrder(withdraw, shows('withdraw.notVerified')), {
      funds: 'unverified',
    }),
    beyond('withdraw-frozen', draw, inOrder(withdraw, shows('withdraw.frozenText')), { funds: 'frozen' }),
    beyond('withdraw-records', `${draw}?view=records`, shows('funds.noMore')),
    beyond('withdrawal-clock', `${draw}?view=records`, inOrder(shows('funds.noMore'), openFirst, sheet)),
    beyond(
      'bind-coin',
      '/mine/withdraw-way?type=1',
      inOrder(shows('bind.coinTitle'), fill({ 'bind.address': 'TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg' }), leaveFocus),
    ),
  ]);
