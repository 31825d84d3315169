import type { CompanyTerms } from '../../ports/company.ts';
import { allowedLink } from './links.ts';

const hostLengthMax = 253;
/** Labels of letters, digits and hyphens, the last with a letter: no address, no port, no path. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const defaultCompany = 1;

export type TermsFault =
  | { readonly kind: 'host-invalid' | 'host-reserved'; readonly host: string }
  | { readonly kind: 'not-allowed'; readonly field: 'lossUrl' | 'url' };

/**
 * Returns the first setting that is invalid (R-COM-11). Hosts that serve the installation are reserved, so that an admin
 * cannot lock himself out.
 */
export function findTermsFault(
  terms: CompanyTerms,
  companyId: number | null,
  reserved: ReadonlySet<string>,
): TermsFault | null {
  const seen = new Set<string>();
  for (const host of terms.hosts) {
    if (host.length > hostLengthMax || !hostForm.test(host) || seen.has(host)) return { kind: 'host-invalid', host };
    if (companyId !== defaultCompany && reserved.has(host)) return { kind: 'host-reserved', host };
    seen.add(host);
  }
  for (const field of ['lossUrl', 'url'] as const)
    if (terms[field] !== '' && allowedLink(terms, terms[field]) === '') return { kind: 'not-allowed', field };
  return null;
}
