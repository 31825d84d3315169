import type { Locator, Page } from 'playwright-core';
import { PhoneApp } from './phone-app.ts';

/** What there is to read, as somebody with a phone sees it. */
export class ReadingApp extends PhoneApp {
  /** The way to the news, named by what is unread there. */
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

/** Where a screen stands in its own scroller. */
export async function scrolledBy(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
    return shown?.scrollTop ?? -1;
  });
}
