import type { Names } from './catalogue-entry.ts';

interface CurrencyFacts {
  readonly names: Names;
  /** Short money-market rate, percent a year, of which pairs make their swap points. */
  readonly carry: number;
}

export const currencies = {
  USD: { names: { en: 'US Dollar', hk: '美元' }, carry: 3.9 },
  EUR: { names: { en: 'Euro', hk: '歐元' }, carry: 2.0 },
  GBP: { names: { en: 'British Pound', hk: '英鎊' }, carry: 3.9 },
  JPY: { names: { en: 'Japanese Yen', hk: '日圓' }, carry: 0.6 },
  CHF: { names: { en: 'Swiss Franc', hk: '瑞士法郎' }, carry: 0.1 },
  AUD: { names: { en: 'Australian Dollar', hk: '澳元' }, carry: 3.6 },
  NZD: { names: { en: 'New Zealand Dollar', hk: '紐西蘭元' }, carry: 2.5 },
  CAD: { names: { en: 'Canadian Dollar', hk: '加元' }, carry: 2.3 },
  HKD: { names: { en: 'Hong Kong Dollar', hk: '港元' }, carry: 3.4 },
  SGD: { names: { en: 'Singapore Dollar', hk: '新加坡元' }, carry: 1.4 },
  CNH: { names: { en: 'Offshore Chinese Yuan', hk: '離岸人民幣' }, carry: 1.6 },
  MXN: { names: { en: 'Mexican Peso', hk: '墨西哥披索' }, carry: 7.5 },
  ZAR: { names: { en: 'South African Rand', hk: '南非蘭特' }, carry: 7.0 },
  TRY: { names: { en: 'Turkish Lira', hk: '土耳其里拉' }, carry: 38 },
  SEK: { names: { en: 'Swedish Krona', hk: '瑞典克朗' }, carry: 1.9 },
  NOK: { names: { en: 'Norwegian Krone', hk: '挪威克朗' }, carry: 4.0 },
  DKK: { names: { en: 'Danish Krone', hk: '丹麥克朗' }, carry: 1.7 },
  PLN: { names: { en: 'Polish Zloty', hk: '波蘭茲羅提' }, carry: 4.3 },
  HUF: { names: { en: 'Hungarian Forint', hk: '匈牙利福林' }, carry: 6.4 },
  CZK: { names: { en: 'Czech Koruna', hk: '捷克克朗' }, carry: 3.5 },
} as const satisfies Record<string, CurrencyFacts>;

export type FiatCode = keyof typeof currencies;
