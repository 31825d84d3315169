import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { scenes } from '../visual/screens.ts';
import { Gallery, parseGalleryPort, roomPorts } from './gallery.ts';
import type { ListedScene } from './listed-scene.ts';
import { Room } from './room.ts';
import { listScenes, playOf } from './scene-list.ts';

let gallery: Gallery;
let browser: Browser;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([Gallery.start(0), sharedBrowser()]);
});
afterAll(() => gallery.close());

/** Opens a scene alone; returns its state and the reason of a failure. */
async function opened(query: Record<string, string>, { width, height }: Pick<ListedScene, 'width' | 'height'>) {
  const page = await browser.newPage({ viewport: { width, height } });
  try {
    await page.goto(`${gallery.url}/open?${new URLSearchParams(query).toString()}`);
    const end = page.locator('html[data-scene=ready], html[data-scene=failed]');
    await end.waitFor({ state: 'attached' });
    const said = async (name: string) => (await end.getAttribute(name)) ?? '';
    return {
      scene: await said('data-scene'),
      reason: await said('data-scene-reason'),
      theme: await said('data-theme'),
      language: await said('lang'),
    };
  } finally {
    await page.close();
  }
}

test('the gallery lists every scene of the visual tests and every page of the console', () => {
  const names = listScenes().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(scenes.map(({ name }) => name)));
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.startsWith('console')).length).toBeGreaterThan(20);
});

describe('a scene of the gallery plays to its end without an error', () => {
  const sample = ['market', 'ticket-pending', 'deposit-coin-proof', 'state-offline', 'register', 'trade-desktop'];
  const listed = listScenes();
  const firstOfScreen = new Map(listed.toReversed().map((one) => [one.screen, one.name]));
  const wanted =
    process.env['SCENES'] === 'others' ? [...firstOfScreen.values(), 'support'] : [...sample, 'console-deposits-11'];
  const chosen = listed.filter(({ name }) => wanted.includes(name));
  test.each(chosen)('$name', async (one) => {
    const { scene, reason } = await opened({ scene: one.name }, one);
    expect({ scene, reason }).toEqual({ scene: 'ready', reason: '' });
  });
});

test('a scene plays in any language and theme', async () => {
  const asked = { scene: 'order-detail', theme: 'dark', language: 'de' };
  const shown = await opened(asked, { width: 390, height: 844 });
  expect(shown).toEqual({ scene: 'ready', reason: '', theme: 'dark', language: 'de' });
});

test('the list filters by screen, and the address names the shown scene', async () => {
  const page = await browser.newPage({ viewport: { width: 1400, height: 950 } });
  await page.goto(`${gallery.url}/#scene=wallet&theme=dark&language=fr`);
  await page.locator('#state[data-state=ready]').waitFor();
  const frame = page.frameLocator('#scene').locator('html');
  expect(await frame.getAttribute('data-theme')).toBe('dark');
  expect(await frame.getAttribute('lang')).toBe('fr');
  await page.getByLabel('Screen').selectOption('Market');
  expect(await page.getByRole('link', { name: 'wallet', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'market', exact: true }).click();
  await page.locator('#state[data-state=ready]').waitFor();
  expect(new URL(page.url()).hash).toContain('scene=market');
  await page.getByLabel('Golden image beside it').check();
  expect(await page.locator('#golden').isVisible()).toBe(false);
  await page.getByRole('form', { name: 'Way of showing' }).getByLabel('Language').selectOption('en');
  await page.getByLabel('Theme').selectOption('light');
  await page.getByAltText('Golden image').waitFor();
  await page.close();
});

test('through a forwarded port the scene plays at the host of the page, on one of the four ports after the gallery’s', async () => {
  const forwarded = await startForwarded();
  const page = await browser.newPage({ viewport: { width: 1400, height: 950 } });
  for (const scene of ['wallet', 'market']) {
    await page.goto(`http://localhost:${forwarded.port}/#scene=${scene}`);
    await page.reload();
    await page.locator('#state[data-state=ready]').waitFor();
    const room = new URL(page.frames().at(-1)?.url() ?? '');
    expect(room.hostname).toBe('localhost');
    expect(Number(room.port) - forwarded.port).toBeGreaterThan(0);
    expect(Number(room.port) - forwarded.port).toBeLessThanOrEqual(roomPorts);
  }
  await page.close();
  forwarded.close();
});

/** Starts a gallery on a port of this test worker whose next four are free too, and stay so: no other test takes them. */
async function startForwarded(): Promise<{ readonly port: number; readonly close: () => void }> {
  const port = await freePorts(1 + roomPorts);
  const started = await Gallery.start(port);
  return { port, close: () => started.close() };
}

test('a scene that never reports is shown as failed after a minute', async () => {
  const page = await browser.newPage();
  await page.clock.install();
  await page.route('**/open?*', (route) => route.fulfill({ body: 'silent' }));
  await page.goto(`${gallery.url}/`);
  await page.locator('#state[data-state=playing]').waitFor();
  await page.clock.fastForward(60_000);
  await page.locator('#state[data-state=failed]').waitFor();
  expect(await page.locator('#state').innerText()).toContain('no report from the scene for 60 s');
  await page.close();
});

test.each(['abc', '70000', '-1', '80.5'])('GALLERY_PORT=%s is refused by name', (text) => {
  expect(() => parseGalleryPort(text)).toThrow(
    `GALLERY_PORT must be a whole number from 0 to 65535, but is “${text}”.`,
  );
});

test('a scene that cannot be played fails with the reason', async () => {
  const market = await playOf('market', {});
  if (market === null) throw new Error('There is no market scene.');
  const room = await Room.open({ ...market, play: (page) => page.locator('button').first().hover() }, gallery.driver);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${room.port}/`);
  const end = page.locator('html[data-scene=failed]');
  await end.waitFor({ state: 'attached' });
  expect(await end.getAttribute('data-scene-reason')).toContain('has no hover');
  await page.close();
  room.close();
});

test('a scene that does not exist is not found', async () => {
  const answer = await fetch(`${gallery.url}/open?scene=nowhere-at-all`, { redirect: 'manual' });
  expect(answer.status).toBe(404);
});
