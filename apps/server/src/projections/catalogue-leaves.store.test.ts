import type { ReceiptFields } from '@candor/contracts/http/receipts';
import { decodeLeaf } from '@candor/transparency-log/leaf';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { writeTestLog } from '../../../../testkit/test-log.ts';
import { TestServer } from '../../../../testkit/test-server.ts';
import { trialCompanyId } from '../adapters/postgres/trial-company.ts';

const { eurusd } = testSpecs;

/** Rules of the catalogue in a company's log. */
async function catalogueIn(server: TestServer, companyId: number) {
  const text = 'select entry from log_entry where company_id = $1 order by at';
  const { rows } = await server.open.pool.query<{ entry: Buffer }>(text, [companyId]);
  const texts = rows.flatMap(({ entry }) => {
    const leaf = decodeLeaf(entry);
    return leaf.kind === 'rule' && 'text' in leaf ? [leaf.text] : [];
  });
  expect(texts.join()).not.toContain('tenant');
  return texts.map((one) => JSON.parse(one)).filter(({ rule }) => rule === 'catalogue');
}

test('R-LOG-27 each company’s log has the catalogue once, before the fills that name it', async () => {
  const server = await TestServer.start();
  server.market.give(eurusd, '1.15283', '1.15295');
  const auth = { authorization: await server.demo() };
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  const { data } = await server.call('POST', '/v1/api/forex/submit', order, auth);
  await writeTestLog(server);
  for (const companyId of [1, trialCompanyId]) {
    const listed = await catalogueIn(server, companyId);
    expect(listed.map(({ instrumentId, version }) => [instrumentId, version])).toEqual(
      Object.values(testSpecs).map(({ id }) => [id, 1]),
    );
    expect(listed.find(({ instrumentId }) => instrumentId === eurusd.id)).toMatchObject({
      facts: { code: 'EURUSD', unitsPerLot: 100_000, digits: 5, feeRateE8: eurusd.feeRateE8.toString(), hours: null },
    });
  }
  const text = 'select text from receipt where order_id = $1';
  const [receipt] = (await server.open.pool.query<{ text: string }>(text, [data.Id])).rows;
  const fields = JSON.parse(receipt?.text ?? '{}') as ReceiptFields;
  expect(fields).toMatchObject({ version: 'candor-receipt-4', rules: { catalogue: 1 } });
  await server.stop();
});
