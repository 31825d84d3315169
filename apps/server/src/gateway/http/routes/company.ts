import { companyCalls, type SettingValue } from '@candor/contracts/http/company';
import type { FastifyInstance } from 'fastify';
import { areasServed } from '../../../services/company/areas.ts';
import { type Companies, findCompanies } from '../../../services/company/companies.ts';
import type { LossRates } from '../../../services/company/loss-rates.ts';
import { companyOf } from '../company-of.ts';
import { registerCall } from '../register-call.ts';
import { blockedCountriesOf, toBasicInfo, toCompany, toCompanyStatus } from '../to-company.ts';

export interface CompanyRouteDeps {
  readonly companies: Pick<Companies, 'all'>;
  readonly lossRates: Pick<LossRates, 'of'>;
}

/** Registers the calls about the company at this host, and in main mode about others (R-COM-02, R-COM-03). */
export function registerCompanyRoutes(app: FastifyInstance, { companies, lossRates }: CompanyRouteDeps): void {
  registerCall(app, {}, companyCalls.companyStatus, ({ request }) => toCompanyStatus(companyOf(request), request.host));
  registerCall(app, {}, companyCalls.basicInfo, ({ request }) => {
    const company = companyOf(request);
    return toBasicInfo(company, lossRates.of(company.id));
  });
  registerCall(app, {}, companyCalls.companies, async ({ request, input }) => {
    const isMain = companyOf(request).type === 0;
    const found = isMain ? findCompanies(await companies.all(), input.name) : [];
    return found.map(toCompany);
  });
  registerCall(app, {}, companyCalls.complaintEmail, ({ request }) => ({ email: companyOf(request).email }));
  registerCall(app, {}, companyCalls.areas, ({ request }) => {
    const served = areasServed(blockedCountriesOf(companyOf(request)));
    return served.map(({ id, globalCode, code }) => ({ id, global_code: globalCode, code }));
  });
  registerCall(app, {}, companyCalls.setting, ({ request, input }) => {
    const value: SettingValue['value'] = companyOf(request).isMobileShown ? '1' : '0';
    return { key: input.key, value };
  });
}
