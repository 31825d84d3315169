import { companyCalls } from '@candor/contracts/console/content';
import { parseLanguage } from '@candor/contracts/languages';
import { type JurisdictionId, jurisdictions } from '@candor/domain/values/jurisdiction';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CompanyRecord, CompanySettings, CompanySettingsStore } from '../../../ports/company.ts';
import type { ChangeCompany } from '../../../services/company/settings.ts';
import { RefusalError } from '../envelope.ts';
import { addConsoleCall } from './add-console-call.ts';
import { addGovernedCall, type GovernedDeps } from './governed-calls.ts';
import { pageOf, pageRows } from './list-query.ts';

export interface CompanyCallDeps extends GovernedDeps {
  readonly changeCompany: ChangeCompany;
  readonly settings: Pick<CompanySettingsStore, 'versions'>;
}

type Body = z.infer<(typeof companyCalls)['change']['body']>;

const profileNames: Record<JurisdictionId, string> = {
  international: 'International',
  eu: 'European Union (ESMA)',
  uk: 'United Kingdom (FCA)',
};

/** A company's own settings, read and changed by its operators (R-OPS-65). */
export function registerCompanyCalls(app: FastifyInstance, deps: CompanyCallDeps): void {
  addConsoleCall(app, deps, companyCalls.one, ({ company }) => Promise.resolve(toCompany(company)));
  addGovernedCall(app, deps, companyCalls.change, {
    kind: 'settings',
    plan({ company, body }) {
      const settings = fromBody(body, company);
      const fault = deps.changeCompany.findFault(settings, company);
      if (fault !== null) throw notAllowed(fault);
      if (body.version !== company.version) throw new RefusalError('versionChanged');
      const isGoverned = governedSettings.some((field) => settings[field] !== company[field]);
      const [before, after] = [toBody(company), toBody(settings)];
      return Promise.resolve({ subject: company.name, before, after, isGoverned });
    },
    async act({ company, operator, body }) {
      const { version: lastVersion, reason } = body;
      const asked = { settings: fromBody(body, company), lastVersion, reason };
      const changed = await deps.changeCompany.change(operator, company, asked);
      if (changed.kind === 'not-allowed') throw notAllowed(changed.field);
      if (changed.kind === 'version-changed') throw new RefusalError('versionChanged');
      return toCompany(changed.company);
    },
  });
  addConsoleCall(app, deps, companyCalls.versions, async ({ company, query }) => {
    const { rows, total } = await deps.settings.versions(company.id, pageOf(query));
    const data = rows.map(({ version, settings, by, atMs, reason }) => {
      return { version, ...toBody(settings), by, at: atMs, reason };
    });
    return { data, total };
  });
  addConsoleCall(app, deps, companyCalls.profiles, ({ query }) => {
    const rows = Object.values(jurisdictions).map(({ id, leverageCaps, stopOutPercentMin }) => ({
      id,
      name: profileNames[id],
      leverage_caps: { ...leverageCaps },
      stop_out_percent_min: stopOutPercentMin,
    }));
    return Promise.resolve(pageRows(rows, query));
  });
}

/** Settings that decide when positions are closed and what trading costs; brand, texts and links need one person. */
const governedSettings = ['marginCallPercent', 'stopOutPercent', 'jurisdiction', 'tradeFeeType'] as const;

function notAllowed(field: keyof CompanySettings): RefusalError {
  return new RefusalError('settingNotAllowed', { data: { field: wireFields[field] } });
}

/** Wire names of the settings. */
export const wireFields = {
  name: 'name',
  logo: 'logo',
  subject: 'subject',
  registeredAddress: 'registered_address',
  location: 'location',
  email: 'email',
  accents: 'accents',
  languages: 'languages',
  links: 'links',
  serviceLink: 'service_link',
  serviceLinkType: 'service_link_type',
  verifyRegType: 'verify_reg_type',
  verifyType: 'verify_type',
  jurisdiction: 'jurisdiction',
  blockedCountries: 'blocked_countries',
  marginCallPercent: 'margin_call_percent',
  stopOutPercent: 'stop_out_percent',
  tradeFeeType: 'trade_fee_type',
  hasInvitations: 'has_invitations',
  isPublic: 'is_public',
  isRankingShown: 'is_ranking_shown',
  popular: 'popular',
} as const satisfies Record<keyof CompanySettings, keyof Body>;

function toCompany(company: CompanyRecord) {
  const { id, hosts, status, type, version } = company;
  return { id, hosts: [...hosts], status, type, version, ...toBody(company) };
}

function toBody(settings: CompanySettings) {
  return {
    name: settings.name,
    logo: settings.logo,
    subject: settings.subject,
    registered_address: settings.registeredAddress,
    location: settings.location,
    email: settings.email,
    accents: settings.accents.map((colour) => colour.toLowerCase()),
    languages: settings.languages.flatMap((text) => parseLanguage(text) ?? []),
    links: [...settings.links],
    service_link: settings.serviceLink,
    service_link_type: settings.serviceLinkType,
    verify_reg_type: settings.verifyRegType,
    verify_type: settings.verifyType,
    jurisdiction: settings.jurisdiction,
    blocked_countries: [...settings.blockedCountries],
    margin_call_percent: settings.marginCallPercent,
    stop_out_percent: settings.stopOutPercent,
    trade_fee_type: settings.tradeFeeType,
    has_invitations: settings.hasInvitations,
    is_public: settings.isPublic,
    is_ranking_shown: settings.isRankingShown,
    popular: [...settings.popular],
  };
}

/** The profile's name is checked with the other fields: an unknown one is refused by field. */
function fromBody(body: Body, company: CompanyRecord): CompanySettings {
  return {
    name: body.name,
    logo: body.logo,
    subject: body.subject,
    registeredAddress: body.registered_address,
    location: body.location,
    email: body.email,
    accents: body.accents,
    languages: body.languages,
    links: body.links,
    serviceLink: body.service_link,
    serviceLinkType: body.service_link_type,
    verifyRegType: body.verify_reg_type,
    verifyType: body.verify_type === 2 ? 2 : 1,
    jurisdiction: body.jurisdiction as JurisdictionId,
    blockedCountries: body.blocked_countries,
    marginCallPercent: body.margin_call_percent,
    stopOutPercent: body.stop_out_percent,
    tradeFeeType: body.trade_fee_type === 2 ? 2 : 1,
    hasInvitations: body.has_invitations,
    isPublic: body.is_public,
    isRankingShown: body.is_ranking_shown,
    popular: body.popular ?? company.popular,
  };
}
