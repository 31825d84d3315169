import { isDeepStrictEqual } from 'node:util';
import type { CompanyId } from '@candor/domain/values/ids';
import { jurisdictions } from '@candor/domain/values/jurisdiction';
import type { Clock } from '../../ports/clock.ts';
import type {
  CompanyRecord,
  CompanySettings,
  CompanyTerms,
  FirstSettings,
  HostTaken,
  InstallationAct,
  InstallationStore,
} from '../../ports/company.ts';
import type { Invitation, OperatorRecord } from '../../ports/operators.ts';
import type { Ids, PasswordHasher } from '../../ports/secrets.ts';
import type { Companies } from './companies.ts';
import { allowedLink } from './links.ts';
import { findSettingsFault } from './settings.ts';

export interface FirstSignIn {
  readonly email: string;
  /** Link that works once, within 48 hours, or its token where the console's address is unknown; only a hash is stored. */
  readonly link: string;
}

export type InstallationRefusal =
  | Exclude<TermsFault, { kind: 'not-allowed' }>
  | HostTaken
  | { readonly kind: 'not-allowed'; readonly field: keyof CompanySettings | 'lossUrl' | 'url' }
  | { readonly kind: 'too-many' | 'not-found' | 'version-changed' | 'default-at-risk' | 'operator-exists' };

export interface NewCompanyRequest {
  readonly settings: Pick<
    FirstSettings,
    'name' | 'isPublic' | 'jurisdiction' | 'languages' | 'verifyRegType' | 'verifyType'
  >;
  readonly terms: CompanyTerms;
  readonly isTrial: boolean;
  readonly operatorEmail: string;
  readonly reason: string;
}

/** Invitation to be stored, and its link to be shown once. */
export interface MadeInvitation {
  readonly invitation: Invitation;
  readonly link: string;
}

export interface InstallationDeps {
  readonly store: InstallationStore;
  readonly companies: Pick<Companies, 'all' | 'default' | 'find' | 'findVersion'>;
  readonly hasher: PasswordHasher;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Hosts reserved for the installation. */
  readonly reservedHosts: readonly string[];
  readonly invite: (company: Pick<CompanyRecord, 'id' | 'hosts' | 'url'>) => MadeInvitation;
}

const companiesMax = 200;
const defaultCompany = 1;
/** A company that is not stored yet has no number; it is not the default company. */
const newCompany = 0 as CompanyId;

/** Creates and changes companies on behalf of the installation's operators (R-COM-10, R-COM-11). */
export class Installation {
  readonly #deps: InstallationDeps;

  constructor(deps: InstallationDeps) {
    this.#deps = deps;
  }

  all(): Promise<CompanyRecord[]> {
    return this.#deps.companies.all();
  }

  async find(id: number): Promise<{ readonly company: CompanyRecord; readonly isTaken: boolean } | null> {
    const company = await this.#deps.companies.find(id as CompanyId);
    return company && { company, isTaken: await this.#deps.store.isTaken(company.id) };
  }

  /** Adds a company, which answers at its hosts at once, and its first operator, an admin. */
  async add(
    by: OperatorRecord,
    request: NewCompanyRequest,
    calledHosts: readonly string[],
  ): Promise<
    { readonly kind: 'added'; readonly company: CompanyRecord; readonly operator: FirstSignIn } | InstallationRefusal
  > {
    const { companies, store } = this.#deps;
    const settings = withLevels({ ...(await companies.default()), ...request.settings });
    const fault = this.#findFault(settings, request.terms, null, calledHosts);
    if (fault !== null) return fault;
    const { hosts, url } = request.terms;
    const given = await this.#newOperator(request.operatorEmail, { id: newCompany, hosts, url });
    const { name, isPublic, jurisdiction, languages, verifyRegType, verifyType } = settings;
    const { stopOutPercent, marginCallPercent } = settings;
    const first = {
      name,
      isPublic,
      jurisdiction,
      languages,
      verifyRegType,
      verifyType,
      stopOutPercent,
      marginCallPercent,
    };
    const company = {
      settings: first,
      terms: request.terms,
      isTrial: request.isTrial,
      companiesMax,
      operator: given.stored,
    };
    const added = await store.add(
      company,
      this.#act(by, 'company-added', request.terms.hosts.join(', '), request.reason),
    );
    if (added.kind !== 'added') return added;
    return { kind: 'added', company: await companies.findVersion(added.id, 1), operator: given.signIn };
  }

  /** Changes what the installation decides of a company; the rest is up to its own admins. */
  async change(
    by: OperatorRecord,
    id: number,
    change: {
      readonly lastVersion: number;
      readonly terms: CompanyTerms;
      readonly isSure: boolean;
      readonly reason: string;
    },
    calledHosts: readonly string[],
  ): Promise<{ readonly kind: 'changed'; readonly company: CompanyRecord } | InstallationRefusal> {
    const { terms, lastVersion, reason } = change;
    const company = await this.#deps.companies.find(id as CompanyId);
    if (company === null) return { kind: 'not-found' };
    const settings = settingsOf({ ...company, links: terms.links });
    const fault = this.#findFault({ ...company, ...terms }, terms, company.id, calledHosts);
    if (fault !== null) return fault;
    const isSuspended = terms.status !== 0 && company.status === 0;
    if (company.id === defaultCompany && isSuspended && !change.isSure) return { kind: 'default-at-risk' };
    const fields = Object.keys(terms) as (keyof CompanyTerms)[];
    const changed = fields.filter((field) => !isDeepStrictEqual(terms[field], company[field]));
    const act = this.#act(by, 'company-terms-changed', changed.join(', ') || 'nothing', reason);
    const outcome = await this.#deps.store.change(company.id, { lastVersion, terms, settings }, act);
    if (outcome.kind !== 'changed') return outcome;
    return { kind: 'changed', company: await this.#deps.companies.findVersion(company.id, lastVersion + 1) };
  }

  /** Invites the first operator of a company again, or another first one, until an operator has accepted. */
  async giveOperator(
    by: OperatorRecord,
    id: number,
    { email, reason }: { readonly email: string; readonly reason: string },
  ): Promise<({ readonly kind: 'given' } & FirstSignIn) | InstallationRefusal> {
    const company = await this.#deps.companies.find(id as CompanyId);
    if (company === null) return { kind: 'not-found' };
    const { stored, signIn } = await this.#newOperator(email, company);
    const act = this.#act(by, 'first-operator-given', 'an admin', reason);
    const isGiven = await this.#deps.store.giveOperator(company.id, stored, act);
    return isGiven ? { kind: 'given', ...signIn } : { kind: 'operator-exists' };
  }

  #findFault(
    settings: CompanySettings,
    terms: CompanyTerms,
    id: CompanyId | null,
    calledHosts: readonly string[],
  ): InstallationRefusal | null {
    const reserved = new Set(['localhost', ...calledHosts, ...this.#deps.reservedHosts]);
    const fault = findTermsFault(terms, id, reserved);
    if (fault !== null) return fault;
    const field = findSettingsFault({ ...settings, links: terms.links }, terms.hosts);
    return field === null ? null : { kind: 'not-allowed', field };
  }

  /** Invites a first operator, who has a password that nobody knows until then (R-CON-31). */
  async #newOperator(typed: string, company: Pick<CompanyRecord, 'id' | 'hosts' | 'url'>) {
    const { ids, hasher, invite } = this.#deps;
    const email = typed.toLowerCase();
    const { invitation, link } = invite(company);
    return {
      stored: { email, passwordHash: await hasher.hash(ids.token()), invitation },
      signIn: { email, link },
    };
  }

  #act(by: OperatorRecord, action: string, what: string, reason: string): InstallationAct {
    return {
      operatorId: by.id,
      atMs: this.#deps.clock.nowMs(),
      reason,
      audit: (companyId) => {
        const entry = { action, subject: `company ${companyId}: ${what}`.slice(0, 500), reason };
        const there = { ...entry, operatorId: null, reason: `by operator ${by.id} of the installation: ${reason}` };
        return { here: { ...entry, operatorId: by.id }, there };
      },
    };
  }
}

/** Returns a new company's defaults with the stop-out its jurisdiction requires. */
function withLevels(settings: CompanyRecord): CompanyRecord {
  const known = Object.hasOwn(jurisdictions, settings.jurisdiction);
  const stopOutPercent = Math.max(50, known ? jurisdictions[settings.jurisdiction].stopOutPercentMin : 0);
  const marginCallPercent = Math.max(100, stopOutPercent);
  const none = { logo: '', serviceLink: '', email: '', accents: [], blockedCountries: [] };
  return { ...settings, ...none, stopOutPercent, marginCallPercent };
}

function settingsOf(company: CompanyRecord): CompanySettings {
  return {
    name: company.name,
    logo: company.logo,
    subject: company.subject,
    registeredAddress: company.registeredAddress,
    location: company.location,
    email: company.email,
    accents: company.accents,
    languages: company.languages,
    links: company.links,
    serviceLink: company.serviceLink,
    serviceLinkType: company.serviceLinkType,
    verifyRegType: company.verifyRegType,
    verifyType: company.verifyType,
    jurisdiction: company.jurisdiction,
    blockedCountries: company.blockedCountries,
    marginCallPercent: company.marginCallPercent,
    stopOutPercent: company.stopOutPercent,
    tradeFeeType: company.tradeFeeType,
    hasInvitations: company.hasInvitations,
    isPublic: company.isPublic,
    isRankingShown: company.isRankingShown,
    popular: company.popular,
  };
}

const hostLengthMax = 253;
/** Labels of letters, digits and hyphens; the last contains a letter, so it is no IP address, port or path. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export type TermsFault =
  | { readonly kind: 'host-invalid' | 'host-reserved'; readonly host: string }
  | { readonly kind: 'not-allowed'; readonly field: 'lossUrl' | 'url' };

/**
 * Returns the first invalid setting (R-COM-11). The installation's own hosts are reserved, so that its admins cannot
 * lock themselves out.
 */
function findTermsFault(
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
