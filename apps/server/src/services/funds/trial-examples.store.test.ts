import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../../../../../testkit/test-server.ts';
import { trialCompanyId } from '../../adapters/postgres/trial-company.ts';
import { addTrialExamples } from './trial-examples.ts';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function offered(company: number) {
  const { depositMethods, payoutCurrencies } = server.stores;
  const { rows } = await depositMethods.list(company as CompanyId, null, 1, 10);
  return { ways: rows.map(({ way }) => way), payouts: (await payoutCurrencies.list(company as CompanyId, 1, 10)).rows };
}

test('R-FND-36 the trial company has examples that say so, once, and the default company has nothing', async () => {
  for (let start = 0; start < 2; start += 1) await addTrialExamples(server.stores, trialCompanyId as CompanyId, 1);
  const { ways, payouts } = await offered(trialCompanyId);
  expect(ways.map(({ currency, protocol }) => `${currency} ${protocol}`)).toEqual(['USD ', 'USDT ERC20', 'USDT TRC20']);
  for (const { address, payeeAccount, bankRemark, usdPriceE8 } of ways) {
    expect(address + payeeAccount).toMatch(/^EXAMPLE-/);
    expect(bankRemark).toBe('Example account – replace it in the console');
    expect(usdPriceE8).toBe(100_000_000n);
  }
  expect(payouts).toHaveLength(2);
  expect(await offered(1)).toEqual({ ways: [], payouts: [] });
});
