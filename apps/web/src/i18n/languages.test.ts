import { type Language, languages } from '@candor/contracts/languages';
import { describe, expect, it } from 'vitest';
import { type Catalogue, en } from './en.ts';
import { appLanguages, catalogueLoaders, languageFacts, languageFromHash } from './languages.ts';
import type { Plural } from './plural.ts';

it.each([
  ['#lang=hk', 'hk'],
  ['#/?lang=tw', 'hk'],
  ['#/trade?x=1&lang=EN', 'en'],
  ['#lang=xx', null],
  ['#language=hk', null],
  ['', null],
])('reads the preset of %s (R-LANG-01, R-LANG-02)', (hash, language) => expect(languageFromHash(hash)).toBe(language));

it('are the fourteen of the wire (R-LANG-02)', () => {
  expect([...appLanguages].sort()).toEqual(Object.keys(languages).sort());
});

type Entry = [string, string | Plural];
const entriesOf = (catalogue: Catalogue) => Object.entries(catalogue) as Entry[];
const formsOf = (text: string | Plural) => (typeof text === 'string' ? [text] : Object.values(text));
const holesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Texts that are the same in English and elsewhere: names, signs and abbreviations that traders use everywhere. */
const sameEverywhere =
  /^(?:[\d\s·%×+−=:.,/()-]|\{\w+\}|SL|TP|CCI|MACD|RSI|KDJ|SAR|UTC|QR|USDT?|EUR|BTC|ETH|MB|IBAN|SWIFT|BIC|PDF|CSV|PNG|JPG|HEIC|Candor|U?ID|Fibonacci|New York|Bollinger Bands|Parabolic SAR)*$/;
const loanwords: Partial<Record<Language, readonly string[]>> = {
  de: [
    'Demo',
    'Normal',
    'Name',
    'Login',
    'Status',
    'Filter',
    'Code',
    'Swap',
    'Spread',
    'Margin',
    'Ask',
    'Bid',
    'System',
    'Support',
    'Wallet',
    'Passkey',
    'Passkeys',
    'Lots',
    'Version',
    'Details',
    'Bank',
    'Instrument',
    'Spread {pips}',
    '1 USD in {code}',
    'Margin · {multiple}×',
    'Limit',
    'Stop',
    'Orders',
    'Pending',
  ],
  fr: [
    'Article',
    'Swap',
    'Spread',
    'Code',
    'Support',
    'Date',
    'Total',
    'Type',
    'Notes',
    'Note',
    'Solution',
    'Documents',
    'Passkeys',
    'Passkey',
    'Instruments',
    'Version',
    'Pips',
    'Lots',
    'Actions',
    'Questions',
    'Adresse',
    'Ask',
    'Bid',
    'Message',
    'Net',
    'Stop',
    'Exposition',
    'Risk',
    'Instrument',
    'lots',
    'Spread {pips}',
    '{pips} pips',
    'Mobile',
    'Confirmations',
    'Trading',
    'Stop loss',
    'Take profit',
    '1 lot = {units} {currency}',
  ],
  spa: [
    'Normal',
    'Spread {pips}',
    'Ranking',
    '{pips} pips',
    'Stop',
    'Stop loss',
    'Take profit',
    'Total',
    'Swap',
    'Spread',
    'Real',
    'Demo',
    'Error',
    'Ask',
    'Bid',
    'Passkeys',
    'No',
    'Original',
  ],
  pt: [
    'Spread {pips}',
    'Ranking',
    '{pips} pips',
    'Stop',
    'Stop loss',
    'Take profit',
    'Total',
    'Swap',
    'Spread',
    'Real',
    'Demo',
    'Ask',
    'Bid',
    'Passkeys',
    'Original',
    'Data',
  ],
  it: [
    'Spread {pips}',
    '{pips} pips',
    'Stop loss',
    'Take profit',
    '1 USD in {code}',
    'Demo',
    'Swap',
    'Spread',
    'Password',
    'Passkey',
    'Account',
    'Ask',
    'Bid',
    'Lotti',
    'Passkeys',
    'No',
    'Email',
    'Trading',
    'Broker',
    'Buy',
    'Sell',
    'Stop',
  ],
  tr: [
    'Spread {pips}',
    '{pips} pip',
    '1 lot = {units} {currency}',
    'Limit',
    'Stop',
    'Demo',
    'Swap',
    'Spread',
    'Lot',
    'lot',
    'Ask',
    'Bid',
  ],
  vn: ['Spread {pips}', '1 lot = {units} {currency}', 'Email', 'Swap', 'Demo', 'lot', 'Passkey'],
  jp: ['{pips} pips'],
};

describe.each(appLanguages.filter((language) => language !== 'en'))('the texts of %s (R-LANG-05)', (language) => {
  it('say everything, with the same holes', async () => {
    const catalogue = await catalogueLoaders[language]();
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of entriesOf(en)) {
      const own = catalogue[key as keyof Catalogue] as string | Plural;
      expect(typeof own, key).toBe(typeof text);
      for (const form of formsOf(own)) {
        expect(form.trim(), key).not.toBe('');
        if (typeof text === 'string') expect(holesOf(form), key).toEqual(holesOf(text));
      }
    }
  });

  it('leave nothing in English', async () => {
    const catalogue = await catalogueLoaders[language]();
    const left = entriesOf(catalogue).filter(([key, text]) => {
      const english = en[key as keyof Catalogue] as string | Plural;
      if (typeof text !== 'string' || text !== english || sameEverywhere.test(text)) return false;
      return !(loanwords[language] ?? []).includes(text);
    });
    expect(left).toEqual([]);
  });

  it('have the number forms that the language has, and no others', async () => {
    const { pluralCategories } = new Intl.PluralRules(languageFacts[language].tag).resolvedOptions();
    const catalogue = await catalogueLoaders[language]();
    for (const [key, text] of entriesOf(catalogue)) {
      if (typeof text === 'string') continue;
      expect(Object.keys(text).sort(), key).toEqual([...pluralCategories].sort());
    }
  });
});
