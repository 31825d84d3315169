import type { Page } from 'playwright-core';
import { texts as en } from '../../packages/texts/src/en/web.ts';
import type { WebTexts } from '../../packages/texts/src/web.ts';

const share = 0.4;
/** Maximum letters of a lengthened word, as in German compounds. */
const wordMax = 12;

/** Returns the text with 40 % more letters, in words of usual length; `{holes}` stay unchanged. */
export function lengthened(text: string): string {
  const plain = text.replace(/\{\w+\}/g, '');
  let missing = Math.ceil(plain.length * share);
  let longer = text;
  while (missing > 0) {
    const last = /\p{L}*$/u.exec(longer)?.[0].length ?? 0;
    const isFull = last >= wordMax || (last === 0 && longer !== '');
    const size = Math.min(missing, isFull ? 6 : wordMax - last);
    longer += isFull ? ` ${'n'.repeat(size)}` : 'n'.repeat(size);
    missing -= size;
  }
  return longer;
}

/** English texts, each 40 % longer. */
export const longWords: WebTexts = lengthenAll(en);

function lengthenAll<Value>(value: Value): Value {
  if (typeof value === 'string') return lengthened(value) as Value;
  const entries = Object.entries(value as Record<string, unknown>).map(([key, one]) => [key, lengthenAll(one)]);
  return Object.fromEntries(entries) as Value;
}

/** Serves the longer texts instead of both English chunks of the build, each with the name that its loader reads. */
export async function serveLongWords(page: Page): Promise<void> {
  await page.context().route(/\/assets\/en-[\w-]+\.js$/, (route) => {
    const name = /\/en-later-[\w-]+\.js$/.test(route.request().url()) ? 'later' : 'first';
    const body = `export const ${name} = ${JSON.stringify(longWords)}`;
    return route.fulfill({ body, contentType: 'text/javascript' });
  });
}
