import type { CompanyId } from '@candor/domain/values/ids';
import { toMoney, zeroMoney } from '@candor/domain/values/money';
import type { DepositMethodStore, PayoutCurrencyStore } from '../../ports/funds.ts';

const remark = 'Example account – replace it in the console';
const dollar = 100_000_000n;

const unwatched = { isActive: true, watcher: '', confirmations: 0 };
const noBank = { bankName: '', bankAddress: '', bankSwift: '', payeeName: '', payeeAccount: '' };
const depositTerms = { ...noBank, ...unwatched, usdPriceE8: dollar, minE8: dollar, bankRemark: remark };
const exampleBank = {
  bankName: 'EXAMPLE-BANK',
  payeeName: 'Nobody. This is an example.',
  payeeAccount: 'EXAMPLE-ACCOUNT',
};
const payoutTerms = { usdPriceE8: dollar, min: toMoney(10_000_000n), max: zeroMoney, isActive: true } as const;

const exampleDeposits = [
  ...['TRC20', 'ERC20'].map((protocol) => {
    const address = `EXAMPLE-${protocol}-NOT-A-REAL-ADDRESS`;
    return { ...depositTerms, kind: 'coin', currency: 'USDT', protocol, address } as const;
  }),
  { ...depositTerms, ...exampleBank, kind: 'bank', currency: 'USD', protocol: '', address: '' } as const,
];
const examplePayouts = [
  { ...payoutTerms, kind: 'coin', code: 'USDT', protocol: 'TRC20', feeType: 1, drawRateE8: dollar } as const,
  { ...payoutTerms, kind: 'bank', code: 'USD', protocol: '', feeType: 2, drawRateE8: 500_000n } as const,
];

/**
 * Adds example deposit methods and payout currencies to the trial company, marked as examples that take no money. Leaves
 * a company alone that has any. Only currencies worth a dollar by definition: no rate is invented (R-FND-36).
 */
export async function addTrialExamples(
  stores: { readonly depositMethods: DepositMethodStore; readonly payoutCurrencies: PayoutCurrencyStore },
  companyId: CompanyId,
  nowMs: number,
): Promise<void> {
  const { depositMethods, payoutCurrencies } = stores;
  const audit = (subject: string) => () => ({ operatorId: null, action: 'example-added', subject, reason: remark });
  if ((await depositMethods.list(companyId, null, 1, 1)).total === 0)
    for (const terms of exampleDeposits) await depositMethods.add(companyId, terms, nowMs, audit('pay way'));
  if ((await payoutCurrencies.list(companyId, 1, 1)).total === 0)
    for (const terms of examplePayouts) await payoutCurrencies.add(companyId, terms, nowMs, audit('draw currency'));
}
