import type { Page, Request } from 'playwright-core';

/** Something given to the page, as a file. */
export interface GivenFile {
  readonly name: string;
  readonly content: unknown;
}

/** The page that verifies, as its reader sees it. */
export class VerifyApp {
  readonly page: Page;
  /** Requests of the page, its own address left out. */
  readonly requests: string[] = [];
  /** Errors of its script. */
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('request', (request: Request) => {
      if (!request.isNavigationRequest()) this.requests.push(request.url());
    });
    page.on('pageerror', ({ message }) => this.errors.push(message));
  }

  /** Gives files and waits until all that was given is checked. */
  async give(...files: readonly GivenFile[]): Promise<void> {
    const payloads = files.map(({ name, content }) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    }));
    const field = this.page.locator('#files');
    await field.setInputFiles(payloads);
    await field.evaluate(async (chosen: HTMLInputElement) => {
      // The page empties the field once it has checked everything.
      while (chosen.value !== '') await new Promise((next) => requestAnimationFrame(next));
    });
  }

  async startAgain(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Start again' });
    if (await button.isVisible()) await button.click();
    await this.page.locator('#results > section').first().waitFor({ state: 'detached' });
  }

  /** Verdicts of what was given, in its order. */
  verdicts(): Promise<string[]> {
    return this.page.locator('#results .verdict h2').allTextContents();
  }

  /** Texts of the checks marked as not holding. */
  failed(): Promise<string[]> {
    return this.page
      .locator('#results .checks li')
      .filter({ has: this.page.locator('.mark.bad') })
      .allTextContents();
  }
}
