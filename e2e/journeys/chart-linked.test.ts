import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { until } from '../../testkit/until.ts';
import { marketStirs, PhoneApp } from '../page-models/phone-app.ts';

const product = sharedProduct();

/** Names of the topics that the page has subscribed to and not left. */
function watchTopics(page: Page): { readonly open: () => string[]; readonly asked: string[] } {
  const topics: string[] = [];
  const asked: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string' || !payload.startsWith('{')) return;
      const { type, params } = JSON.parse(payload) as { type: string; params?: Record<string, string | number> };
      const key = `${params?.['topic']} ${params?.['forex_id'] ?? ''} ${params?.['period'] ?? ''}`.trim();
      if (type === 'sub') topics.push(key);
      if (type === 'unsub') topics.splice(topics.indexOf(key), 1);
    }),
  );
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/forex/kline')) asked.push(`${searchParams.get('forex_id')} ${searchParams.get('period')}`);
  });
  return { open: () => topics.filter((topic) => topic.startsWith('KLINE')).sort(), asked };
}

class Desk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  chart(number: number): Locator {
    return this.page.getByRole('region', { name: new RegExp(`^Chart ${number} `) });
  }

  get charts(): Locator {
    return this.page.locator('[data-part=desk-chart]');
  }

  /** The ticket's side of the page. */
  get ticket(): Locator {
    return this.page.getByTestId('order-submit');
  }

  key(number: number): Locator {
    return this.page.getByRole('button', { name: `Trade from chart ${number}` });
  }

  async tools(on: Locator | Page, act: (dialog: Locator) => Promise<void>): Promise<void> {
    await on.getByRole('button', { name: 'Chart tools' }).click();
    const dialog = this.page.getByRole('dialog');
    await act(dialog);
    await this.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  async count(number: number): Promise<void> {
    const on = (await this.charts.count()) === 0 ? this.page : this.charts.first();
    await on.getByRole('button', { name: 'Chart tools' }).click();
    const choices = this.page.getByRole('dialog').getByRole('region', { name: 'Charts side by side' });
    await choices.getByRole('button', { name: `${number}` }).focus();
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => this.charts.count()).toBe(number === 1 ? 0 : number);
  }

  async ready(count: number): Promise<void> {
    const drawn = this.page.locator('[data-testid=chart][data-state=ready]:visible');
    await until(`${count} charts are drawn`, async () => (await drawn.count()) === count);
  }

  names(): Promise<string[]> {
    return this.charts.locator('h2').allInnerTexts();
  }

  periods(): Promise<string[]> {
    return this.charts.getByRole('combobox').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  }

  async pick(code: string): Promise<void> {
    await this.page.getByRole('complementary', { name: 'Instruments' }).locator(`[data-code=${code}]`).click();
  }
}

async function openDesk() {
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const topics = watchTopics(page);
  const app = new PhoneApp(page, product.url);
  await app.withoutHeartbeat();
  await app.open('/login?from=/trade');
  await app.startDemo();
  const desk = new Desk(page);
  await desk.ready(1);
  return { context, page, desk, topics };
}

test('R-CHT-06 two to four charts have instruments and periods of their own, one drives the ticket, and all survive a reload', async () => {
  const { context, page, desk } = await openDesk();
  await desk.count(4);
  await desk.ready(4);
  expect(await desk.names()).toEqual(['EUR/USD', 'EUR/USD', 'EUR/USD', 'EUR/USD']);
  expect(new Set(await desk.periods()).size).toBe(4);
  // Prices of the running product move on each chart.
  const seen = new Set<string>();
  const bid = desk.chart(3).locator('[data-price]').first();
  const prices = async () => seen.add((await bid.getAttribute('data-price')) ?? '').size;
  await expect.poll(prices, marketStirs).toBeGreaterThan(2);

  // A chart by itself keeps its instrument; the linked ones follow the list.
  await page.getByRole('button', { name: 'Link chart 4 to the others' }).click();
  await desk.key(1).click();
  await desk.pick('USDJPY');
  await expect.poll(() => desk.names()).toEqual(['USD/JPY', 'USD/JPY', 'USD/JPY', 'EUR/USD']);
  await desk.ready(4);

  // By keyboard: the fourth chart drives the ticket.
  await desk.key(4).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.chart(4).getAttribute('aria-current')).toBe('true');
  expect(await desk.key(1).getAttribute('aria-pressed')).toBe('false');
  const ticketPrice = async () =>
    Number(
      (await desk.ticket.innerText())
        .replace(/\s/g, '')
        .match(/\d+\.\d+/g)
        ?.at(-1),
    );
  await expect.poll(ticketPrice).toBeLessThan(10);
  // By a press on it: the first one does again.
  await desk
    .chart(1)
    .locator('[data-part=chart-stage]')
    .click({ position: { x: 60, y: 60 } });
  await expect.poll(() => desk.chart(1).getAttribute('aria-current')).toBe('true');
  await expect.poll(ticketPrice).toBeGreaterThan(50);

  // Own period, kind and indicators.
  await desk.chart(2).getByRole('combobox', { name: 'Period' }).selectOption('4H');
  await desk.tools(desk.chart(3), async (dialog) => {
    await dialog.getByRole('button', { name: 'Line', exact: true }).click();
    await dialog.getByRole('button', { name: 'Add MA', exact: true }).click();
  });
  await expect.poll(() => desk.chart(3).getByRole('button', { name: /MA 20/ }).count()).toBe(1);
  expect(await desk.chart(2).getByRole('button', { name: /MA 20/ }).count()).toBe(0);
  const periods = await desk.periods();
  expect(periods[1]).toBe('4hour');

  await page.reload();
  await desk.ready(4);
  expect(await desk.names()).toEqual(['USD/JPY', 'USD/JPY', 'USD/JPY', 'EUR/USD']);
  expect(await desk.periods()).toEqual(periods);
  // Its tools were the last that was pressed.
  expect(await desk.chart(3).getAttribute('aria-current')).toBe('true');
  await desk.chart(3).getByRole('button', { name: /MA 20/ }).waitFor();
  await desk.count(3);
  await desk.ready(3);
  await desk.count(1);
  await desk.ready(1);
  await context.close();
});

test('R-CHT-07 the crosshair is shown at the same time on linked charts, and charts of one kind share their subscription', async () => {
  const { context, page, desk, topics } = await openDesk();
  await desk.count(4);
  await desk.ready(4);
  await desk.tools(desk.chart(1), (dialog) =>
    dialog.getByRole('switch', { name: 'Same period in linked charts' }).click(),
  );
  await expect.poll(() => desk.periods()).toEqual(Array(4).fill('15min'));
  await desk.ready(4);
  await expect.poll(topics.open).toEqual(['KLINE 1 15min']);

  topics.asked.length = 0;
  await desk.chart(1).getByRole('combobox', { name: 'Period' }).selectOption('5M');
  await expect.poll(topics.open).toEqual(['KLINE 1 5min']);
  await desk.ready(4);
  expect(
    topics.asked.filter((one) => one === '1 5min'),
    'four charts ask for their first page once',
  ).toHaveLength(1);

  await desk.tools(desk.chart(1), (dialog) =>
    dialog.getByRole('switch', { name: 'Same period in linked charts' }).click(),
  );
  await desk.chart(2).getByRole('combobox', { name: 'Period' }).selectOption('1H');
  await page.getByRole('button', { name: 'Link chart 4 to the others' }).click();
  await desk.ready(4);
  const stage = (await desk.chart(1).locator('[data-part=chart-stage]').boundingBox()) ?? expect.fail('in sight');
  await page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2);
  const timeOn = (number: number) => desk.chart(number).locator('[data-part=crosshair-time]').textContent();
  const shownOn = (number: number) => desk.chart(number).locator('[data-part=crosshair]').isVisible();
  await expect.poll(() => shownOn(3)).toBe(true);
  const minutes = (text: string | null) => {
    const [, hours = '', rest = ''] = /(\d\d):(\d\d)$/.exec(text ?? '') ?? [];
    return Number(hours) * 60 + Number(rest);
  };
  const at = minutes(await timeOn(1));
  expect(minutes(await timeOn(3))).toBe(at);
  expect(await shownOn(2)).toBe(true);
  expect(minutes(await timeOn(2))).toBe(Math.floor(at / 60) * 60);
  expect(await desk.chart(2).locator('[data-part=chart-legend]').getAttribute('data-shows')).toBe('bar');
  expect(await shownOn(4)).toBe(false);
  await page.mouse.move(stage.x + stage.width / 2, 5);
  await expect.poll(() => shownOn(2)).toBe(false);
  await context.close();
});

test('R-CHT-06 a drawing on one chart is on the other charts of the instrument, and none of them loses it', async () => {
  const { context, page, desk } = await openDesk();
  await desk.count(2);
  await desk.ready(2);
  const drawn = () =>
    page.evaluate(() => {
      const { state } = JSON.parse(localStorage.getItem('candor.chart-drawings') ?? '{}') as {
        state?: { account?: { entries?: Record<string, { drawings: readonly unknown[] }> } };
      };
      return state?.account?.entries?.[1]?.drawings.length ?? 0;
    });
  const draw = async (number: number, share: number) => {
    const before = await drawn();
    await desk
      .chart(number)
      .getByRole('slider', { name: /^Candlestick chart/ })
      .focus();
    await desk.chart(number).getByRole('button', { name: 'Chart tools' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Horizontal line' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const box = (await desk.chart(number).locator('[data-part=chart-stage]').boundingBox()) ?? expect.fail('in sight');
    await expect
      .poll(
        async () => {
          if ((await drawn()) === before) await page.mouse.click(box.x + box.width / 2, box.y + box.height * share);
          return drawn();
        },
        { interval: 1_000 },
      )
      .toBe(before + 1);
    await desk.chart(number).getByRole('button', { name: 'Done' }).click();
  };
  await draw(1, 0.3);
  await draw(2, 0.6);
  await draw(1, 0.5);
  expect(await drawn()).toBe(3);
  await context.close();
});
