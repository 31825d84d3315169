import { expect, it } from 'vitest';
import { en } from './en.ts';
import { hk } from './hk.ts';
import { languageFromHash } from './languages.ts';

it.each([
  ['#lang=hk', 'hk'],
  ['#/?lang=tw', 'hk'],
  ['#/trade?x=1&lang=EN', 'en'],
  ['#lang=fr', 'en'],
  ['#language=hk', null],
  ['', null],
])('reads the preset of %s (R-LANG-01, R-LANG-02)', (hash, language) => expect(languageFromHash(hash)).toBe(language));

it('has every text in both languages, with the same placeholders', () => {
  expect(Object.keys(hk).sort()).toEqual(Object.keys(en).sort());
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, text] of Object.entries(en)) expect(holes(hk[key as keyof typeof en]), key).toEqual(holes(text));
});
