import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const waitMs = 15_000;

/** The mails the product has written for an address, oldest first (R-RUN-11). */
export function mailsTo(dataDir: string, address: string): string[] {
  return messagesTo(dataDir, address, '.eml');
}

function messagesTo(dataDir: string, address: string, ending: '.eml' | '.txt'): string[] {
  return namesIn(join(dataDir, 'outbox'))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'))
    .filter((message) => new RegExp(`^To: .*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(message));
}

/** The code in the first mail to an address after the `seen` ones. */
export function codeMailedTo(dataDir: string, address: string, seen = 0): Promise<string> {
  return firstCode(address, () => mailsTo(dataDir, address).slice(seen));
}

/** The code in the first text message to a number. */
export function codeTextedTo(dataDir: string, number: string): Promise<string> {
  return firstCode(number, () => messagesTo(dataDir, number, '.txt'));
}

async function firstCode(address: string, read: () => string[]): Promise<string> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    for (const message of read()) {
      const [, body = ''] = /\r?\n\r?\n([\s\S]*)$/.exec(message) ?? [];
      const code = /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0];
      if (code !== undefined) return code;
    }
    if (performance.now() > deadline) throw new Error(`No code came for ${address}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Made with the first message.
    return [];
  }
}
