import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';

/** Times noted by a page, in milliseconds since navigation. */
export interface PageTimes {
  /** Largest contentful paint; null if nothing was painted. */
  readonly largestMs: number | null;
  readonly firstPriceMs: number | null;
  /** Lengths of long tasks (over 50 ms). */
  readonly longTasksMs: readonly number[];
  /** Delays from each touch or key to the start of its handler. */
  readonly inputDelaysMs: readonly number[];
  /** Delays from each touch or key to the paint of its effect. */
  readonly interactionsMs: readonly number[];
}

export interface PhoneProfile {
  readonly cpuSlowdown: number;
  /** Network limits; null for the plain loopback. */
  readonly network: { readonly bitsPerSecond: number; readonly roundTripMs: number } | null;
}

/** Sets the processor of a mid-range phone, relative to this machine, and the network of a moving train or none. */
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

/** Notes of `watch-page.js`, from the first byte on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript({ path: fileURLToPath(new URL('watch-page.js', import.meta.url)) });
}

export function pageTimes(page: Page): Promise<PageTimes> {
  return page.evaluate(() => (window as unknown as { candorSeen: PageTimes }).candorSeen);
}

/** Resolves when the page has reported its first paint. */
export async function painted(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { candorSeen: PageTimes }).candorSeen.largestMs !== null);
}
