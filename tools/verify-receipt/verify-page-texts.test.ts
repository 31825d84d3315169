import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type Language, languageCodes, languages as product } from '@candor/contracts/languages';
import { describe, expect, test } from 'vitest';
import { buildPage } from './build-page.mjs';

/** Module of the texts, as the page has it. */
interface TextsModule {
  readonly languages: Readonly<Record<string, { readonly tag: string; readonly name: string; readonly texts: Texts }>>;
  say(name: string, ...values: readonly unknown[]): string;
  languageOf(tags: readonly string[]): string;
  useLanguage(code: string): { readonly code: string; readonly direction: string };
}

type Texts = Readonly<Record<string, string>>;
const script = /<script>([^]*)<\/script>/.exec(buildPage())?.[1] ?? '';
const [modules = ''] = script.split('// ===== page/main.mjs =====');
const world = createContext({ TextEncoder, TextDecoder, atob, btoa });
const { languages, say, languageOf, useLanguage } = runInContext(
  `${modules}\nfrom_page_texts_mjs`,
  world,
) as TextsModule;
const textsOf = (code: Language): Texts => languages[code]?.texts ?? {};
const en = textsOf('en');
const holesOf = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
const folder = join(import.meta.dirname, 'page');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') || name.endsWith('.html'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

/** Texts that are the same in every language. */
const sameEverywhere = /^(?:[\s–(){}\d,.]|SHA-256|of)*$/;
const loanwords: Partial<Record<Language, readonly string[]>> = {};

describe('R-VER-15 the languages of the page', () => {
  test('are those of the product, with their tags and names in its order', () => {
    const own = Object.entries(languages).map(([code, { tag, name }]) => [code, tag, name]);
    expect(own).toEqual(languageCodes.map((code) => [code, product[code].tag, product[code].name]));
    for (const code of languageCodes) expect(useLanguage(code).direction, code).toBe(product[code].direction);
    useLanguage('en');
  });

  test.each(languageCodes)('%s has every text with the same places for values', (code) => {
    expect(Object.keys(textsOf(code))).toEqual(Object.keys(en));
    for (const [name, text] of Object.entries(textsOf(code))) {
      expect(text.trim(), name).not.toBe('');
      expect(holesOf(text), name).toEqual(holesOf(en[name] ?? ''));
    }
  });

  test.each(languageCodes.filter((code) => code !== 'en'))('%s repeats no English text', (code) => {
    const left = Object.entries(textsOf(code)).filter(
      ([name, text]) => text === en[name] && !sameEverywhere.test(text) && !(loanwords[code] ?? []).includes(text),
    );
    expect(left).toEqual([]);
  });

  test('are chosen by the first tag that the page has', () => {
    expect(languageOf(['xx', 'es-MX', 'de'])).toBe('spa');
    expect(languageOf(['zh-TW'])).toBe('hk');
    expect(languageOf(['ar-EG'])).toBe('ar');
    expect(languageOf([])).toBe('en');
    useLanguage('ar');
    expect(say('tally', 3, 4)).toBe('3 من 4 صحيحة');
    expect(useLanguage('none').code).toBe('en');
    expect(say('tally', 3, 4)).toBe('3 of 4 hold');
  });
});

test('R-VER-15 every text of the page has a name, and every name is used', () => {
  const groups = /const groups = \[([^\]]*)\]/.exec(sources)?.[1] ?? '';
  const marks = [...sources.matchAll(/^ {2}(?:true|false|null): \['.', '(\w+)',/gm)].map(([, name]) => name);
  const used = [
    ...[...sources.matchAll(/\bsay\(\s*'(\w+)'/g)].map(([, name]) => name),
    ...[...sources.matchAll(/data-(?:text|label)="(\w+)"/g)].map(([, name]) => name),
    ...[...groups.matchAll(/'(\w+)'/g)].map(([, name]) => name),
    ...marks,
  ];
  expect(new Set(used)).toEqual(new Set(Object.keys(en)));
});
