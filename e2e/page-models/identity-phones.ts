import type { Browser, BrowserContext } from 'playwright-core';
import { newPhone } from '../../testkit/browser.ts';
import { codeMailedTo } from '../../testkit/outbox.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { sharedProduct } from '../../testkit/shared-product.ts';
import { IdentityApp } from './identity-app.ts';

export const password = 'seven quiet herons';

/** Phones of one test file, each on a network of its own in `network`, because codes are counted per network. */
export class IdentityPhones {
  readonly dataDir: string;
  readonly #callUrl: string;
  readonly #network: string;
  readonly #open: BrowserContext[] = [];
  #browser: Browser | null = null;
  #networks = 0;

  /** `network` is the first three numbers of the addresses: files share one product. */
  constructor(network: string) {
    const { dataDir, callUrl } = sharedProduct();
    this.dataDir = dataDir;
    this.#callUrl = callUrl;
    this.#network = network;
  }

  async pickUp(): Promise<IdentityApp> {
    this.#browser ??= await sharedBrowser();
    this.#networks += 1;
    const phone = await newPhone(this.#browser, {
      extraHTTPHeaders: { 'x-forwarded-for': `${this.#network}.${this.#networks}` },
    });
    this.#open.push(phone);
    // Pages and calls share one origin: the header that the driver adds must not go to another origin.
    return new IdentityApp(await phone.newPage(), this.#callUrl);
  }

  /** Registers a user on a new phone. */
  async registered(email: string): Promise<IdentityApp> {
    const app = await this.pickUp();
    await app.register(email, password, () => codeMailedTo(this.dataDir, email));
    return app;
  }

  async closeAll(): Promise<void> {
    for (const phone of this.#open.splice(0)) await phone.close();
  }
}
