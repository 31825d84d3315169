import type { Envelope } from '@candor/contracts/envelope';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { beforeEach, describe, expect, test } from 'vitest';
import { figureOf } from '../page-models/phone-app.ts';
import { type PhoneJourney, withPhone } from '../page-models/phone-journey.ts';

let page: PhoneJourney['page'];
let app: PhoneJourney['app'];

withPhone((journey) => ({ page, app } = journey));
beforeEach(async () => {
  await app.open('/login?from=/trade');
  await app.startDemo();
  await app.ask.waitFor();
});

const cents = (text: string | null | undefined) => Math.round(Number(figureOf(text ?? '')) * 100);
const line = (label: string) => page.getByRole('dialog').locator('dl > div', { hasText: label }).locator('dd');
const check = () => page.getByTestId('receipt-line');

describe('R-JRN-02 the card of an act, at prices that move', () => {
  test('a fill shows price, slippage, costs and a receipt checked here, and leads to the stop that it lacks', async () => {
    await app.ask.click();
    await page.getByTestId('order-submit').click();
    await app.seen('fill-card').waitFor();
    const card = page.getByRole('dialog', { name: 'Your order has been confirmed' });
    expect(await app.seen('fill-card').innerText()).toMatch(/^Bought 0\.50 EUR\/USD at\s+1\.\d/);
    expect(await line('Price shown when you tapped').innerText()).toMatch(/^1\.\d{5}$/);
    expect(await line('Slippage').innerText()).toMatch(/^as shown$|^[\d.]+ pips? (better|worse) · [+−][\d.]+$/);
    expect(await line('Handling fee').innerText()).toBe('−3.50');
    expect(await line('Time').innerText()).toMatch(/^\d\d:\d\d:\d\d\.\d{3} \p{L}+/u);
    await expect.poll(() => line('Available prepayment').innerText()).toMatch(/^50,000\.00\s*49,\d{3}\.\d\d$/);
    await expect.poll(() => check().getAttribute('data-check')).toBe('verified');
    expect(await check().innerText()).toMatch(/Receipt verified on this device[\s\S]*[0-9a-f]{4}…[0-9a-f]{4}/);
    expect(await card.getByTestId('no-stop').innerText()).toMatch(
      /^No stop loss yet\. A stop at 1\.\d{5} would risk (49\d|500)\.\d\d, 1\.0% of the balance\.$/,
    );

    // The receipts lead back to the card, which still has its stop to add.
    await check().click();
    const proof = page.getByRole('dialog', { name: 'Receipt' });
    await proof.getByText('Receipt number').waitFor();
    await proof.getByRole('button', { name: 'Close', exact: true }).click();
    await app.seen('fill-card').waitFor();
    await card.getByRole('button', { name: 'Add stop' }).click();
    const stops = page.getByRole('dialog', { name: 'Edit SL/TP' });
    expect(await stops.getByRole('switch', { name: 'Stop loss' }).getAttribute('aria-checked')).toBe('true');
    await stops.getByRole('button', { name: 'Save' }).click();
    await stops.waitFor({ state: 'detached' });
    await app.tab('order').click();
    await expect.poll(() => app.orderRow.first().innerText()).toMatch(/SL\s*1\.\d{5}/);

    await app.openDetails();
    await check().scrollIntoViewIfNeeded();
    // The whole line opens the receipts, not only its arrow.
    await check().tap({ position: { x: 60, y: 12 } });
    const receipts = page.getByRole('dialog', { name: 'Receipt' });
    await receipts.getByText('Receipt number').waitFor();
    expect(await receipts.locator('dt', { hasText: 'Time of the quote' }).innerText()).toMatch(/ · \p{L}+/u);
    await receipts.getByRole('button', { name: 'Close', exact: true }).click();
    await receipts.waitFor({ state: 'detached' });
  });

  test('a part closed says so: its lines add up to the balance after it, and the rest stays open', async () => {
    await app.ask.click();
    await app.submitOrder(page.getByRole('dialog'));
    await app.tab('order').click();
    await app.openDetails();
    await app.seen('order-close').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: 'Lots to close' }).fill('0.20');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Close position' }).click();
    await app.seen('result-card').waitFor();
    await page.getByRole('dialog', { name: 'Part closed · EUR/USD' }).waitFor();
    expect(await app.seen('result-card').innerText()).toMatch(/pips? · held .*\d.* · 0\.30 stay open$/);
    const parts = (await app.seen('result-parts').locator('dd').allInnerTexts()).map(cents);
    const [move = 0, spread = 0, fee = 0, swap = 0, conversion = 0, net] = parts;
    expect(move - spread - fee + swap - conversion).toBe(net);
    expect(fee).toBe(140);
    // R-TKT-04: what costs nothing has no sign.
    const labels = await app.seen('result-parts').locator('dt').allInnerTexts();
    expect(labels.filter((label) => label.startsWith('−')).length).toBe(2);
    expect(labels.filter((label) => label.startsWith('+'))).toEqual([]);
    await line('Balance').waitFor();
    const [before = 0, after = 0] = (await line('Balance').innerText()).split(/\s+/).map(cents);
    // The fee was charged at the opening.
    expect([before, after]).toEqual([4_999_650, 4_999_650 + move - spread + swap]);
    await expect.poll(() => check().getAttribute('data-check')).toBe('verified');
    expect(await check().innerText()).toContain('2 receipts verified on this device');
    await app.dismissCard();
    await expect.poll(() => app.orderRow.first().innerText()).toContain('0.30');
  });

  test('a receipt that does not hold the figures shown is reported as such', async () => {
    await page.route('**/v1/api/forex/receipts*', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as Envelope<SignedReceipt[]>;
      const changed = data.map((one) => ({ ...one, text: one.text.replace(/"price":"1\.\d/, '"price":"2.0') }));
      await route.fulfill({ json: { ...rest, data: changed } });
    });
    await app.ask.click();
    await page.getByTestId('order-submit').click();
    await expect.poll(() => check().getAttribute('data-check')).toBe('not-verified');
    expect(await check().innerText()).toMatch(/^Receipt does not match\s+Report it/);
  });
});
