import { expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();
const number = (text: string) => Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', '') ?? Number.NaN);

test('R-SCR-27 R-SCR-28 an order is sized by risk, and by what the account carries, at prices that move', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  await app.ask.click();
  const ticket = page.getByRole('dialog');
  const submit = ticket.getByTestId('order-submit');
  const lots = ticket.getByRole('textbox', { name: 'Lots', exact: true });
  const risk = ticket.getByRole('textbox', { name: 'Risk · in money' });
  const atStop = async () => -number(await ticket.getByTestId('at-stop').innerText());
  await submit.waitFor();

  // 1 % of 50,000.00, with the stop that it switches on.
  await ticket.getByRole('button', { name: '1%', exact: true }).click();
  await ticket.getByRole('textbox', { name: 'Stop loss', exact: true }).waitFor();
  expect(await risk.inputValue()).toBe('500.00');
  await expect.poll(() => lots.inputValue()).not.toBe('0.50');
  expect(await atStop()).toBeGreaterThanOrEqual(-500);
  expect(await atStop()).toBeLessThan(-480);
  const byPercent = Number(await lots.inputValue());
  await risk.fill('250');
  await expect.poll(async () => Number(await lots.inputValue())).toBeLessThan(byPercent);
  expect(await atStop()).toBeGreaterThanOrEqual(-250);

  // Lots by hand turn the risk into the result.
  await lots.fill('0.30');
  await lots.press('Enter');
  await expect.poll(() => risk.inputValue()).not.toBe('250.00');
  // Both figures of one moment: they follow the price.
  const [risked = Number.NaN, lost = Number.NaN] = await ticket.evaluate((form) => {
    const value = [...form.querySelectorAll('input')].find(({ ariaLabel }) => ariaLabel === 'Risk · in money')?.value;
    return [value, form.querySelector<HTMLElement>('[data-testid=at-stop]')?.innerText].map((text = '') =>
      Number(/[\d.,]+/.exec(text)?.[0].replaceAll(',', '')),
    );
  });
  expect(Math.abs(risked - lost)).toBeLessThan(1);

  // A size that the account does not carry.
  await lots.fill('50');
  await lots.press('Enter');
  await ticket.getByText(/^Needs [\d,.]+; you have [\d,.]+ available\.$/).waitFor();
  expect(await submit.innerText()).toBe('Not enough available');
  expect(await submit.isDisabled()).toBe(true);
  await ticket.getByRole('button', { name: /^Use max/ }).click();
  await expect.poll(() => submit.innerText()).toMatch(/^Buy \d+\.\d+ at/);
  expect(number(await lots.inputValue())).toBeGreaterThan(20);
  await ticket.getByRole('button', { name: /^¼/ }).click();
  await expect.poll(async () => Number(await lots.inputValue())).toBeLessThan(15);
  const quarter = await lots.inputValue();
  await app.submitOrder(ticket);
  await app.tab('order').click();
  await app.orderRow.first().waitFor();
  expect(await app.orderRow.first().textContent()).toContain(quarter);
  await phone.close();
});

test('R-SCR-95 one tap places an order only once it was turned on, and opens the ticket where something is missing', async () => {
  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  await app.ask.click();
  const ticket = page.getByRole('dialog');
  await ticket.getByTestId('order-submit').waitFor();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });

  await app.open('/mine/system');
  const choice = page.getByRole('switch', { name: 'One-tap trading' });
  await choice.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await choice.getAttribute('aria-checked')).toBe('false');
  await choice.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');

  await app.open('/trade');
  await app.seen('price-ask').and(page.locator(':not([aria-hidden])')).first().waitFor();
  await page.getByRole('img', { name: 'with one tap' }).first().waitFor();
  await app.ask.click();
  await expect.poll(() => app.sentOverSocket.length).toBe(1);
  await page.getByText(/Bought 0\.50 at/).waitFor();
  expect(await ticket.count()).toBe(0);

  // A stop for the other side is not dropped in silence: the ticket opens.
  await page.getByRole('button', { name: 'SL/TP' }).click();
  await ticket.getByRole('switch', { name: 'Stop loss' }).click();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
  await app.seen('price-bid').last().click();
  await ticket.getByTestId('order-submit').waitFor();
  expect(app.sentOverSocket.length).toBe(1);
  await phone.close();
});
