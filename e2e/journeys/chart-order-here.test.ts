import { expect, test } from 'vitest';
import { ChartApp } from '../page-models/chart-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];
let chart: ChartApp;

withPhone((journey) => {
  ({ page, app } = journey);
  chart = new ChartApp(page);
});

const orderHere = () => page.getByRole('menuitem', { name: /^Order here/ });
const ticket = () => page.getByRole('dialog', { name: /^Order ticket/ });

async function openChart(): Promise<void> {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
  // Candles of a day: their scale has room below the price.
  await app.button('1D').click();
  await chart.ready();
}

/** Chooses "Order here", and returns the price that its menu names. */
async function chooseOrderHere(): Promise<string> {
  const [price = ''] = /\d\.\d{5}/.exec(await orderHere().innerText()) ?? [];
  await orderHere().click();
  return price;
}

/** Expects the ticket of a limit order at a price, on the side on which the price is: it may be anywhere in the scale. */
async function expectTicketAt(price: string): Promise<void> {
  const ask = Number((await app.ask.innerText()).replaceAll(/[^\d.]/g, ''));
  await ticket()
    .getByText(Number(price) > ask ? 'Sell limit' : 'Buy limit')
    .waitFor();
  expect(await ticket().getByRole('textbox', { name: 'Target price' }).inputValue()).toBe(price);
}

test('R-SCR-83 Enter on the crosshair, and the right button, open it too; Esc closes it', async () => {
  await openChart();
  await chart.bars.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await orderHere().waitFor();
  await page.keyboard.press('Escape');
  await orderHere().waitFor({ state: 'detached' });
  const box = await chart.box();
  await page.mouse.click(box.x + box.width / 2, box.y + 12, { button: 'right' });
  await expectTicketAt(await chooseOrderHere());
});

test('R-SCR-83 a finger that rests and is lifted opens it at the price that the crosshair showed', async () => {
  await openChart();
  const box = await chart.box();
  const at = { x: box.x + box.width / 2, y: box.y + box.height * 0.3 };
  await chart.touch('touchStart', at);
  await chart.crosshair.waitFor();
  await chart.touch('touchEnd');
  await expectTicketAt(await chooseOrderHere());
});

test('R-SCR-83 "Alert here", reached by the arrow keys, opens the form of an alert at that price', async () => {
  await openChart();
  await chart.bars.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await orderHere().waitFor();
  const alertHere = page.getByRole('menuitem', { name: /^Alert here/ });
  const [price = ''] = /\d\.\d{5}/.exec(await alertHere.innerText()) ?? [];
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => alertHere.evaluate((item) => item === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: /alert/i });
  await form.waitFor();
  expect(await form.getByRole('textbox').first().inputValue()).toBe(price);
});

/** Target of the pending order, as the server has it. */
function storedTarget(): Promise<string> {
  return page.evaluate(async () => {
    const [, token] = /"token":"([^"]+)"/.exec(Object.values(localStorage).join()) ?? [];
    const answer = await fetch('/v1/api/forex/my_deal?status=0&page=1', { headers: { authorization: token ?? '' } });
    const list = (await answer.json()) as { data: { data: { Price: string }[] } };
    return list.data.data[0]?.Price ?? '';
  });
}

test('R-SCR-18 the target of a pending order is dragged on the server, keeps its order, and is taken back', async () => {
  await openChart();
  await chart.bars.focus();
  await page.keyboard.press('ArrowLeft');
  const box = await chart.box();
  const bid = (await page.locator('[data-part=line-bid]').boundingBox()) ?? expect.fail('the bid is drawn');
  // Away from the price, which may be anywhere in the scale.
  const share = bid.y > box.y + box.height * 0.55 ? 0.25 : 0.75;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * share, { button: 'right' });
  const price = await chooseOrderHere();
  await ticket().getByTestId('order-submit').click();
  const target = page.getByRole('slider', { name: /^Target price/ });
  await target.waitFor();
  await page.getByText('Your pending order has been placed').waitFor({ state: 'detached' });
  const line = await chart.boxAtRest(page.locator('[data-part=line-pending]'));
  await chart.drag({ x: line.x + 220, y: line.y + 4 }, { x: line.x + 222, y: line.y + 30 });
  await page.getByText(/^Target price moved to/).waitFor();
  expect(Number(await storedTarget())).toBeLessThan(Number(price));
  await app.button('Undo').click();
  await page.getByText(`Target price moved to ${price}`).waitFor();
  expect(await storedTarget()).toBe(price);
});
