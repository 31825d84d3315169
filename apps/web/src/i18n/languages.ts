import type { Language } from '@candor/contracts/languages';
import type { Catalogue } from './en.ts';

/** The fourteen languages: how each names itself, its BCP 47 tag and its flag. */
export const languageFacts: Readonly<Record<Language, { tag: string; name: string; flag: string }>> = {
  hk: { tag: 'zh-HK', name: '繁體中文', flag: 'hk' },
  en: { tag: 'en', name: 'English', flag: 'gb' },
  jp: { tag: 'ja', name: '日本語', flag: 'jp' },
  kr: { tag: 'ko', name: '한국어', flag: 'kr' },
  th: { tag: 'th', name: 'ไทย', flag: 'th' },
  vn: { tag: 'vi', name: 'Tiếng Việt', flag: 'vn' },
  fr: { tag: 'fr', name: 'Français', flag: 'fr' },
  de: { tag: 'de', name: 'Deutsch', flag: 'de' },
  ru: { tag: 'ru', name: 'Русский', flag: 'ru' },
  spa: { tag: 'es', name: 'Español', flag: 'es' },
  pt: { tag: 'pt', name: 'Português', flag: 'pt' },
  ar: { tag: 'ar', name: 'العربية', flag: 'sa' },
  it: { tag: 'it', name: 'Italiano', flag: 'it' },
  tr: { tag: 'tr', name: 'Türkçe', flag: 'tr' },
};

/** Every language that has a catalogue. A language is added by its file and its line here; the type does the rest. */
export const catalogueLoaders = {
  en: () => import('./en.ts').then((module): Catalogue => module.en),
  hk: () => import('./hk.ts').then((module): Catalogue => module.hk),
  de: () => import('./de.ts').then((module): Catalogue => module.de),
  fr: () => import('./fr.ts').then((module): Catalogue => module.fr),
  spa: () => import('./spa.ts').then((module): Catalogue => module.spa),
  it: () => import('./it.ts').then((module): Catalogue => module.it),
  pt: () => import('./pt.ts').then((module): Catalogue => module.pt),
  tr: () => import('./tr.ts').then((module): Catalogue => module.tr),
  ru: () => import('./ru.ts').then((module): Catalogue => module.ru),
  vn: () => import('./vn.ts').then((module): Catalogue => module.vn),
  kr: () => import('./kr.ts').then((module): Catalogue => module.kr),
  jp: () => import('./jp.ts').then((module): Catalogue => module.jp),
  th: () => import('./th.ts').then((module): Catalogue => module.th),
  ar: () => import('./ar.ts').then((module): Catalogue => module.ar),
} satisfies Partial<Record<Language, () => Promise<Catalogue>>>;

export type AppLanguage = keyof typeof catalogueLoaders;

export const appLanguages = Object.keys(catalogueLoaders) as AppLanguage[];

/** A language code from outside: `tw` is `hk`; what has no catalogue is read as English (R-LANG-02). */
export function toAppLanguage(code: string): AppLanguage {
  return knownLanguage(code) ?? 'en';
}

function knownLanguage(code: string): AppLanguage | null {
  const plain = code.trim().toLowerCase();
  const known = plain === 'tw' ? 'hk' : plain;
  return appLanguages.find((language) => language === known) ?? null;
}

/** The preset in the hash part: `#lang=hk`, `#/?lang=tw` (R-LANG-01). Null when there is none, or none that is spoken here. */
export function languageFromHash(hash: string): AppLanguage | null {
  const match = /[#?&/]lang=([A-Za-z-]+)/.exec(hash);
  return match?.[1] === undefined ? null : knownLanguage(match[1]);
}
