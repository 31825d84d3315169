import type { installationCalls } from '@candor/contracts/console/installation';
import type { Language } from '@candor/contracts/languages';
import type * as z from 'zod/mini';

type Company = z.output<typeof installationCalls.one.answer>;
type Added = z.input<typeof installationCalls.add.body>;
type Changed = z.input<typeof installationCalls.change.body>;

/** Form values of a company: hosts and links are texts with one entry per line. */
export type CompaniesForm = Omit<Company, 'hosts' | 'links' | 'languages'> & {
  readonly hosts: string;
  readonly links: string;
  readonly languages: readonly Language[];
  readonly operator_email: string;
  readonly is_sure: boolean;
  readonly reason: string;
};

export const blankCompany: CompaniesForm = {
  id: 0,
  version: 0,
  name: '',
  jurisdiction: 'international',
  languages: [],
  verify_reg_type: 'email',
  verify_type: 1,
  is_public: false,
  is_trial: false,
  hosts: '',
  status: 0,
  type: 1,
  loss_url: '',
  url: '',
  links: '',
  demo_balance: '50000',
  is_mobile_shown: false,
  is_taken: false,
  operator_email: '',
  is_sure: false,
  reason: '',
};

export function fromCompany(company: Company): CompaniesForm {
  const { hosts, links } = company;
  const typed = { operator_email: '', is_sure: false, reason: '' };
  return { ...company, hosts: hosts.join('\n'), links: links.join('\n'), ...typed };
}

/** Returns the body that creates a company. */
export function toNew(form: CompaniesForm): Added {
  return {
    ...termsOf(form),
    name: textOf(form.name),
    jurisdiction: form.jurisdiction,
    languages: [...(form.languages ?? [])],
    verify_reg_type: form.verify_reg_type,
    verify_type: form.verify_type,
    is_public: form.is_public,
    is_trial: form.is_trial,
    operator_email: textOf(form.operator_email),
  };
}

/** Returns the body that changes a company, with the version it is based on. */
export function toChange(form: CompaniesForm, version: number): Changed {
  return { ...termsOf(form), is_sure: form.is_sure, version };
}

function termsOf(form: CompaniesForm) {
  return {
    hosts: linesOf(form.hosts).map((host) => host.toLowerCase()),
    status: form.status,
    type: form.type,
    loss_url: textOf(form.loss_url),
    url: textOf(form.url),
    links: linesOf(form.links),
    demo_balance: textOf(form.demo_balance) || '0',
    is_mobile_shown: form.is_mobile_shown,
    reason: textOf(form.reason),
  };
}

function textOf(value: string | null | undefined): string {
  return (value ?? '').trim();
}

function linesOf(value: string | null | undefined): string[] {
  return (value ?? '').split('\n').flatMap((line) => line.trim() || []);
}
