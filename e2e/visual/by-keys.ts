import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const stepsMax = 100;

/** Drives a page by keyboard only. */
export class ByKeys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Returns the role and accessible name of the focused element. */
  async focused(): Promise<string> {
    const session = await this.page.context().newCDPSession(this.page);
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { objectId } = result;
    if (objectId === undefined) return 'nothing';
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
    await session.detach();
    return `${nodes[0]?.role?.value} ${nodes[0]?.name?.value ?? ''}`;
  }

  /** Presses Tab until the wanted element has the focus and shows it visibly; throws after `stepsMax` steps. */
  async tabTo(wanted: RegExp, key = 'Tab'): Promise<string> {
    const passed: string[] = [];
    for (let step = 0; step < stepsMax; step += 1) {
      await this.page.keyboard.press(key);
      const now = await this.focused();
      if (wanted.test(now)) {
        // An overlay that has just opened takes the focus before its first frame moves it into the window.
        await expect.poll(() => this.page.evaluate(lookOfFocus), { message: now }).toBe('seen');
        return now;
      }
      passed.push(now);
    }
    throw new Error(`${wanted} is not reached: ${passed.join(' | ')}`);
  }

  /** Waits until the focus is on the wanted element, without pressing a key. */
  async focusIs(wanted: RegExp): Promise<void> {
    await expect.poll(() => this.focused()).toMatch(wanted);
  }

  async enter(wanted: RegExp): Promise<void> {
    await this.tabTo(wanted);
    await this.page.keyboard.press('Enter');
  }

  /** Closes the top overlay and waits until it is gone: its own controls keep the focus while it closes. */
  async escape(): Promise<void> {
    const overlays = this.page.locator('[data-overlay]');
    const open = await overlays.count();
    await this.page.keyboard.press('Escape');
    await expect.poll(() => overlays.count()).toBe(open - 1);
  }

  /** True if 30 Tab presses never focus an element outside the overlays; the browser's own bar may take the focus. */
  async isTrapped(): Promise<boolean> {
    for (let step = 0; step < 30; step += 1) {
      await this.page.keyboard.press('Tab');
      const isOutside = await this.page.evaluate(() => {
        const held = document.activeElement;
        return held !== document.body && held?.closest('[data-overlay]') === null;
      });
      if (isOutside) return false;
    }
    return true;
  }

  async said(text: RegExp): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
  }
}

/** Returns 'seen' if the focused element and its ring are in the window and focus changes its outline, shadow or border. */
function lookOfFocus(): 'seen' | 'nowhere' | 'outside the window' | 'cut at a side' | 'without a mark' {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || held === document.body) return 'nowhere';
  const box = held.getBoundingClientRect();
  const isInWindow = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (!isInWindow) return 'outside the window';
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(held);
  const ring = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  if (box.left - ring < 0 || box.right + ring > innerWidth) return 'cut at a side';
  const places: Element[] = [];
  for (let at: Element | null = held; at !== null && places.length < 3; at = at.parentElement) places.push(at);
  const look = () =>
    places.map((place) => {
      const style = getComputedStyle(place);
      const outline = style.outlineStyle === 'none' || style.outlineWidth === '0px' ? '' : style.outline;
      return `${outline} ${style.boxShadow} ${style.borderBottomStyle}`;
    });
  const withFocus = look();
  held.blur();
  const without = look();
  held.focus({ preventScroll: true });
  return withFocus.some((one, index) => one !== without[index]) ? 'seen' : 'without a mark';
}
