import { type Language, languages } from '@candor/contracts/languages';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import { serverTexts } from '@candor/texts/server';
import type { Element, ElementContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { CompanyRecord } from '../../ports/company.ts';

export interface CountriesAnnouncement {
  readonly title: string;
  readonly summary: string;
  readonly html: string;
}

type Served = Pick<CompanyRecord, 'name' | 'jurisdiction' | 'blockedCountries'>;

/**
 * Returns the announcement of countries a company does not serve, generated from its jurisdiction and settings so that
 * it always matches what is enforced (R-CNT-04); null if it serves all.
 */
export function countriesAnnouncement(company: Served, language: Language): CountriesAnnouncement | null {
  const law = jurisdictions[company.jurisdiction].blockedCountries;
  const own = company.blockedCountries.filter((code) => !law.includes(code));
  if (law.length + own.length === 0) return null;
  const text = serverTexts[language].countries;
  const nameOf = countryNames(language);
  const section = (why: string, codes: readonly string[]): Element[] =>
    codes.length === 0 ? [] : [element('p', why), list(nameOf(codes))];
  const children = [
    element(
      'p',
      text.intro.replace('{company}', () => company.name),
    ),
    ...section(text.byLaw[company.jurisdiction], law),
    ...section(text.byCompany, own),
    element('p', text.means),
  ];
  const names = nameOf([...law, ...own]);
  const summary = new Intl.ListFormat(languages[language].tag, { type: 'conjunction' }).format(names);
  return { title: text.title, summary, html: toHtml({ type: 'root', children }) };
}

/** Returns country names in a language, sorted; a code without a name stays a code. */
function countryNames(language: Language): (codes: readonly string[]) => string[] {
  const { tag } = languages[language];
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(tag);
  return (codes) => [...new Set(codes)].map((code) => names.of(code) ?? code).toSorted(compare);
}

function element(tagName: string, content: string | ElementContent[]): Element {
  const children: ElementContent[] = typeof content === 'string' ? [{ type: 'text', value: content }] : content;
  return { type: 'element', tagName, properties: {}, children };
}

function list(names: readonly string[]): Element {
  return element(
    'ul',
    names.map((name) => element('li', name)),
  );
}
