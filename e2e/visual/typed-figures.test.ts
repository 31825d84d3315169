import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sampleOrders } from './sample-account.ts';
import { seen } from './scene-steps.ts';
import { type Stage, setStage } from './stage.ts';

let browser: Browser;
let stage: Stage;
let page: Page;
let sent: string[];

beforeAll(async () => {
  browser = await sharedBrowser();
});
afterEach(() => stage.close());

async function show(path: string, isDesk: boolean): Promise<void> {
  const play = async () => undefined;
  const place = { name: 'typed', board: null, path, play } as const;
  stage = await setStage(browser, isDesk ? { ...place, isDesk, server: { day: 'desk' } } : place);
  ({ page } = stage);
  sent = [];
  await page.route('**/v1/api/forex/**', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ json: { code: 1, msg: 'Success', data: null } });
  });
}

const submit = () => page.getByTestId('order-submit').last();
const field = (name: string) => page.getByRole('textbox', { name, exact: true }).last();

/** Presses the middle of a button with the mouse, whether or not it is off. */
async function pressAt(button: ReturnType<typeof submit>): Promise<void> {
  const box = (await button.boundingBox()) ?? expect.unreachable('the button is visible');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function says(button: ReturnType<typeof submit>, text: string | RegExp): Promise<void> {
  await seen(button.filter({ hasText: text }));
}

test.each(['desk', 'phone'])('R-SCR-42 typed lots are on the button before the field is left: %s', async (where) => {
  await show('/trade', where === 'desk');
  if (where === 'phone') await page.getByTestId('price-ask').last().click();
  await seen(submit());
  const margin = await page.locator('[data-part=well]').last().innerText();
  await field('Lots').click();
  await page.keyboard.type('3');
  await says(submit(), 'Buy 3.00 at');
  expect(await page.locator('[data-part=well]').last().innerText()).not.toBe(margin);
  await field('Lots').fill('');
  await says(submit(), 'Check: Lots');
  expect(await submit().isDisabled()).toBe(true);
  expect(await field('Lots').getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  await says(submit(), /^(?!Buy 3).*Buy \d/);
});

test('R-SCR-42 a press on the button that is off sends nothing, also when leaving the field brings the lots in bounds', async () => {
  await show('/trade', true);
  await seen(submit());
  await field('Lots').click();
  await page.keyboard.type('99999999');
  await says(submit(), 'Check: Lots');
  await pressAt(submit());
  await says(submit(), 'Not enough available');
  expect(sent).toEqual([]);
});

test('R-SCR-42 the target price and the stops reach the button and the preview at every key', async () => {
  await show('/trade', true);
  await page.getByRole('tablist', { name: 'Order type' }).getByRole('tab', { name: 'Pending' }).click();
  await says(submit(), /or better|once at/);
  await field('Target price').fill('');
  await says(submit(), 'Please enter the price');
  expect(await submit().isDisabled()).toBe(true);
  await field('Target price').click();
  await page.keyboard.type('1.0');
  await says(submit(), /1\.0000/);
  await page.keyboard.type('5');
  await says(submit(), /1\.0500/);

  await page.getByRole('tablist', { name: 'Order type' }).getByRole('tab', { name: 'Market' }).click();
  await page.getByRole('switch', { name: 'Stop loss' }).click();
  await says(submit(), 'Buy');
  await field('Stop loss').fill('9');
  await says(submit(), 'Check: Stop loss');
  expect(await submit().isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await says(submit(), 'Buy');
  await field('Stop loss · in pips').fill('0');
  await says(submit(), 'Check: Stop loss');
  await page.keyboard.type('x');
  await says(submit(), 'Check: Stop loss');
  await field('Stop loss · in pips').fill('77');
  await says(submit(), 'Buy');
  await page.keyboard.press('Enter');
  expect(await field('Stop loss · in pips').inputValue()).toContain('−77');
});

test('R-SCR-42 the closing dialog names the typed part before the field is left', async () => {
  await show('/order', false);
  const order = sampleOrders('trader', '1', '1').data[0] ?? expect.unreachable('the trader holds an order');
  await page.locator(`[data-testid=order-row][data-id="${order.Id}"]`).click();
  await page.getByTestId('position-details').click();
  await page.getByTestId('order-close').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').click();
  await page.keyboard.type('0.01');
  await seen(dialog.getByText(/0\.01 lot/));
  await dialog.getByRole('textbox').fill('999999');
  const confirm = dialog.getByRole('button', { name: 'Check: Lots to close' });
  expect(await confirm.isDisabled()).toBe(true);
  await pressAt(confirm);
  await seen(dialog.getByRole('button', { name: 'Close position' }));
  expect(sent).toEqual([]);
});

test('R-SCR-42 a figure is selected as soon as its field is pressed: the first character replaces it', async () => {
  await show('/trade', true);
  await seen(submit());
  await page.getByRole('switch', { name: 'Stop loss' }).click();
  for (const name of ['Lots', 'Stop loss · in pips']) {
    const isSelected = await field(name).evaluate(async (input: HTMLInputElement) => {
      input.focus();
      await Promise.resolve();
      return input.selectionStart === 0 && input.selectionEnd === input.value.length;
    });
    expect(isSelected, name).toBe(true);
  }
  await field('Lots').click();
  expect(await field('Lots').evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(4);
});

test('R-WIRE-09 a held Enter on the order button places one order', async () => {
  await show('/trade', true);
  await says(submit(), 'Buy');
  await submit().focus();
  const hold = async () => {
    await page.keyboard.down('Enter');
    return submit().getAttribute('aria-busy');
  };
  expect(await hold()).toBe('true');
  await expect.poll(hold).toBe('false');
  for (let key = 0; key < 10; key += 1) expect(await hold()).toBe('false');
  await page.keyboard.up('Enter');
  expect(sent).toHaveLength(1);
});

test('R-ACC-03 Escape closes a sheet also when its focused button was switched off and the page has the focus', async () => {
  await show('/trade', false);
  await page.getByTestId('price-ask').last().click();
  await seen(submit());
  await submit().focus();
  await submit().evaluate((button: HTMLButtonElement) => button.blur());
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
