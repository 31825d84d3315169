import { randomUUID } from 'node:crypto';
import { defaultFundsSettings } from '../apps/server/src/ports/funds.ts';
import type { UserRecord } from '../apps/server/src/ports/identity.ts';
import type { Victim } from './leak-coverage.ts';
import { coinWay, companyAt, openDesk, Trader, tronAddress } from './money-desk.ts';
import type { TestServer } from './test-server.ts';

const ownAddress = 'address-of-the-payer-alone';

/** A real user with a row in every table of the money desk. */
export class Payer {
  readonly funds: Victim['funds'];
  /** Texts that identify the user and their money in any answer. */
  readonly marks: readonly string[];
  readonly #trader: Trader;

  private constructor(trader: Trader, funds: Victim['funds']) {
    this.#trader = trader;
    this.funds = funds;
    const ids = [funds.deposit, funds.withdrawal].map(String);
    this.marks = [trader.uid, trader.account, tronAddress, ownAddress, funds.picture, 'memo of the payer', ...ids];
  }

  static async open(server: TestServer, host = 'localhost'): Promise<Payer> {
    const desk = await openDesk(server, host);
    const company = companyAt(host);
    const { depositMethods, payoutCurrencies: currencies } = server.stores;
    const audit = { operatorId: null, action: 'set-up', subject: 'test', reason: '' };
    const pool = await depositMethods.add(company, { ...coinWay, currency: 'POOL', address: '' }, 1, () => audit);
    await depositMethods.addAddresses(company, pool.id, [`${ownAddress}${host}`], 1, audit);
    const settings = await currencies.settings(company);
    if (settings === null) await currencies.changeSettings(company, defaultFundsSettings, 1, audit);
    const trader = await Trader.verified(server, host);
    await trader.get('/api/quickCharge/info');
    const [picture, clientId] = [await trader.picture(), randomUUID()];
    const deposit = await trader.deposit(desk, '50', { proofImg: picture, client_id: clientId });
    await trader.fund('100');
    const method = await trader.bound(desk.payout.id);
    const withdrawal = await trader.withdraw(desk, method, '20', { memo: 'memo of the payer' });
    const ids = { deposit: deposit.data.id as number, withdrawal: withdrawal.data.id as number, method };
    return new Payer(trader, { ...ids, option: desk.coin.id, payout: desk.payout.id, picture, clientId });
  }

  async record(): Promise<UserRecord> {
    const { server, host, id } = this.#trader;
    const user = await server.identity.findUser(companyAt(host), id);
    if (user === null) throw new Error('The payer is registered.');
    return user;
  }
}
