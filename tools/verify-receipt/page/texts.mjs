// The texts of the page itself, in the language of the browser or in the one that the reader chose.
import { ar } from './texts/ar.mjs';
import { de } from './texts/de.mjs';
import { en } from './texts/en.mjs';
import { fr } from './texts/fr.mjs';
import { hk } from './texts/hk.mjs';
import { it } from './texts/it.mjs';
import { jp } from './texts/jp.mjs';
import { kr } from './texts/kr.mjs';
import { pt } from './texts/pt.mjs';
import { ru } from './texts/ru.mjs';
import { spa } from './texts/spa.mjs';
import { th } from './texts/th.mjs';
import { tr } from './texts/tr.mjs';
import { vn } from './texts/vn.mjs';

/** By code, in the order offered: BCP 47 tag, name in itself, and texts. */
export const languages = {
  en: { tag: 'en', name: 'English', texts: en },
  hk: { tag: 'zh-HK', name: '繁體中文', texts: hk },
  de: { tag: 'de', name: 'Deutsch', texts: de },
  fr: { tag: 'fr', name: 'Français', texts: fr },
  spa: { tag: 'es', name: 'Español', texts: spa },
  it: { tag: 'it', name: 'Italiano', texts: it },
  pt: { tag: 'pt', name: 'Português', texts: pt },
  tr: { tag: 'tr', name: 'Türkçe', texts: tr },
  ru: { tag: 'ru', name: 'Русский', texts: ru },
  vn: { tag: 'vi', name: 'Tiếng Việt', texts: vn },
  kr: { tag: 'ko', name: '한국어', texts: kr },
  jp: { tag: 'ja', name: '日本語', texts: jp },
  th: { tag: 'th', name: 'ไทย', texts: th },
  ar: { tag: 'ar', name: 'العربية', texts: ar },
};

let current = 'en';

/** Text of a name in the language in use, with its values in place of {0}, {1}, {2}. */
export function say(name, ...values) {
  return languages[current].texts[name].replace(/\{(\d)\}/g, (_, at) => String(values[at]));
}

/** Code of the first language that a list of BCP 47 tags asks for and the page has; English without one. */
export function languageOf(tags) {
  const primary = (tag) => tag.toLowerCase().split('-')[0];
  const codes = Object.keys(languages);
  const found = tags.map((tag) => codes.find((code) => primary(languages[code].tag) === primary(tag)));
  return found.find((code) => code !== undefined) ?? 'en';
}

/** Takes the language with this code into use; returns its tag and its direction. */
export function useLanguage(code) {
  current = Object.hasOwn(languages, code) ? code : 'en';
  return { code: current, tag: languages[current].tag, direction: current === 'ar' ? 'rtl' : 'ltr' };
}
