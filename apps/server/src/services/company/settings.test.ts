import { describe, expect, test } from 'vitest';
import { testCompany } from '../../../../../testkit/test-company.ts';
import type { CompanySettings } from '../../ports/company.ts';
import { contrastOf, findSettingsFault } from './settings.ts';

const hosts = ['m.acme.example'];
const sound: CompanySettings = {
  ...testCompany,
  email: 'complaints@acme.example',
  accents: ['#0b5d4e', '#0a4a3f', '#ffffff'],
  links: ['https://help.acme.example', 'http://help.localhost'],
  serviceLink: 'https://help.acme.example/chat',
  logo: '/logo.png',
  blockedCountries: ['FR', 'DE'],
  languages: ['en', 'hk'],
};

test('contrast follows WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.542, 3);
});

describe('R-OPS-66 settings of a company', () => {
  test.each<[string, Partial<CompanySettings>]>([
    ['all of them', {}],
    ['no brand of its own', { accents: [], logo: '', serviceLink: '', links: [], email: '' }],
    ['links to its own host', { serviceLink: 'https://m.acme.example/help' }],
    ['the law’s own stop-out', { jurisdiction: 'eu', stopOutPercent: 50 }],
    ['margin call and stop-out at one level', { marginCallPercent: 80, stopOutPercent: 80 }],
  ])('may be %s', (_what, change) => {
    expect(findSettingsFault({ ...sound, ...change }, hosts)).toBe(null);
  });

  test.each<[keyof CompanySettings, Partial<CompanySettings>]>([
    ['email', { email: 'nobody' }],
    ['accents', { accents: ['#0b5d4e'] }],
    ['accents', { accents: ['#0b5d4e', '#0a4a3f'] }],
    ['accents', { accents: ['#777777', '#0a4a3f', '#ffffff'] }],
    ['accents', { accents: ['#0b5d4e', '#777777', '#ffffff'] }],
    ['languages', { languages: ['en', 'en'] }],
    ['popular', { popular: ['EURUSD', 'EURUSD'] }],
    ['links', { links: ['http://help.acme.example'], serviceLink: '' }],
    ['links', { links: ['https://help.acme.example/'], serviceLink: '' }],
    ['links', { links: ['https://user@help.acme.example'], serviceLink: '' }],
    ['links', { links: ['javascript:alert(1)'], serviceLink: '' }],
    ['serviceLink', { serviceLink: 'https://elsewhere.example/' }],
    ['serviceLink', { links: [] }],
    ['logo', { logo: '//elsewhere.example/logo.png' }],
    ['logo', { logo: 'data:image/png;base64,AA' }],
    ['jurisdiction', { jurisdiction: 'moon' as never }],
    ['jurisdiction', { jurisdiction: 'constructor' as never }],
    ['blockedCountries', { blockedCountries: ['ZZ'] }],
    ['blockedCountries', { blockedCountries: ['FR', 'FR'] }],
    ['stopOutPercent', { jurisdiction: 'eu', stopOutPercent: 49 }],
    ['stopOutPercent', { jurisdiction: 'uk', stopOutPercent: 20 }],
    ['marginCallPercent', { marginCallPercent: 49 }],
  ])('are refused by the name of %s: %j', (field, change) => {
    expect(findSettingsFault({ ...sound, ...change }, hosts)).toBe(field);
  });
});
