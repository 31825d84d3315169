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

const centres = [
  { name: 'Sydney', zone: 'Australia/Sydney', open: 9, close: 18 },
  { name: 'Tokyo', zone: 'Asia/Tokyo', open: 9, close: 18 },
  { name: 'London', zone: 'Europe/London', open: 8, close: 17 },
  { name: 'New York', zone: 'America/New_York', open: 8, close: 17 },
] as const;
const [barsAtLeast, barsAtMost] = [40, 100];
const allNames: readonly string[] = centres.map(({ name }) => name);

/** Names of the centres whose own clock shows one of their hours at a time. */
function openAt(timeMs: number): string[] {
  return centres.flatMap(({ name, zone, open, close }) => {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      weekday: 'short',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    const [weekday, hour] = (['weekday', 'hour'] as const).map(
      (type) => parts.formatToParts(timeMs).find((part) => part.type === type)?.value,
    );
    const isWorkday = weekday !== 'Sat' && weekday !== 'Sun';
    return isWorkday && Number(hour) >= open && Number(hour) < close ? [name] : [];
  });
}

/** Switch of the bands, in the sheet of the chart's tools. */
async function switchSessions(): Promise<void> {
  await app.button('Chart tools').click();
  await page.getByRole('switch', { name: 'Trading sessions' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** True if the chart has painted something at the top of the bar that is read, where no candle reaches. */
function isPaintedAtBar(): Promise<boolean> {
  return page.evaluate(() => {
    const line = document.querySelector('[data-part=crosshair]')?.getBoundingClientRect();
    const stage = document.querySelector('[data-part=chart-stage]');
    if (line === undefined || stage === null) throw new Error('a bar is read');
    const x = line.x + line.width / 2 + 2;
    const y = stage.getBoundingClientRect().y + 3;
    return [...stage.querySelectorAll('canvas')].some((canvas) => {
      const box = canvas.getBoundingClientRect();
      if (x < box.left || x >= box.right || y < box.top || y >= box.bottom) return false;
      const scale = canvas.width / box.width;
      const at = [(x - box.left) * scale, (y - box.top) * scale].map(Math.floor) as [number, number];
      return (canvas.getContext('2d')?.getImageData(...at, 1, 1).data[3] ?? 0) > 0;
    });
  });
}

test('R-CHT-01 each bar is in the bands of the centres whose clock has them open, and the switch is kept', async () => {
  await app.open('/trade');
  await chart.ready();
  await page.getByRole('button', { name: '1H', exact: true }).click();
  await chart.ready();
  await switchSessions();
  await page.reload();
  await chart.ready();
  await chart.bars.focus();
  const seen = new Set<string>();
  // At a weekend the last day of all centres is two days further back.
  for (let bars = 0; bars < barsAtLeast || (seen.size < allNames.length && bars < barsAtMost); bars += 1) {
    await page.keyboard.press('ArrowLeft');
    const startMs = Number(await chart.bars.getAttribute('aria-valuenow'));
    const open = openAt(startMs);
    const spoken = (await chart.bars.getAttribute('aria-valuetext')) ?? '';
    expect(allNames.filter((name) => spoken.split(', ').includes(name))).toEqual(open);
    await expect.poll(isPaintedAtBar).toBe(open.length > 0);
    for (const name of open) seen.add(name);
  }
  expect([...seen].toSorted()).toEqual(allNames.toSorted());
  await switchSessions();
  await chart.bars.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(isPaintedAtBar).toBe(false);
});

test('R-CHT-01 on bars longer than an hour there are no bands, and the switch says so', async () => {
  await app.open('/trade');
  await chart.ready();
  const row = page.locator('[data-part=sessions-row]');
  await app.button('Chart tools').click();
  await row.getByText('Usual hours on the clock of each centre. The time below the chart:').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '4H', exact: true }).click();
  await row.getByText('Drawn on bars of an hour or shorter.').waitFor();
});
