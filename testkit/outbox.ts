import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const waitMs = 15_000;

/** The mails the product has written for an address, oldest first (R-RUN-11). */
export function mailsTo(dataDir: string, address: string): string[] {
  return namesIn(join(dataDir, 'outbox'))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'))
    .filter((mail) => new RegExp(`^To: .*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(mail));
}

/** The code in the first mail to an address after the `seen` ones. */
export async function codeMailedTo(dataDir: string, address: string, seen = 0): Promise<string> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    for (const mail of mailsTo(dataDir, address).slice(seen)) {
      const [, body = ''] = /\r?\n\r?\n([\s\S]*)$/.exec(mail) ?? [];
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
