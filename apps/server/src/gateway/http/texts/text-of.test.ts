import { type CodeName, codes } from '@candor/contracts/codes';
import { type Language, languages } from '@candor/contracts/languages';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../envelope.ts';
import { en } from './en.ts';
import { catalogues, textOf } from './text-of.ts';

const names = Object.keys(codes) as CodeName[];
const all = Object.keys(languages) as Language[];
const others = all.filter((language) => language !== 'en');

/** Room on a phone: a message may be this much longer than the English one. */
const lengthFactorMax = 1.6;

const latin = /\p{sc=Latin}/u;
const alphabet: Record<Language, RegExp> = {
  hk: /\p{sc=Han}/u,
  en: latin,
  jp: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u,
  kr: /\p{sc=Hangul}/u,
  th: /\p{sc=Thai}/u,
  vn: latin,
  fr: latin,
  de: latin,
  ru: /\p{sc=Cyrillic}/u,
  spa: latin,
  pt: latin,
  ar: /\p{sc=Arabic}/u,
  it: latin,
  tr: latin,
};
/** What tells a text from one of another language with the same letters. */
const mark: Partial<Record<Language, RegExp>> = {
  jp: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  vn: /đ|\p{M}/iu,
};
/** Written in Latin letters everywhere. */
const latinWords = /\{field\}|POST|SMS|JPEG|PNG|WebP|HEIC|MB/g;

/** “Nothing was executed”: a trader who reads it must find it in the same words each time. */
const nothingExecuted: Record<Language, RegExp> = {
  hk: /訂單未執行/,
  en: /nothing was executed/i,
  jp: /約定はしていません/,
  kr: /체결된 것은 없습니다/,
  th: /ไม่มีการดำเนินการใดๆ/,
  vn: /chưa có gì được thực hiện/i,
  fr: /rien n’a été exécuté/i,
  de: /es wurde nichts ausgeführt/i,
  ru: /ничего не исполнено/i,
  spa: /no se ejecutó nada/i,
  pt: /nada foi executado/i,
  ar: /لم يتم تنفيذ أي شيء/,
  it: /non è stato eseguito nulla/i,
  tr: /hiçbir işlem yapılmadı/i,
};

const holes = (text: string) => text.match(/\{\w*\}/g) ?? [];
const letters = (text: string) => text.replaceAll(latinWords, '').match(/\p{L}/gu) ?? [];

describe('the text of a code (R-WIRE-05, R-LANG-04)', () => {
  it.each(all)('%s has a text of its own for every code and no other', (language) => {
    expect(Object.keys(catalogues[language]).sort()).toEqual([...names].sort());
    const texts = Object.values(catalogues[language]);
    expect(texts.filter((text) => text.trim() === '' || text !== text.trim())).toEqual([]);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it.each(others)('no text of %s is the English one', (language) => {
    expect(names.filter((name) => catalogues[language][name] === en[name])).toEqual([]);
  });

  it.each(others)('%s speaks of the field where English does, and only there', (language) => {
    for (const name of names) expect(holes(catalogues[language][name]), name).toEqual(holes(en[name]));
  });

  it.each(others)('%s says that nothing was executed where English does, and only there', (language) => {
    const among = (of: Language) => names.filter((name) => nothingExecuted[of].test(catalogues[of][name]));
    expect(among('en').length).toBeGreaterThan(0);
    expect(among(language)).toEqual(among('en'));
  });

  it.each(others)(`no text of %s is longer than ${lengthFactorMax} times the English one`, (language) => {
    const long = names.filter((name) => catalogues[language][name].length > en[name].length * lengthFactorMax);
    expect(long.map((name) => catalogues[language][name])).toEqual([]);
  });

  it.each(all)('%s is written in its own script', (language) => {
    for (const name of names) {
      const text = catalogues[language][name];
      const strangers = letters(text).filter((letter) => !alphabet[language].test(letter));
      expect({ name, strangers, isEmpty: letters(text).length === 0 }).toEqual({ name, strangers: [], isEmpty: false });
      expect(text.normalize('NFD'), name).toMatch(mark[language] ?? /./);
    }
  });

  it.each([
    ['de', 'Bitte prüfen Sie das Feld „Lots“.'],
    ['ar', 'يرجى التحقق من الحقل «عدد العقود».'],
    ['fr', 'Veuillez vérifier le champ «\u00a0Lots\u00a0».'],
  ] as const)('puts the field’s name in: %s', (language, text) => {
    expect(textOf(codes.invalidField, language, 'cont')).toBe(text);
  });

  it('names a field that only programs send as it is on the wire', () => {
    expect(textOf(codes.invalidField, 'en', 'client_id')).toBe('Please check the field “client_id”.');
    expect(textOf(codes.invalidField, 'en', 'constructor')).toContain('constructor');
  });

  it.each([
    ['jp', '市場は閉まっています。'],
    ['SPA', 'El mercado está cerrado.'],
    ['tw', '市場已休市。'],
    ['xx', '市場已休市。'],
    [undefined, '市場已休市。'],
  ])('answers the header lang %s in its language, an unknown one in hk', (lang, text) => {
    const request = { headers: lang === undefined ? {} : { lang } } as unknown as FastifyRequest;
    expect(textOf(codes.marketClosed, languageOf(request))).toBe(text);
  });
});
