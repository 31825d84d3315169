import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../../../../../testkit/test-server.ts';
import type { DepositMethodTerms } from '../../ports/funds.ts';
import { DepositMethodTables } from './deposit-method-tables.ts';
import { trialCompanyId } from './trial-company.ts';
import { WatchedAddressTables } from './watched-address-tables.ts';

const own = 1 as CompanyId;
const other = trialCompanyId as CompanyId;
const bank = { bankName: '', bankAddress: '', bankSwift: '', payeeName: '', payeeAccount: '', bankRemark: '' };
const terms: DepositMethodTerms = {
  ...bank,
  kind: 'coin',
  currency: 'USDT',
  protocol: 'ERC20',
  address: '',
  usdPriceE8: 100_000_000n,
  minE8: 0n,
  isActive: true,
  watcher: 'eth',
  confirmations: 12,
};
const audit = () => ({ operatorId: null, action: 'pay-way-added', subject: 'pay way', reason: 'test' });

let server: TestServer;
let ways: DepositMethodTables;
let book: WatchedAddressTables;
beforeAll(async () => {
  server = await TestServer.start();
  ways = new DepositMethodTables(server.app.db);
  book = new WatchedAddressTables(server.app.db);
});
afterAll(() => server.stop());

test('R-FND-65 each address has its user and the current terms', async () => {
  const { id: userId } = await server.realUser();
  const pool = await ways.add(own, terms, 1, audit);
  await ways.addAddresses(own, pool.rootId, ['0xGiven', '0xFree'], 2, audit());
  const given = await ways.giveAddress(own, pool.rootId, userId, 3);
  const dearer = await ways.replace(own, pool.id, { ...terms, usdPriceE8: 99_000_000n }, 4, audit);
  const shared = await ways.add(own, { ...terms, currency: 'ETH', address: '0xOld' }, 5, audit);
  const moved = await ways.replace(
    own,
    shared.id,
    { ...terms, currency: 'ETH', address: '0xNew', isActive: false },
    6,
    audit,
  );
  await ways.add(own, { ...terms, address: '0xOfAnother', watcher: 'polygon' }, 7, audit);
  await ways.add(other, { ...terms, address: '0xOfTheirs' }, 8, audit);

  const watched = await book.watched(own, 'eth');
  expect(given).toBe('0xGiven');
  expect(watched.map(({ address }) => address).sort()).toEqual(['0xGiven', '0xNew', '0xOld']);
  expect(watched.find(({ address }) => address === '0xGiven')).toEqual({
    address: '0xGiven',
    userId,
    way: {
      id: dearer?.id,
      method: 'coin',
      currency: 'USDT',
      usdPriceE8: 99_000_000n,
      minE8: 0n,
      confirmations: 12,
      isActive: true,
    },
  });
  const late = watched.find(({ address }) => address === '0xOld');
  expect(late).toMatchObject({ userId: null, way: { id: moved?.id, isActive: false } });
  expect((await book.watched(other, 'eth')).map(({ address }) => address)).toEqual(['0xOfTheirs']);
});
