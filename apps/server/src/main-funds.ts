import type { TenantId } from '@candor/domain/values/ids';
import { toMoney, zeroMoney } from '@candor/domain/values/money';
import { systemClock } from './adapters/clock/system-clock.ts';
import type { Db } from './adapters/postgres/database.ts';
import { DepositMethodTables } from './adapters/postgres/deposit-method-tables.ts';
import { FundsTables } from './adapters/postgres/funds-tables.ts';
import { ObservedPaymentTables } from './adapters/postgres/observed-payment-tables.ts';
import { PayoutCurrencyTables } from './adapters/postgres/payout-currency-tables.ts';
import { PayoutMethodTables } from './adapters/postgres/payout-method-tables.ts';
import { StatementTables } from './adapters/postgres/statement-tables.ts';
import { trialCompanyId } from './adapters/postgres/trial-company.ts';
import type { FundsPorts } from './compose-funds.ts';
import type { Config } from './config.ts';
import { decode } from './trading/codec.ts';

const exampleRemark = 'Example account – replace it in the console';
const nobody = 'Nobody. This is an example.';

/**
 * Something to try the money desk with at the trial company, which says of itself that nothing can be paid to it; where
 * anything was ever set up it stays as it is. Only what is worth a dollar by its name: no rate is invented (R-FND-36).
 */
export async function offerExamples(db: Db): Promise<void> {
  const { depositMethods, currencies } = openFunds(db);
  const company = trialCompanyId as TenantId;
  const nowMs = systemClock.nowMs();
  const told = (subject: string) => () => ({
    operatorId: null,
    action: 'example-added',
    subject,
    reason: exampleRemark,
  });
  const dollars = { usdPriceE8: 100_000_000n, minE8: 100_000_000n, isActive: true, watcher: '', confirmations: 0 };
  const bankless = { bankName: '', bankAddress: '', bankSwift: '', payeeName: '', payeeAccount: '', bankRemark: '' };
  if ((await depositMethods.list(company, null, 1, 1)).total === 0) {
    const bank = {
      bankName: 'EXAMPLE-BANK',
      payeeName: nobody,
      payeeAccount: 'EXAMPLE-ACCOUNT',
      bankRemark: exampleRemark,
    };
    const wire = {
      ...dollars,
      ...bankless,
      ...bank,
      kind: 'bank',
      currency: 'USD',
      protocol: '',
      address: '',
    } as const;
    for (const protocol of ['TRC20', 'ERC20']) {
      const address = `EXAMPLE-${protocol}-NOT-A-REAL-ADDRESS`;
      const coin = { ...dollars, ...bankless, kind: 'coin', currency: 'USDT', protocol, address } as const;
      await depositMethods.add(company, { ...coin, bankRemark: exampleRemark }, nowMs, told('pay way'));
    }
    await depositMethods.add(company, wire, nowMs, told('pay way'));
  }
  if ((await currencies.list(company, 1, 1)).total > 0) return;
  const terms = { usdPriceE8: 100_000_000n, min: toMoney(10_000_000n), max: zeroMoney, isActive: true } as const;
  const coin = {
    ...terms,
    kind: 'coin',
    code: 'USDT',
    protocol: 'TRC20',
    feeType: 1,
    drawRateE8: 100_000_000n,
  } as const;
  await currencies.add(company, coin, nowMs, told('draw currency'));
  const bank = { ...terms, kind: 'bank', code: 'USD', protocol: '', feeType: 2, drawRateE8: 500_000n } as const;
  await currencies.add(company, bank, nowMs, told('draw currency'));
}

/** The tables of the money desk, for `main.ts`. */
export function openFunds(db: Db): FundsPorts {
  return {
    history: new FundsTables(db, { decode }),
    depositMethods: new DepositMethodTables(db),
    currencies: new PayoutCurrencyTables(db),
    methods: new PayoutMethodTables(db),
    sightings: new ObservedPaymentTables(db),
    statements: new StatementTables(db, { decode }),
  };
}

/** The same with examples for the trial company, where there is one. */
export async function startFunds({ hasTrialCompany }: Pick<Config, 'hasTrialCompany'>, db: Db): Promise<FundsPorts> {
  if (hasTrialCompany) await offerExamples(db);
  return openFunds(db);
}
