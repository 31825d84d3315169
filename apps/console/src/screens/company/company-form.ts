import type { companyCalls } from '@candor/contracts/console/content';
import type { Language } from '@candor/contracts/languages';
import type * as z from 'zod/mini';

type Company = z.output<typeof companyCalls.one.answer>;
type Change = z.input<typeof companyCalls.change.body>;

/** Form values of the company: each accent is a field, lists are texts. */
export type CompanyForm = Omit<Company, 'accents' | 'links' | 'blocked_countries' | 'languages' | 'popular'> & {
  readonly accent: string;
  readonly pressed: string;
  readonly on: string;
  readonly links: string;
  readonly blocked_countries: string;
  readonly popular: string;
  readonly languages: readonly Language[];
  readonly reason: string;
};

export function fromCompany(company: Company): CompanyForm {
  const [accent = '', pressed = '', on = ''] = company.accents;
  const { links, blocked_countries, languages, popular } = company;
  return {
    ...company,
    accent,
    pressed,
    on,
    links: links.join('\n'),
    blocked_countries: blocked_countries.join(', '),
    popular: popular.join(', '),
    languages,
    reason: '',
  };
}

/** Returns the body that changes the company, with the version it is based on. */
export function toCompany(form: CompanyForm, version: number): Change {
  const text = (value: string | null | undefined) => (value ?? '').trim();
  const accents = [form.accent, form.pressed, form.on]
    .map((one) => text(one).toLowerCase())
    .filter((one) => one !== '');
  return {
    name: text(form.name),
    logo: text(form.logo),
    subject: text(form.subject),
    registered_address: text(form.registered_address),
    location: text(form.location),
    email: text(form.email),
    accents,
    languages: [...(form.languages ?? [])],
    service_link: text(form.service_link),
    service_link_type: form.service_link_type ?? 0,
    links: linesOf(form.links),
    verify_reg_type: form.verify_reg_type,
    verify_type: form.verify_type,
    jurisdiction: form.jurisdiction,
    blocked_countries: codesOf(form.blocked_countries),
    margin_call_percent: form.margin_call_percent,
    stop_out_percent: form.stop_out_percent,
    trade_fee_type: form.trade_fee_type,
    has_invitations: form.has_invitations,
    is_public: form.is_public,
    is_ranking_shown: form.is_ranking_shown,
    popular: codesOf(form.popular),
    version,
    reason: text(form.reason),
  };
}

/** Codes in upper case, separated by commas or spaces; `EUR/USD` is EURUSD. */
function codesOf(value: string | null | undefined): string[] {
  return (value ?? '')
    .toUpperCase()
    .replaceAll('/', '')
    .split(/[\s,]+/)
    .filter((one) => one !== '');
}

function linesOf(value: string | null | undefined): string[] {
  return (value ?? '').split('\n').flatMap((line) => line.trim() || []);
}
