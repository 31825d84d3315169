import { type CodeName, codes } from '@candor/contracts/codes';
import { type Language, languageCodes, languages } from '@candor/contracts/languages';
import { serverTexts } from '@candor/texts/server';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../envelope.ts';
import { textOf } from './text-of.ts';

const names = Object.keys(codes) as CodeName[];
const en = serverTexts.en.errors;
const textsIn = (language: Language) => serverTexts[language].errors;
const others = languageCodes.filter((language) => language !== 'en');

/** Maximum length relative to English, so that a message fits a phone. */
const lengthFactorMax = 1.6;

/** Letters by script of `Intl`. */
const alphabets: Readonly<Record<string, RegExp>> = {
  Latn: /\p{sc=Latin}/u,
  Hant: /\p{sc=Han}/u,
  Jpan: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u,
  Kore: /\p{sc=Hangul}/u,
  Thai: /\p{sc=Thai}/u,
  Cyrl: /\p{sc=Cyrillic}/u,
  Arab: /\p{sc=Arabic}/u,
};
const scriptOf = (language: Language) => new Intl.Locale(languages[language].tag).maximize().script ?? '';
/** Letters that distinguish a language from others of the same script. */
const mark: Partial<Record<Language, RegExp>> = {
  jp: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  vn: /đ|\p{M}/iu,
};
/** Words in Latin letters in every language. */
const latinWords = /\{field\}|POST|SMS|JPEG|PNG|WebP|HEIC|MB/g;

/** Codes whose English text says that nothing was executed; every language says so in the same words each time. */
const nothingExecuted = names.filter((name) => /nothing was executed/i.test(en[name]));

/** Returns the longest words that all the texts share. */
function sharedWords([first = '', ...texts]: readonly string[]): string {
  for (let length = first.length; length > 0; length -= 1)
    for (let at = 0; at + length <= first.length; at += 1) {
      const words = first.slice(at, at + length);
      if (texts.every((text) => text.includes(words))) return words;
    }
  return '';
}

const holes = (text: string) => text.match(/\{\w*\}/g) ?? [];
const letters = (text: string) => text.replaceAll(latinWords, '').match(/\p{L}/gu) ?? [];

describe('the text of a code (R-WIRE-05, R-LANG-04)', () => {
  it.each(languageCodes)('%s has a distinct text for every code and for no other', (language) => {
    expect(Object.keys(textsIn(language)).sort()).toEqual([...names].sort());
    const texts = Object.values(textsIn(language));
    expect(texts.filter((text) => text.trim() === '' || text !== text.trim())).toEqual([]);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it.each(others)('no text of %s is the English text', (language) => {
    expect(names.filter((name) => textsIn(language)[name] === en[name])).toEqual([]);
  });

  it.each(others)('%s names the field where English does, and only there', (language) => {
    for (const name of names) expect(holes(textsIn(language)[name]), name).toEqual(holes(en[name]));
  });

  it.each(others)(
    '%s says that nothing was executed where English does, in the same words, and only there',
    (language) => {
      const plain = (name: CodeName) => textsIn(language)[name].toLowerCase();
      const words = sharedWords(nothingExecuted.map(plain));
      expect(words.length).toBeGreaterThanOrEqual(5);
      expect(names.filter((name) => plain(name).includes(words))).toEqual(nothingExecuted);
    },
  );

  it.each(others)(`no text of %s is longer than ${lengthFactorMax} times the English one`, (language) => {
    const long = names.filter((name) => textsIn(language)[name].length > en[name].length * lengthFactorMax);
    expect(long.map((name) => textsIn(language)[name])).toEqual([]);
  });

  it.each(languageCodes)('%s is written in its own script', (language) => {
    for (const name of names) {
      const text = textsIn(language)[name];
      const strangers = letters(text).filter((letter) => !alphabets[scriptOf(language)]?.test(letter));
      expect({ name, strangers, isEmpty: letters(text).length === 0 }).toEqual({ name, strangers: [], isEmpty: false });
      expect(text.normalize('NFD'), name).toMatch(mark[language] ?? /./);
    }
  });

  it.each([
    ['de', 'Bitte prüfen Sie das Feld „Lots“.'],
    ['ar', 'يرجى التحقق من الحقل «عدد العقود».'],
    ['fr', 'Veuillez vérifier le champ «\u00a0Lots\u00a0».'],
  ] as const)('names the field in: %s', (language, text) => {
    expect(textOf(codes.invalidField, language, 'cont')).toBe(text);
  });

  it('uses the wire name of a field that only programs send', () => {
    expect(textOf(codes.invalidField, 'en', 'client_id')).toBe('Please check the field “client_id”.');
    expect(textOf(codes.invalidField, 'en', 'constructor')).toContain('constructor');
  });

  it.each([
    ['jp', '市場は閉まっています。'],
    ['SPA', 'El mercado está cerrado.'],
    ['tw', '市場已休市。'],
    ['xx', '市場已休市。'],
    [undefined, '市場已休市。'],
  ])('the header lang %s is answered in its language, an unknown one in hk', (lang, text) => {
    const request = { headers: lang === undefined ? {} : { lang } } as unknown as FastifyRequest;
    expect(textOf(codes.marketClosed, languageOf(request))).toBe(text);
  });
});
