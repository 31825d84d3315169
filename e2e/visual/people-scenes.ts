import type { Page } from 'playwright-core';
import type { TextKey } from '../../packages/texts/src/web.ts';
import { sampleCard } from './sample-people.ts';
import type { Play, Scene } from './scene-steps.ts';
import { fill, inOrder, inThreeWays, picturesShown, press, seen, shows } from './scene-steps.ts';

const heading =
  (key: TextKey): Play =>
  (page, _server, say) =>
    seen(page.getByRole('heading', { name: say(key) }));

const fillDetails = fill({ 'verify.name': 'Julien Moreau', 'verify.cardId': '12AB3456' });

/** Paints the board's identity card in the browser; returns it as a photograph. */
async function pictureOf(page: Page, svg: string): Promise<Buffer> {
  const drawn = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/png');
  }, svg);
  return Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
}

const takeFront: Play = inOrder(
  press('verify.continue'),
  heading('verify.photosTitle'),
  async (page) => {
    const file = { name: 'front.png', mimeType: 'image/png', buffer: await pictureOf(page, sampleCard) };
    await page.locator('input[type=file]').first().setInputFiles(file);
  },
  shows('verify.uploaded'),
);

const searchCompany: Play = inOrder(async (page) => {
  await page.getByRole('searchbox').fill('Ald');
  await seen(page.getByText('Aldous Global FX'));
}, picturesShown);

const openCompany: Play = async (page) => {
  await page.getByRole('button', { name: /Alder Peak/ }).click();
  await seen(page.getByRole('dialog'));
};

const details = inOrder(heading('verify.detailsTitle'), fillDetails);
const real: Play = (page) => seen(page.getByText('7K2Q9M'));
const verified = inOrder(real, shows('verify.verified'));
const demo: Play = (page) => seen(page.getByText('50,000.00'));

const shown: readonly Scene[] = [
  {
    name: 'verify-1-details',
    board: 'verify-1-details',
    path: '/mine/auth',
    server: { verification: 'none' },
    play: details,
  },
  {
    name: 'verify-2-documents',
    board: 'verify-2-documents',
    path: '/mine/auth',
    server: { verification: 'none' },
    play: inOrder(details, takeFront),
  },
  {
    name: 'verify-3-review',
    board: 'verify-3-review',
    path: '/mine/auth',
    server: { verification: 'waiting' },
    play: heading('verify.waitingTitle'),
  },
  { name: 'verify-4-approved', board: 'verify-4-approved', path: '/mine/auth', play: heading('verify.approvedTitle') },
  { name: 'invite', board: 'invite', path: '/mine/invite', play: real },
  { name: 'company-search', board: 'company-search', path: '/product', server: { site: 'main' }, play: searchCompany },
  {
    name: 'company-popup',
    board: 'company-popup',
    path: '/product',
    server: { site: 'main' },
    play: inOrder(searchCompany, openCompany),
  },
  { name: 'user-real', board: 'user-real', path: '/user', play: verified },
  { name: 'user-demo', board: 'user-demo', path: '/user', server: { account: 'demo' }, play: demo },
  {
    name: 'dialog-reset-demo',
    board: 'dialog-reset-demo',
    path: '/user',
    server: { account: 'demo' },
    play: inOrder(demo, press('user.reset'), (page) => seen(page.getByRole('alertdialog'))),
  },
];

/** Scenes of identity checks, invitations, companies and the account page. */
export const peopleScenes: readonly Scene[] = [
  ...shown.flatMap(inThreeWays),
  {
    name: 'verify-rejected',
    board: null,
    path: '/mine/auth',
    server: { verification: 'rejected' },
    play: heading('verify.detailsTitle'),
  },
];
