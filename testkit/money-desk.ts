import { randomInt, randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { trialCompanyId } from '../apps/server/src/adapters/postgres/trial-company.ts';
import type {
  DepositMethodRecord,
  DepositMethodTerms,
  PayoutCurrencyRecord,
  PayoutCurrencyTerms,
} from '../apps/server/src/ports/funds.ts';
import type { AccountId, CompanyId } from '../packages/domain/src/values/ids.ts';
import { toMoney, zeroMoney } from '../packages/domain/src/values/money.ts';
import { approvalOf, depositOf, operator, toE8 } from './funds-commands.ts';
import { anAddress, codeSentTo, goodPassword } from './people.ts';
import { sendPicture } from './send-picture.ts';
import { type Answer, otherHost, type TestServer } from './test-server.ts';

/** Example addresses from the networks' documentation. */
export const tronAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const otherTronAddress = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
export const iban = 'DE89370400440532013000';

export const dayMs = 24 * 3_600_000;

const bankless = {
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  bankRemark: '',
} as const;

/** Deposit method: USDT at 1 USD to one address, at least 5. */
export const coinWay: DepositMethodTerms = {
  ...bankless,
  kind: 'coin',
  currency: 'USDT',
  protocol: 'TRC20',
  address: otherTronAddress,
  usdPriceE8: 100_000_000n,
  minE8: 500_000_000n,
  isActive: true,
  watcher: '',
  confirmations: 0,
};

/** Deposit method: EUR at 0.80 per USD. */
export const bankWay: DepositMethodTerms = {
  ...coinWay,
  kind: 'bank',
  currency: 'EUR',
  protocol: '',
  address: '',
  bankName: 'Test Bank',
  bankSwift: 'DEUTDEFF',
  payeeName: 'Test Company',
  payeeAccount: iban,
  usdPriceE8: 80_000_000n,
  minE8: 0n,
};

/** Payout currency: USDT with a fee of 1 USD, from 10 to 100,000 USD. */
const coinPayout: PayoutCurrencyTerms = {
  kind: 'coin',
  code: 'USDT',
  protocol: 'TRC20',
  feeType: 1,
  drawRateE8: 100_000_000n,
  usdPriceE8: 100_000_000n,
  min: toMoney(10_000_000n),
  max: toMoney(100_000_000_000n),
  isActive: true,
};

/** Payout currency: EUR with a fee of 0.5 %. */
const bankPayout: PayoutCurrencyTerms = {
  ...coinPayout,
  kind: 'bank',
  code: 'EUR',
  protocol: '',
  feeType: 2,
  drawRateE8: 500_000n,
  usdPriceE8: 80_000_000n,
  min: zeroMoney,
  max: zeroMoney,
};

export interface Desk {
  readonly coin: DepositMethodRecord;
  readonly bank: DepositMethodRecord;
  readonly payout: PayoutCurrencyRecord;
  readonly bankPayout: PayoutCurrencyRecord;
}

/** Deposit methods and payout currencies that an operator has set up. */
export async function openDesk(server: TestServer, host = 'localhost'): Promise<Desk> {
  const { depositMethods, payoutCurrencies: currencies } = server.stores;
  const company = companyAt(host);
  const nowMs = server.clock.nowMs();
  const audit = () => ({ operatorId: null, action: 'set-up', subject: 'test', reason: '' });
  return {
    coin: await depositMethods.add(company, coinWay, nowMs, audit),
    bank: await depositMethods.add(company, bankWay, nowMs, audit),
    payout: await currencies.add(company, coinPayout, nowMs, audit),
    bankPayout: await currencies.add(company, bankPayout, nowMs, audit),
  };
}

export function companyAt(host: string): CompanyId {
  return (host === otherHost ? trialCompanyId : 1) as CompanyId;
}

/** A registered user of the company at a host; calls in English. */
export class Trader {
  readonly server: TestServer;
  readonly host: string;
  readonly account: string;
  readonly id: number;
  readonly uid: string;
  readonly token: string;

  private constructor(server: TestServer, host: string, account: string, data: Answer['data']) {
    this.server = server;
    this.host = host;
    this.account = account;
    this.id = data.user.id as number;
    this.uid = data.user.uid as string;
    this.token = data.token as string;
  }

  /** Registers a trader. */
  static async register(server: TestServer, host = 'localhost'): Promise<Trader> {
    const account = anAddress();
    // A separate client address, because codes are counted per address.
    server.address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const headers = { host, lang: 'en', origin: `https://${host}` };
    await server.call('POST', '/api/notify/send_email', { to: account, type: 1 }, headers);
    const sms_code = await codeSentTo(server, account);
    const fields = { account, password: goodPassword, re_password: goodPassword, sms_code };
    const { data } = await server.call('POST', '/api/user/register', fields, headers);
    return new Trader(server, host, account, data);
  }

  /** Registers a trader with an approved identity. */
  static async verified(server: TestServer, host = 'localhost'): Promise<Trader> {
    const trader = await Trader.register(server, host);
    await trader.verify();
    return trader;
  }

  get headers(): { authorization: string; host: string; lang: string } {
    return { authorization: this.token, host: this.host, lang: 'en' };
  }

  post(path: string, fields: object = {}): Promise<Answer> {
    return this.server.call('POST', path, fields, this.headers);
  }

  get(path: string, fields: object = {}): Promise<Answer> {
    return this.server.call('GET', path, fields, this.headers);
  }

  #pictures = 0;

  async picture(): Promise<string> {
    return (await sendPicture(this.server, this.headers, (this.#pictures += 1))).id;
  }

  async verify(): Promise<void> {
    const [front_pic, reverse_pic] = [await this.picture(), await this.picture()];
    const claim = { name: 'Ada Lovelace', card_id: `X${this.uid}`, front_pic, reverse_pic };
    await this.post('/api/user_real/real_name', claim);
    await this.server.open.pool.query(
      `update verification set status = 'approved', reviewed_at_ms = 1 where user_id = $1`,
      [this.id],
    );
  }

  /** Sends a call that needs a proof bound to its fields, with the proof. */
  async proved(path: string, fields: object, password = goodPassword): Promise<Answer> {
    const answer = await this.prove(path, fields, password);
    return answer.code === codes.stepUpRequired ? this.post(path, fields) : answer;
  }

  /** Sends a call without its proof, then the proof alone. Resolves to the answer of the call. */
  async prove(path: string, fields: object, password = goodPassword): Promise<Answer> {
    const answer = await this.post(path, fields);
    if (answer.code === codes.stepUpRequired)
      await this.post('/api/user/step_up', { password, payload: answer.data.payload });
    return answer;
  }

  /** Credits money to the account as a deposit does. */
  async fund(dollars: string): Promise<void> {
    const source = { atMs: this.server.clock.nowMs(), accountId: this.id as AccountId };
    const requested = await this.#submit(depositOf(source, { paid: toE8(dollars) }));
    await this.#submit({ ...approvalOf(source, 0, operator(1)), fundsId: requested.funds.id });
  }

  /** Binds an address with its hold expired; resolves to its id. */
  async bound(currencyId: number, address = tronAddress): Promise<number> {
    const { data } = await this.bind(currencyId, address);
    await this.server.open.pool.query(`update draw_method set usable_at_ms = 1 where id = $1`, [data.id]);
    return data.id as number;
  }

  async #submit(command: Parameters<TestServer['server']['core']['submit']>[0]['command']) {
    const outcome = await this.server.server.core.submit({ command, clientId: null, bodyHash: null });
    const [event] = outcome.kind === 'done' ? outcome.events : [];
    if (event === undefined || !('funds' in event)) throw new Error(`${command.type} was ${JSON.stringify(outcome)}`);
    return event;
  }

  /** Binds a coin address; resolves to the answer. */
  bind(currencyId: number, address = tronAddress, more: object = {}): Promise<Answer> {
    const fields = { draw_id: currencyId, type: 1, dc_address: address, client_id: randomUUID(), ...more };
    return this.proved('/api/wallet/bind_draw_method', fields);
  }

  /** Reports a payment to the coin address. */
  async deposit(desk: Desk, number: string, more: object = {}): Promise<Answer> {
    const proofImg = await this.picture();
    const fields = { number, proofImg, address: otherTronAddress, charge_id: desk.coin.id, client_id: randomUUID() };
    return this.post('/api/quickCharge/submit', { ...fields, ...more });
  }

  withdraw(desk: Desk, methodId: number, number: string, more: object = {}): Promise<Answer> {
    const fields = { draw_currency_id: desk.payout.id, draw_method_id: methodId, number, client_id: randomUUID() };
    return this.proved('/api/account/draw', { ...fields, ...more });
  }
}
