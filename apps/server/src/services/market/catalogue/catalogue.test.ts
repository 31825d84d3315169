import { type Language, languages } from '@candor/contracts/languages';
import { findConversionPath } from '@candor/domain/calc/order-formulas';
import { isOpen, nextClose } from '@candor/domain/calc/session-hours';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '../calendars/session-calendars.ts';
import { catalogue } from './catalogue.ts';
import { localisedName } from './catalogue-entry.ts';
import { categories } from './names.ts';

const specs = catalogue.map((entry) => entry.spec);
const entryOf = (code: string) => {
  const entry = catalogue.find((candidate) => candidate.spec.code === code);
  if (entry === undefined) throw new Error(`no ${code}`);
  return entry;
};

describe('catalogue (R-MKT-02)', () => {
  it('lists at least 45 instruments with unique ids and codes in every category', () => {
    expect(specs.length).toBeGreaterThanOrEqual(45);
    expect(new Set(specs.map((spec) => spec.id)).size).toBe(specs.length);
    expect(new Set(specs.map((spec) => spec.code)).size).toBe(specs.length);
    for (const category of categories) expect(specs.some((spec) => spec.categoryId === category.id)).toBe(true);
  });

  it.each(specs.map((spec) => [spec.code, spec] as const))('%s has usable contract facts', (_, spec) => {
    expect(spec.digits).toBeGreaterThanOrEqual(1);
    expect(spec.lotsMin).toBeGreaterThanOrEqual(1);
    expect(spec.lotsMax).toBeGreaterThan(spec.lotsMin);
    expect(spec.leverages.length).toBeGreaterThan(0);
    expect([...spec.leverages].sort((a, b) => a - b)).toEqual(spec.leverages);
    expect(spec.feeRateE8 > 0n).toBe(true);
    expect(spec.marginPerLotMicros > 0n).toBe(spec.marginMode === 'fixed-per-lot');
    expect(Number.isSafeInteger(spec.swapLongE2) && Number.isSafeInteger(spec.swapShortE2)).toBe(true);
    expect(calendarOf(spec.calendar, 'real').windows.length).toBeGreaterThan(0);
  });

  it('every quote currency converts into dollars (R-ORD-12)', () => {
    for (const spec of specs) expect(findConversionPath(spec.quoteCurrency, 'USD', specs), spec.code).not.toBeNull();
  });

  it('uses both margin modes', () => {
    expect(new Set(specs.map((spec) => spec.marginMode))).toEqual(new Set(['leverage', 'fixed-per-lot']));
  });

  it.each([
    [
      'EURUSD',
      { digits: 5, pipTicks: 10, unitsPerLot: 100_000, leverages: [20, 50, 100, 200, 400], feeRateE8: 700_000_000n },
    ],
    ['USDJPY', { digits: 3, pipTicks: 10, unitsPerLot: 100_000 }],
    ['XAUUSD', { digits: 2, pipTicks: 10, unitsPerLot: 100 }],
    ['XAGUSD', { digits: 3, unitsPerLot: 5_000 }],
    ['BTCUSD', { digits: 2, pipTicks: 100, unitsPerLot: 1 }],
    ['US500', { digits: 1, pipTicks: 10, quoteCurrency: 'USD' }],
    ['GER40', { quoteCurrency: 'EUR' }],
    ['WTI', { digits: 2, pipTicks: 1, unitsPerLot: 1_000 }],
  ])('%s has its published terms', (code, facts) => {
    expect(entryOf(code).spec).toMatchObject(facts);
  });

  it.each([
    ['EURUSD', 12],
    ['GBPUSD', 16],
    ['USDJPY', 13],
    ['XAUUSD', 27],
    ['US500', 4],
    ['WTI', 3],
    ['BTCUSD', 2_440],
  ])('%s has a typical spread of %i ticks', (code, ticks) => {
    expect(entryOf(code).spreadTicks).toBe(ticks);
  });

  it('reference prices of crosses match their legs', () => {
    const priceOf = new Map<string, number>([['USD', 1]]);
    for (const { spec, referencePrice } of catalogue) {
      if (spec.quoteCurrency === 'USD') priceOf.set(spec.baseCurrency, referencePrice);
      else if (spec.baseCurrency === 'USD') priceOf.set(spec.quoteCurrency, 1 / referencePrice);
    }
    for (const { spec, referencePrice } of catalogue) {
      if (spec.assetClass === 'index') continue;
      const legs = (priceOf.get(spec.baseCurrency) ?? 0) / (priceOf.get(spec.quoteCurrency) ?? 1);
      expect(Math.abs(referencePrice / legs - 1), spec.code).toBeLessThan(2e-3);
    }
  });

  it('names categories and instruments by language, hk before en (R-LANG-03)', () => {
    expect(localisedName({ en: 'Forex', hk: '外匯' }, 'en')).toBe('Forex');
    expect(localisedName({ en: 'Forex', hk: '外匯' }, 'de')).toBe('外匯');
  });

  it.each([
    ['hk', 'EURUSD', '歐元／美元'],
    ['jp', 'USDJPY', '米ドル／日本円'],
    ['de', 'EURUSD', 'Euro / US-Dollar'],
    ['ar', 'XAUUSD', 'ذهب / دولار أمريكي'],
    ['fr', 'GER40', 'Allemagne 40'],
    ['fr', 'US500', 'US 500'],
    ['ru', 'NATGAS', 'Природный газ'],
  ] as const)('in %s calls %s %s (R-LANG-03)', (language, code, name) => {
    expect(localisedName(entryOf(code).names, language)).toBe(name);
  });

  it.each(Object.keys(languages) as Language[])('everything has a name in %s (R-LANG-03)', (language) => {
    const named = [...categories, ...catalogue].map(({ names }) => names[language]?.trim());
    expect(named.filter((name) => name === undefined || name === '')).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it.each([
    ['hk', /\p{sc=Han}/u],
    ['jp', /[\p{sc=Han}\p{sc=Katakana}]/u],
    ['kr', /\p{sc=Hangul}/u],
    ['th', /\p{sc=Thai}/u],
    ['ru', /\p{sc=Cyrillic}/u],
    ['ar', /\p{sc=Arabic}/u],
  ] as const)('categories and pairs in %s use its script (R-LANG-03)', (language, script) => {
    const pairs = catalogue.filter(({ spec }) => spec.assetClass !== 'index').map(({ names }) => names);
    for (const names of [...categories.map(({ names }) => names), ...pairs]) {
      if (names.jp !== 'FX' || language !== 'jp') expect(names[language]).toMatch(script);
    }
  });
});

describe('calendars of the catalogue (R-MKT-09)', () => {
  it('in open mode FX, metals and crypto are open on Sunday; others keep their sessions (R-RUN-05)', () => {
    const sunday = Date.parse('2026-11-22T12:00:00Z');
    for (const { spec } of catalogue) {
      const isAlways = ['fx', 'metals', 'always'].includes(spec.calendar);
      expect(isOpen(calendarOf(spec.calendar, 'open'), sunday), spec.code).toBe(isAlways);
      expect(isOpen(calendarOf(spec.calendar, 'real'), sunday), spec.code).toBe(spec.calendar === 'always');
    }
  });

  it('refuses an unknown calendar', () => {
    expect(() => calendarOf('moon', 'real')).toThrow(/Invariant/);
  });

  it.each([
    ['us-index', '2026-11-26T17:59:00Z', true, 'Thanksgiving until 13:00'],
    ['us-index', '2026-11-26T18:00:00Z', false, 'Thanksgiving from 13:00'],
    ['us-index', '2026-11-26T23:00:00Z', true, 'Thanksgiving evening'],
    ['us-index', '2026-07-03T17:30:00Z', false, 'Independence Day kept on Friday'],
    ['us-index', '2026-04-03T15:00:00Z', false, 'Good Friday'],
    ['us-index', '2026-12-24T18:20:00Z', false, 'Christmas Eve after 13:15'],
    ['metals', '2026-11-20T22:30:00Z', false, 'weekend from Friday 17:00'],
    ['metals', '2026-11-19T22:30:00Z', false, 'daily break'],
    ['metals', '2026-11-19T23:00:00Z', true, 'after the daily break'],
    ['eurex-index', '2026-05-01T10:00:00Z', false, 'Labour Day in Germany'],
    ['eurex-index', '2026-12-31T10:00:00Z', false, 'last day of the year'],
    ['london-index', '2026-08-31T10:00:00Z', false, 'summer bank holiday'],
    ['london-index', '2028-12-26T10:00:00Z', false, 'Boxing Day'],
    ['london-index', '2027-12-27T10:00:00Z', false, 'Christmas 2027 kept on Monday'],
    ['london-index', '2027-12-28T10:00:00Z', false, 'Boxing Day 2027 kept on Tuesday'],
    ['hongkong-index', '2026-02-17T02:00:00Z', false, 'Lunar New Year'],
    ['hongkong-index', '2026-02-16T10:00:00Z', false, 'evening before Lunar New Year'],
    ['hongkong-index', '2026-11-20T04:30:00Z', false, 'lunch'],
    ['tokyo-index', '2027-01-01T02:00:00Z', false, 'New Year in Japan'],
    ['sydney-index', '2026-01-26T01:00:00Z', false, 'Australia Day'],
    ['fx', '2028-12-25T12:00:00Z', false, 'Christmas 2028'],
  ])('%s at %s: %s (%s)', (name, time, expected) => {
    expect(isOpen(calendarOf(name, 'real'), Date.parse(time))).toBe(expected);
  });

  it('closes gold for the daily break at 17:00 New York', () => {
    expect(nextClose(calendarOf('metals', 'real'), Date.parse('2026-11-19T20:00:00Z'))).toBe(
      Date.parse('2026-11-19T22:00:00Z'),
    );
  });
});
