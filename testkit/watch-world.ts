import { createHash } from 'node:crypto';
import { accountBalance } from '@candor/domain/engine/facts';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-request';
import { ObservedPaymentTables } from '../apps/server/src/adapters/postgres/observed-payment-tables.ts';
import { trialCompanyId } from '../apps/server/src/adapters/postgres/trial-company.ts';
import { createBitcoinWatcher } from '../apps/server/src/adapters/watchers/bitcoin/bitcoin-watcher.ts';
import { createEvmWatcher } from '../apps/server/src/adapters/watchers/evm/evm-watcher.ts';
import { createSignedHooks } from '../apps/server/src/adapters/watchers/webhook/signed-hooks.ts';
import { buildGateway } from '../apps/server/src/gateway/http/build-gateway.ts';
import { registerPaymentHookRoutes } from '../apps/server/src/gateway/http/routes/payment-hooks.ts';
import type { ObservedPaymentRecord, WatchedAddress } from '../apps/server/src/ports/payment-watch.ts';
import { depositHash } from '../apps/server/src/services/funds/payload-hash.ts';
import { createWatch, type WatchPorts } from '../apps/server/src/services/watch/create-watch.ts';
import type { TradingCore } from '../apps/server/src/trading/trading-core.ts';
import type { RequestDeposit } from '../packages/domain/src/engine/funds/funds-command.ts';
import type { AccountId, CompanyId } from '../packages/domain/src/values/ids.ts';
import { formatBalance, parseMoney, toMoney, zeroMoney } from '../packages/domain/src/values/money.ts';
import { FakeBitcoinNode } from './fake-bitcoin-node.ts';
import { FakeEvmNode } from './fake-evm-node.ts';
import { otherHost, type TestServer } from './test-server.ts';

export const own = 1 as CompanyId;
export const rateOne = 100_000_000n;
const tether = `0x${'5d'.repeat(20)}`;
export const hookSecret = 'a secret that a provider and a company share'.replaceAll(' ', '-');

export type WatchStep = (name: string, run: () => Promise<unknown>) => Promise<unknown>;

/** A user with a real account and a personal address on the EVM chain. */
export interface Payer {
  readonly id: number;
  readonly address: string;
}

/** Deposit watching on a real database and core, with a fake node of each kind. */
export class WatchWorld {
  readonly evm = new FakeEvmNode();
  readonly bitcoin = new FakeBitcoinNode();
  readonly server: TestServer;
  readonly book = new Map<CompanyId, WatchedAddress[]>();
  readonly store: ObservedPaymentTables;
  autoCreditMax = '1000';
  depositSecondFrom = '10000';
  /** Company to watch for; null for all companies. */
  companyId: CompanyId | null = null;
  readonly errors: Error[] = [];
  /** Wrapper around every call of the watch to its store and core. */
  step: WatchStep = (_name, run) => run();
  run: ReturnType<typeof createWatch>;
  app = undefined as unknown as ReturnType<typeof buildGateway>;

  private constructor(server: TestServer) {
    this.server = server;
    this.store = new ObservedPaymentTables(server.app.db);
    this.run = undefined as unknown as ReturnType<typeof createWatch>;
  }

  static async start(server: TestServer): Promise<WatchWorld> {
    const world = new WatchWorld(server);
    await world.evm.rpc.start();
    await world.bitcoin.rpc.start();
    world.#compose();
    return world;
  }

  /** Replaces the watch by a new one, as a restart of the process does. */
  async restart(): Promise<void> {
    await this.run.stop();
    await this.app.close();
    this.server.advance(31_000);
    this.#compose();
  }

  async stop(): Promise<void> {
    await this.run.stop();
    await this.app.close();
    await this.evm.rpc.stop();
    await this.bitcoin.rpc.stop();
  }

  /** Makes a user who pays in USDT or ETH to a personal address. */
  async payer(host = 'localhost', way: Partial<WatchedAddress['way']> = {}): Promise<Payer> {
    const { id } = await this.server.realUser(host);
    const companyId = host === otherHost ? (trialCompanyId as CompanyId) : own;
    const command = { type: 'OpenAccount', atMs: this.server.clock.nowMs(), accountId: id as AccountId } as const;
    const terms = { tenantId: companyId, realm: 'real', currency: 'USD', grant: zeroMoney } as const;
    await this.core.submit({ command: { ...command, ...terms }, clientId: null, bodyHash: null });
    const address = `0x${createHash('sha256').update(`payer ${id}`).digest('hex').slice(0, 40)}`;
    this.watch(companyId, address, id, way);
    return { id, address };
  }

  watch(companyId: CompanyId, address: string, userId: number | null, way: Partial<WatchedAddress['way']> = {}): void {
    const terms = {
      id: 7,
      method: 'coin',
      currency: 'USDT',
      usdPriceE8: rateOne,
      minE8: 0n,
      confirmations: 3,
    } as const;
    const entries = this.book.get(companyId) ?? [];
    this.book.set(companyId, [...entries, { address, userId, way: { ...terms, isActive: true, ...way } }]);
  }

  /** Pays USDT in the next block. */
  pay(name: string, address: string, dollars: string): void {
    this.evm.mine({ name, to: address, units: BigInt(parseMoney(dollars) ?? 0n), contract: tether });
  }

  get core(): TradingCore {
    return this.server.server.core;
  }

  balance(id: number): string {
    const account = this.core.state.accounts.get(id as AccountId);
    return account === undefined ? 'none' : formatBalance(accountBalance(this.core.state, account));
  }

  waiting(id: number): DepositRecord[] {
    const funds = this.core.state.accounts.get(id as AccountId)?.funds.values() ?? [];
    return [...funds].filter((one) => one.kind === 'deposit');
  }

  async observedPayment(id: number, companyId: CompanyId = own): Promise<ObservedPaymentRecord | undefined> {
    return (await this.store.ofUser(companyId, id, 1))[0];
  }

  /** Submits a deposit report by a user, as the money desk does. */
  async report(id: number, changes: Partial<RequestDeposit> = {}): Promise<DepositRecord> {
    const base = { atMs: this.server.clock.nowMs(), accountId: id as AccountId, optionId: 7, proofId: 'proof' };
    const paid = { method: 'coin', paid: 10_000_000_000n, paidCurrency: 'USDT', rate: rateOne } as const;
    const rest = {
      credit: toMoney(100_000_000n),
      externalId: null,
      payloadHash: 'shown',
      secondFrom: toMoney(10n ** 18n),
    } as const;
    const command = { type: 'RequestDeposit', ...base, ...paid, ...rest, ...changes } as const;
    await this.core.submit({ command, clientId: null, bodyHash: null });
    const [report] = this.waiting(id).slice(-1);
    if (report === undefined) throw new Error('the report was refused');
    return report;
  }

  async auditTrail(companyId: CompanyId = own): Promise<string[]> {
    const { rows } = await this.server.open.pool.query(
      'select action, subject from audit_entry where company_id = $1 order by seq',
      [companyId],
    );
    return (rows as { action: string; subject: string }[]).map(({ action, subject }) => `${action} ${subject}`);
  }

  #compose(): void {
    const { server } = this;
    this.app = buildGateway(false, server.server.companies);
    const through = <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get: (object, name) => {
          const value = Reflect.get(object, name, object) as unknown;
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) =>
            this.step(String(name), () =>
              Promise.resolve((value as (...args: unknown[]) => unknown).apply(object, given)),
            );
        },
      });
    this.run = createWatch(this.#ports(through(this.store)), {
      core: through(this.core),
      clock: server.clock,
      companies: () => server.server.companies.all(),
      limits: async () => ({
        autoCreditMax: parseMoney(this.autoCreditMax) ?? zeroMoney,
        depositSecondFrom: parseMoney(this.depositSecondFrom) ?? zeroMoney,
      }),
      hashDeposit: depositHash,
      onError: (error) => this.errors.push(error),
    });
    registerPaymentHookRoutes(this.app, this.run.takeHook);
  }

  #ports(observedPayments: ObservedPaymentTables): WatchPorts {
    const bounds = { attemptMaxMs: 2_000, waitMs: 1, confirmations: 2 };
    const tokens = [{ currency: 'USDT', contract: tether, decimals: 6 }];
    const evm = createEvmWatcher({ ...bounds, name: 'evm', url: this.evm.rpc.url, chainId: 1337, coin: 'ETH', tokens });
    const chain = { chain: 'regtest', currency: 'BTC' };
    const bitcoin = createBitcoinWatcher({ ...bounds, ...chain, name: 'btc', url: this.bitcoin.rpc.url });
    const [pollMs, confirmations] = [3_600_000, 2];
    const hook = { name: 'payer', secret: hookSecret, confirmations: 1 };
    return {
      observedPayments,
      addressBook: {
        watched: async (companyId, watcher) =>
          (this.book.get(companyId) ?? []).filter(({ way }) => watcher !== 'btc' || way.currency === 'BTC'),
      },
      hooks: createSignedHooks([{ ...hook, companyId: own }], this.server.clock),
      setups: [evm, bitcoin].map((watcher) => ({ watcher, companyId: this.companyId, pollMs, confirmations })),
    };
  }
}
