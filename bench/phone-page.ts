import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';

/** What a page has seen of itself, in milliseconds since it was asked for. */
export interface PageTimes {
  /** When the largest piece of the first screen was painted; null where nothing was. */
  readonly largestMs: number | null;
  readonly firstPriceMs: number | null;
  /** Work that kept the page from answering for more than 50 ms, by its length. */
  readonly longTasksMs: readonly number[];
  /** From each touch or key until the page began to handle it. */
  readonly inputDelaysMs: readonly number[];
  /** From each touch or key until its effect was painted. */
  readonly interactionsMs: readonly number[];
}

export interface PhoneProfile {
  readonly cpuSlowdown: number;
  /** Null for the loopback as it is. */
  readonly network: { readonly bitsPerSecond: number; readonly roundTripMs: number } | null;
}

/** A mid-range phone's processor, against the machine that measures; with the network of a moving train, or none of its limits. */
export const slowPhone: PhoneProfile = { cpuSlowdown: 4, network: null };
export const slowPhoneOnTrain: PhoneProfile = {
  cpuSlowdown: 4,
  network: { bitsPerSecond: 1_600_000, roundTripMs: 150 },
};

export async function applyProfile(page: Page, { cpuSlowdown, network }: PhoneProfile): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await session.send('Network.enable');
  if (network !== null) {
    const throughput = network.bitsPerSecond / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.roundTripMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput / 2,
    });
  }
  return session;
}

/** What `watch-page.js` notes from the first byte on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL('watch-page.js', import.meta.url)) });
}

export function pageTimes(page: Page): Promise<PageTimes> {
  return page.evaluate(() => (window as unknown as { candorSeen: PageTimes }).candorSeen);
}
