import { type Language, languageCodes, languages } from '@candor/contracts/languages';
import { describe, expect, it } from 'vitest';
import { texts as en } from './en/web.ts';
import type { Plural } from './texts-like.ts';
import { loadWebTexts, type WebTexts } from './web.ts';

type Entry = [string, string | Plural];
const entriesOf = (texts: WebTexts) => Object.entries(texts) as Entry[];
const formsOf = (text: string | Plural) => (typeof text === 'string' ? [text] : Object.values(text));
const holesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Names, signs and abbreviations that are the same in every language. */
const sameEverywhere =
  /^(?:[\d\s·%×+−=:.,/()-]|\{\w+\}|SL|TP|CCI|MACD|RSI|KDJ|SAR|UTC|QR|USDT?|EUR|BTC|ETH|MB|IBAN|SWIFT|BIC|PDF|CSV|PNG|JPG|HEIC|Candor|U?ID|Fibonacci|Heikin-Ashi|New York|London|Sydney|Tokyo|Bollinger Bands|Parabolic SAR)*$/;
const loanwords: Partial<Record<Language, readonly string[]>> = {
  de: [
    'Push',
    'in {currency}',
    'Position',
    'Journal',
    'Slippage',
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
    'Push',
    'Notifications',
    'Importance',
    'Position',
    'Journal',
    'Conversion',
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
    'Push',
    'Margin call',
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
    'Push',
    'Margin call',
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
    'Push',
    'Area',
    'Margin call',
    'in {currency}',
    'Slippage',
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

describe.each(languageCodes.filter((language) => language !== 'en'))('web texts of %s (R-LANG-05)', (language) => {
  it('have every key of English with the same holes', async () => {
    const texts = await loadWebTexts(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of entriesOf(en)) {
      const own = texts[key as keyof WebTexts] as string | Plural;
      expect(typeof own, key).toBe(typeof text);
      for (const form of formsOf(own)) {
        expect(form.trim(), key).not.toBe('');
        if (typeof text === 'string') expect(holesOf(form), key).toEqual(holesOf(text));
      }
    }
  });

  it('repeat no English text except names and loanwords', async () => {
    const texts = await loadWebTexts(language);
    const left = entriesOf(texts).filter(([key, text]) => {
      const english = en[key as keyof WebTexts] as string | Plural;
      if (typeof text !== 'string' || text !== english || sameEverywhere.test(text)) return false;
      return !(loanwords[language] ?? []).includes(text);
    });
    expect(left).toEqual([]);
  });

  it('have the plural forms of the language and no others', async () => {
    const { pluralCategories } = new Intl.PluralRules(languages[language].tag).resolvedOptions();
    const texts = await loadWebTexts(language);
    for (const [key, text] of entriesOf(texts)) {
      if (typeof text === 'string') continue;
      expect(Object.keys(text).sort(), key).toEqual([...pluralCategories].sort());
    }
  });
});
