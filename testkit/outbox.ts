import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

/** Mails that the product has written for an address, oldest first (R-RUN-11). */
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

/** Resolves to the code in the first mail to an address after the `seen` ones. */
export function codeMailedTo(dataDir: string, address: string, seen = 0): Promise<string> {
  return firstCode(address, () => mailsTo(dataDir, address).slice(seen));
}

/** Resolves to the code in the first text message to a number. */
export function codeTextedTo(dataDir: string, number: string): Promise<string> {
  return firstCode(number, () => messagesTo(dataDir, number, '.txt'));
}

function firstCode(address: string, read: () => string[]): Promise<string> {
  return until(`a code for ${address}`, () => {
    const bodies = read().map((message) => /\r?\n\r?\n([\s\S]*)$/.exec(message)?.[1] ?? '');
    return /(?<!\d)\d{6}(?!\d)/.exec(bodies.join('\n'))?.[0] ?? null;
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is made with the first message.
    return [];
  }
}
