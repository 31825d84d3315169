import { type Language, languages } from '@candor/contracts/languages';
import { describe, expect, test } from 'vitest';
import { countriesAnnouncement } from './countries-announcement.ts';

const every = Object.keys(languages) as Language[];
const acme = { name: 'Acme & <Sons>', jurisdiction: 'eu', blockedCountries: ['FR', 'US', 'XX'] } as const;

describe('R-CNT-04 announcement of unserved countries', () => {
  test.each(every)('is translated in %s, with that language’s country names', (language) => {
    const shown = countriesAnnouncement(acme, language);
    expect(shown?.html).toContain('Acme &#x26; &#x3C;Sons>');
    expect(shown?.html).not.toMatch(/[{}]|<Sons/);
    const names = new Intl.DisplayNames(languages[language].tag, { type: 'region' });
    for (const code of ['BE', 'IR', 'KP', 'MM', 'US', 'FR']) {
      expect(shown?.html).toContain(`<li>${names.of(code)}</li>`);
      expect(shown?.summary).toContain(names.of(code));
    }
    const others = every.filter((other) => other !== language);
    for (const other of others) {
      const text = countriesAnnouncement(acme, other);
      expect(text?.title).not.toBe(shown?.title);
      expect(text?.html.split('<li>')[0]).not.toBe(shown?.html.split('<li>')[0]);
    }
  });

  test('lists countries excluded by law and by the company separately, each once', () => {
    const sections = countriesAnnouncement(acme, 'en')?.html.split('<ul>') ?? [];
    const inSection = sections.map((text) => [...text.matchAll(/<li>(.*?)<\/li>/g)].map(([, name]) => name));
    expect(inSection).toEqual([
      [],
      ['Belgium', 'Iran', 'Myanmar (Burma)', 'North Korea', 'United States'],
      ['France', 'XX'],
    ]);
    const uk = countriesAnnouncement({ ...acme, jurisdiction: 'uk', blockedCountries: [] }, 'en');
    expect(uk?.html).not.toMatch(/Belgium|own decision/);
  });

  test('a company name with a dollar sign stays unchanged', () => {
    const shown = countriesAnnouncement({ ...acme, name: "$& $' $1" }, 'en');
    expect(shown?.html).toContain("$&#x26; $' $1 does not provide");
  });
});
