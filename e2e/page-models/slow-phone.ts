import type { Page } from 'playwright-core';
import { socketPath } from './phone-app.ts';

/** Factor by which the processor of a slow phone is slower than that of this machine. */
const slowness = 4;
/** Shortest and longest hold of a message from the server. */
const heldMs = [300, 500] as const;

/**
 * Makes a page that of a slow phone on a bad line: its processor is four times slower, and every message of the socket,
 * answers to orders included, comes 300 to 500 ms late, in order. To be called before the app is opened.
 */
export async function slowDown(page: Page): Promise<{ readonly lateMessages: () => number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  let count = 0;
  await page.routeWebSocket(socketPath, (near) => {
    const server = near.connectToServer();
    near.onMessage((text) => server.send(text));
    let lastDue = 0;
    server.onMessage((text) => {
      count += 1;
      const [least, most] = heldMs;
      const now = performance.now();
      // The hold differs from message to message in a fixed way; none overtakes the one before it.
      lastDue = Math.max(lastDue, now + least + ((count * 67) % (most - least)));
      setTimeout(() => near.send(text), lastDue - now);
    });
  });
  return { lateMessages: () => count };
}

/** Records every toast and card of an act that is shown on a page, in the order in which they appear. */
export async function recordReports(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const reports: string[] = [];
    Object.assign(globalThis, { candorReports: reports });
    const wanted = '[data-part=toast],[data-testid=fill-card],[data-testid=result-card],[data-testid=close-result]';
    const note = (node: Node) => {
      if (!(node instanceof Element)) return;
      for (const one of [node, ...node.querySelectorAll(wanted)])
        if (one.matches(wanted)) reports.push(one.getAttribute('data-testid') ?? `toast: ${one.textContent}`);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) note(node);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { candorReports: string[] }).candorReports);
}
