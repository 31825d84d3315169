import type { BasicInfo, CompanyStatus } from '@candor/contracts/http/identity';
import { formatBalance } from '@candor/domain/values/money';
import type { FastifyInstance } from 'fastify';
import { tradingPolicyOf } from '../../../services/trade/trading-policy.ts';
import { companyOf } from '../company-of.ts';

import { sendOk } from '../envelope.ts';

/** What a client needs to know of the company it talks to. */
export function registerCompanyRoutes(app: FastifyInstance): void {
  app.get('/api/company/getCompanyStatus', async (request, reply) => {
    const company = companyOf(request);
    const status: CompanyStatus = {
      status: company.status,
      type: company.type,
      loss_url: company.lossUrl,
      id: company.id,
      name: company.name,
    };
    return sendOk(request, reply, status);
  });
  app.get('/api/basicSet/getBasicInfo', async (request, reply) => {
    const company = companyOf(request);
    const info: BasicInfo = {
      service_link: '',
      service_link_type: 0,
      verify_reg_type: 'email',
      trade_fee_type: company.tradeFeeType,
      margin_call_level: String(company.marginCallPercent),
      stop_out_level: String(tradingPolicyOf(company).stopOutPercent),
      demo_balance: formatBalance(company.demoBalance),
    };
    return sendOk(request, reply, info);
  });
}
