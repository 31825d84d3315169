import { expect, it } from 'vitest';
import { languageFromHash } from './text.ts';

it.each([
  ['#lang=hk', 'hk'],
  ['#/?lang=tw', 'hk'],
  ['#/trade?x=1&lang=EN', 'en'],
  ['#lang=xx', null],
  ['#language=hk', null],
  ['', null],
])('the language preset of %j is %s (R-LANG-01, R-LANG-02)', (hash, language) =>
  expect(languageFromHash(hash)).toBe(language),
);
