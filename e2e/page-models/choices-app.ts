import type { Locator } from 'playwright-core';
import { IdentityApp } from './identity-app.ts';

/** Page model of settings, ranking opt-in and favourites. */
export class ChoicesApp extends IdentityApp {
  async openSettings(): Promise<void> {
    await this.open('/mine/system');
    await this.page.getByRole('heading', { name: 'Other settings' }).waitFor();
  }

  /** Logs in on the login page and waits until it has been left. */
  async enter(email: string, password: string): Promise<void> {
    await this.open('/login');
    await this.logIn(email, password);
    await this.page.waitForURL((url) => url.pathname !== '/login');
  }

  async chooseSize(name: 'Small' | 'Normal' | 'Large' | 'Larger'): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** Root text size relative to the browser default. */
  async sizeOfText(): Promise<number> {
    return this.page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
  }

  get rankingSwitch(): Locator {
    return this.page.getByRole('switch', { name: 'Take part in the ranking' }).filter({ visible: true });
  }

  /** Visible figures that wrap or overflow the page. */
  async brokenFigures(): Promise<string[]> {
    return this.page.evaluate(() => {
      const isFigure = (element: Element) => {
        const { unicodeBidi, fontVariantNumeric } = getComputedStyle(element);
        return unicodeBidi === 'isolate' && fontVariantNumeric.includes('tabular-nums');
      };
      const isSeen = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
      return [...document.querySelectorAll<HTMLElement>('#content *, [role=dialog] *')]
        .filter(
          (element) => isFigure(element) && isSeen(element) && element.closest('[data-part=chart], [inert]') === null,
        )
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const line = Number.parseFloat(getComputedStyle(element).lineHeight);
          const isWrapped = element.children.length === 0 && box.height > line * 1.6;
          return isWrapped || box.left < -0.5 || box.right > innerWidth + 0.5;
        })
        .map((element) => `${element.className}: ${element.textContent}`);
    });
  }

  /** Star that adds an instrument to the favourites or removes it. */
  star(showCode: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^(Add|Remove) ${showCode} (to|from) favourites$`) });
  }

  get favouritesChip(): Locator {
    return this.page.getByRole('button', { name: 'Favourites', exact: true }).filter({ visible: true });
  }

  /** Codes of the visible market rows, in order. */
  async rowCodes(): Promise<(string | null)[]> {
    return this.seen('market-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));
  }

  /** Favourites in the edit sheet. */
  get arranged(): Locator {
    return this.page.getByRole('dialog', { name: 'Edit favourites' }).getByRole('listitem');
  }

  async arrangedCodes(): Promise<(string | null)[]> {
    return this.arranged.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));
  }

  /** Drags a row of the sheet by its grip onto another. */
  async dragOver(code: string, over: string): Promise<void> {
    const grip = (of: string) => this.page.locator(`li[data-code="${of}"]`).getByTestId('favourite-grip').boundingBox();
    const [from, to] = [await grip(code), await grip(over)];
    if (from === null || to === null) throw new Error('A row to drag is not in the sheet.');
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x, (y + to.y + to.height / 2) / 2, { steps: 4 });
    await this.page.mouse.move(x, to.y + to.height / 2, { steps: 4 });
    await this.page.mouse.up();
  }
}
