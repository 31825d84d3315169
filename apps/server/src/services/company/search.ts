import type { CompanyRecord } from '../../ports/company.ts';

const foundMax = 20;

/** Companies that let themselves be found and are in service, by part of their name; those that begin with it first. */
export function findCompanies(companies: readonly CompanyRecord[], name: string): CompanyRecord[] {
  const wanted = normalise(name);
  return companies
    .filter((company) => company.isPublic && company.status === 0)
    .flatMap((company) => {
      const at = normalise(company.name).indexOf(wanted);
      return at < 0 ? [] : [{ company, at }];
    })
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0) || a.company.name.localeCompare(b.company.name, 'en'))
    .slice(0, foundMax)
    .map(({ company }) => company);
}

function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s\p{M}]/gu, '');
}
