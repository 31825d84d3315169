import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Way in px by which a finger has surely moved. */
const movedOffPx = 8;
/** Time between two touches of a finger that moves. */
const stepMs = 16;

/** Page model of the chart on a phone: what its user reads and touches. */
export class ChartApp {
  readonly page: Page;
  #touch: Promise<CDPSession> | null = null;

  constructor(page: Page) {
    this.page = page;
  }

  get stage(): Locator {
    return this.page.locator('[data-part=chart-stage]').filter({ visible: true });
  }

  /** The chart itself, which the keys read bar by bar. */
  get bars(): Locator {
    return this.page.getByRole('slider', { name: /^Candlestick chart/ });
  }

  get legend(): Locator {
    return this.page.locator('[data-part=chart-legend]').filter({ visible: true });
  }

  get crosshair(): Locator {
    return this.page.locator('[data-part=crosshair]');
  }

  async ready(): Promise<void> {
    await expect
      .poll(() => this.page.getByTestId('chart').filter({ visible: true }).getAttribute('data-state'))
      .toBe('ready');
    await this.legend.locator('[data-figure=close]').filter({ hasText: /\d/ }).waitFor();
  }

  figure(name: 'open' | 'high' | 'low' | 'close' | 'change' | 'range'): Promise<string> {
    return this.legend.locator(`[data-figure=${name}]`).innerText();
  }

  shows(): Promise<string | null> {
    return this.legend.getAttribute('data-shows');
  }

  async box(): Promise<Box> {
    return (await this.stage.boundingBox()) ?? expect.fail('the chart is in sight');
  }

  /** Sends a touch of one finger, at a time in ms or now; without a point the finger leaves. */
  async touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    point?: { x: number; y: number },
    atMs?: number,
  ): Promise<void> {
    this.#touch ??= this.page.context().newCDPSession(this.page);
    const session = await this.#touch;
    const touchPoints = point === undefined ? [] : [point];
    await session.send('Input.dispatchTouchEvent', {
      ...{ type, touchPoints },
      ...(atMs !== undefined && { timestamp: atMs / 1_000 }),
    });
  }

  /**
   * Drags a finger between two points, in steps. It moves off at once, so that it is never a finger that rests: each
   * touch has the time at which a finger would make it, however late a busy page takes it.
   */
  async drag(from: { x: number; y: number }, to: { x: number; y: number }, steps = 8): Promise<void> {
    const first = Math.min(1, movedOffPx / Math.hypot(to.x - from.x, to.y - from.y));
    const at = (share: number) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    let atMs = Date.now() - (steps + 2) * stepMs;
    const next = () => (atMs += stepMs);
    // Sent together: an answer that is slow to come must not keep the finger still.
    await Promise.all([this.touch('touchStart', from, next()), this.touch('touchMove', at(first), next())]);
    for (let step = 1; step <= steps; step += 1)
      await this.touch('touchMove', at(Math.max(first, step / steps)), next());
    await this.touch('touchEnd', undefined, next());
  }

  /** Box of the line of a stop or target inside the scale, once the chart no longer moves it. */
  stopBox(name: 'Stop loss' | 'Take profit'): Promise<Box> {
    return this.boxAtRest(this.page.locator('[data-part=line-stop]:not([data-edge])', { has: this.stop(name) }));
  }

  /** Box of a line once the chart no longer moves it. */
  async boxAtRest(line: Locator): Promise<Box> {
    let last: Box | null = null;
    await expect
      .poll(async () => {
        const before = last;
        last = await line.boundingBox();
        return last !== null && before?.y === last.y;
      })
      .toBe(true);
    return last ?? expect.fail('the line is in sight');
  }

  /** The line of a stop or target, by its name. */
  stop(name: 'Stop loss' | 'Take profit'): Locator {
    return this.page.getByRole('slider', { name: new RegExp(`^${name}`) });
  }

  /** Side on which the line of a stop is outside the scale; null while it is inside. */
  edgeOf(name: 'Stop loss' | 'Take profit'): Promise<string | null> {
    return this.page.locator('[data-part=line-stop]', { has: this.stop(name) }).getAttribute('data-edge');
  }

  /** Numbers of the price axis and their heights. */
  axis(): Promise<string[]> {
    return this.page
      .locator('[data-part=axis-numbers] > span')
      .evaluateAll((all) => all.map((one) => `${one.textContent} ${(one as HTMLElement).style.top}`));
  }

  /** Height of a price in the page now: the scale moves with the prices. */
  async yOf(price: number): Promise<number> {
    const numbers = await this.stage.locator('[data-part=axis-numbers]').evaluate((host) =>
      [...host.children].map((one) => {
        const { top } = (one as HTMLElement).style;
        return [Number(one.textContent), host.getBoundingClientRect().y + Number.parseFloat(top) + 7] as const;
      }),
    );
    const [first, last] = [numbers[0], numbers.at(-1)];
    if (first === undefined || last === undefined || first === last) return expect.fail('the axis has numbers');
    return first[1] + ((price - first[0]) * (last[1] - first[1])) / (last[0] - first[0]);
  }

  /** Boxes of the tags on an edge of the chart that are shown. */
  async tags(part: 'axis-tag' | 'order-tag'): Promise<Box[]> {
    return (await this.#shown(part))[part] ?? [];
  }

  /** Boxes of the tags on the axis and of its numbers at one moment: both move with the prices. */
  async axisBoxes(): Promise<{ readonly tags: readonly Box[]; readonly numbers: readonly Box[] }> {
    const shown = await this.#shown('axis-tag', 'axis-numbers');
    return { tags: shown['axis-tag'] ?? [], numbers: shown['axis-numbers'] ?? [] };
  }

  /** Boxes of what is shown of some parts, those of a list by its items. */
  #shown(...parts: readonly string[]): Promise<Record<string, Box[]>> {
    return this.page.evaluate((names) => {
      const boxOf = (one: Element) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x, y, width, height };
      };
      const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && one.textContent !== '';
      const itemsOf = (name: string) =>
        document.querySelectorAll(name === 'axis-numbers' ? '[data-part=axis-numbers] > span' : `[data-part=${name}]`);
      return Object.fromEntries(names.map((name) => [name, [...itemsOf(name)].filter(isShown).map(boxOf)]));
    }, parts);
  }
}

/** Returns the pairs of boxes that cover one another. */
export function coveringPairs(boxes: readonly Box[]): [Box, Box][] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b): [Box, Box] => [a, b]),
  );
}
