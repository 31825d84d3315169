import { type ComplaintEmail, companyQuery, type SettingValue, settingQuery } from '@candor/contracts/http/company';
import type { FastifyInstance } from 'fastify';
import { areasServed } from '../../../services/company/areas.ts';
import { type Companies, findCompanies } from '../../../services/company/companies.ts';
import type { LossRates } from '../../../services/company/loss-rates.ts';
import { companyOf } from '../company-of.ts';
import { sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { blockedCountriesOf, toBasicInfo, toCompany, toCompanyStatus } from '../to-company.ts';

export interface CompanyRouteDeps {
  readonly companies: Pick<Companies, 'all'>;
  readonly lossRates: Pick<LossRates, 'of'>;
}

/** What a client needs to know of the company it talks to, and in main mode of the others (R-COM-02, R-COM-03). */
export function registerCompanyRoutes(app: FastifyInstance, { companies, lossRates }: CompanyRouteDeps): void {
  app.get('/api/company/getCompanyStatus', (request, reply) =>
    sendOk(request, reply, toCompanyStatus(companyOf(request), request.host)),
  );
  app.get('/api/basicSet/getBasicInfo', (request, reply) => {
    const company = companyOf(request);
    return sendOk(request, reply, toBasicInfo(company, lossRates.of(company.id)));
  });
  app.get('/api/company/getCompany', async (request, reply) => {
    const { name } = parseInput(companyQuery, request.query);
    const isMain = companyOf(request).type === 0;
    const found = isMain ? findCompanies(await companies.all(), name) : [];
    return sendOk(request, reply, found.map(toCompany));
  });
  app.get('/api/company/complaint_email', (request, reply) => {
    const answer: ComplaintEmail = { email: companyOf(request).email };
    return sendOk(request, reply, answer);
  });
  app.get('/api/default/area_list', (request, reply) => {
    const served = areasServed(blockedCountriesOf(companyOf(request)));
    return sendOk(
      request,
      reply,
      served.map(({ id, globalCode, code }) => ({ id, global_code: globalCode, code })),
    );
  });
  app.get('/api/default/setting', (request, reply) => {
    const { key } = parseInput(settingQuery, request.query);
    const answer: SettingValue = { key, value: companyOf(request).isMobileShown ? '1' : '0' };
    return sendOk(request, reply, answer);
  });
}
