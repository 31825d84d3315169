import type { Locator, Page } from 'playwright-core';
import { PhoneApp } from './phone-app.ts';

/** Page model of news and announcements. */
export class ReadingApp extends PhoneApp {
  /** Link to the news; its name contains the unread count. */
  newsLink(name: string | RegExp = /^News/): Locator {
    return this.page.getByRole('link', { name, exact: typeof name === 'string' }).filter({ visible: true });
  }

  get rows(): Locator {
    return this.seen('news-row');
  }

  get announcements(): Locator {
    return this.seen('announcement-row');
  }

  title(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true }).filter({ visible: true });
  }

  async back(): Promise<void> {
    await this.button('Back').filter({ visible: true }).click();
  }
}

/** Returns the scroll position of the visible screen. */
export async function scrolledBy(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
    return shown?.scrollTop ?? -1;
  });
}
