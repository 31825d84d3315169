import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const stepsMax = 80;

/** A page in the hands of somebody who has no mouse. */
export class ByKeys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** How the element that has the focus is told to a screen reader: its role and its name. */
  async focused(): Promise<string> {
    const session = await this.page.context().newCDPSession(this.page);
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { objectId } = result;
    if (objectId === undefined) return 'nothing';
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
    await session.detach();
    return `${nodes[0]?.role?.value} ${nodes[0]?.name?.value ?? ''}`;
  }

  /** Presses Tab until what is wanted has the focus; on the way there nothing may hold it unseen or without a name. */
  async tabTo(wanted: RegExp, key = 'Tab'): Promise<string> {
    const passed: string[] = [];
    for (let step = 0; step < stepsMax; step += 1) {
      await this.page.keyboard.press(key);
      const now = await this.focused();
      if (wanted.test(now)) {
        // What has just opened takes the focus before its first frame brings it into the window.
        await expect.poll(() => this.page.evaluate(lookOfFocus), { message: now }).toBe('seen');
        return now;
      }
      passed.push(now);
    }
    throw new Error(`${wanted} is not reached: ${passed.join(' | ')}`);
  }

  /** The focus is there by itself, without a key. */
  async focusIs(wanted: RegExp): Promise<void> {
    await expect.poll(() => this.focused()).toMatch(wanted);
  }

  async enter(wanted: RegExp): Promise<void> {
    await this.tabTo(wanted);
    await this.page.keyboard.press('Enter');
  }

  /** Once round by Tab: the focus stays in what floats, or leaves the page altogether for the browser's own bar. */
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

/** What tells the eye where the focus is: a line or a shadow that the same place has not without it, in the window. */
function lookOfFocus(): 'seen' | 'nowhere' | 'outside the window' | 'without a mark' {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || held === document.body) return 'nowhere';
  const box = held.getBoundingClientRect();
  const isInWindow = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  if (!isInWindow) return 'outside the window';
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
