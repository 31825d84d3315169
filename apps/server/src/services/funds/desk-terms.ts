import { paymentScale } from '@candor/domain/calc/withdrawal';
import { parseDecimal } from '@candor/domain/values/decimal';
import { type Money, moneyScale, parseMoney } from '@candor/domain/values/money';
import type { DepositMethodTerms, FundsSettings, PayoutCurrencyTerms } from '../../ports/funds.ts';
import { toPayeeAccount, toSwift } from './bank-account.ts';
import { toCoinAddress } from './coin-address.ts';
import { FundsRefusal } from './funds-refusal.ts';

/** As an operator typed them: amounts and rates still texts. */
export type PayWayTyped = Omit<DepositMethodTerms, 'usdPriceE8' | 'minE8'> & {
  readonly usdPrice: string;
  readonly min: string;
};

export type DrawCurrencyTyped = Omit<PayoutCurrencyTerms, 'drawRateE8' | 'usdPriceE8' | 'min' | 'max'> & {
  readonly drawRate: string;
  readonly usdPrice: string;
  readonly min: string;
  readonly max: string;
};

export type FundsSettingsTyped = Pick<FundsSettings, 'methodHoldHours' | 'freezeHours' | 'requestsMax'> & {
  readonly withdrawalSecondFrom: string;
  readonly depositSecondFrom: string;
  readonly autoCreditMax: string;
};

const bankless = {
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  bankRemark: '',
} as const;

/** Where users are to pay to; a mistyped address here would lose their money. Refuses `invalidField`, `addressInvalid`. */
export function requirePayWay({ usdPrice, min, ...typed }: PayWayTyped): DepositMethodTerms {
  const usdPriceE8 = requireE8(usdPrice, 'usd_price', 1n);
  const minE8 = requireE8(min, 'min', 0n);
  if (typed.kind === 'coin') {
    if (typed.protocol === '') throw invalid('protocol');
    const address = typed.address === '' ? '' : requireAddress(typed.protocol, typed.address);
    return { ...typed, ...bankless, address, usdPriceE8, minE8 };
  }
  if (typed.bankName === '') throw invalid('bank_name');
  if (typed.payeeName === '') throw invalid('payee_name');
  const bankSwift = toSwift(typed.bankSwift);
  if (bankSwift === null) throw invalid('bank_swift');
  const payeeAccount = toPayeeAccount(typed.payeeAccount);
  if (payeeAccount === null) throw invalid('payee_account');
  const watched = { watcher: '', confirmations: 0 };
  return { ...typed, ...watched, protocol: '', address: '', bankSwift, payeeAccount, usdPriceE8, minE8 };
}

/** Refuses `addressInvalid`. */
export function requireAddress(protocol: string, text: string): string {
  const address = toCoinAddress(protocol, text);
  if (address === null) throw new FundsRefusal('addressInvalid', { field: 'address' });
  return address;
}

/** Refuses `invalidField`. */
export function requireDrawCurrency({
  drawRate,
  usdPrice,
  min,
  max,
  ...typed
}: DrawCurrencyTyped): PayoutCurrencyTerms {
  if (typed.kind === 'coin' && typed.protocol === '') throw invalid('protocol');
  const drawRateE8 = requireE8(drawRate, 'draw_rate', 0n);
  // A fee is money of six decimals; a part of the amount is less than all of it.
  const isWrong = typed.feeType === 1 ? parseMoney(drawRate) === null : drawRateE8 >= 10n ** BigInt(paymentScale);
  if (isWrong) throw invalid('draw_rate');
  const [least, most] = [requireMoney(min, 'min'), requireMoney(max, 'max')];
  if (most > 0n && most < least) throw invalid('max');
  const protocol = typed.kind === 'coin' ? typed.protocol : '';
  const usdPriceE8 = requireE8(usdPrice, 'usd_price', 1n);
  return { ...typed, protocol, drawRateE8, usdPriceE8, min: least, max: most };
}

/** Refuses `invalidField`, also a new method without a hold at a company that is no trial. */
export function requireSettings(typed: FundsSettingsTyped, isTrial: boolean): FundsSettings {
  if (typed.methodHoldHours === 0 && !isTrial) throw invalid('method_hold_hours');
  return {
    ...typed,
    withdrawalSecondFrom: requireMoney(typed.withdrawalSecondFrom, 'withdrawal_second_from'),
    depositSecondFrom: requireMoney(typed.depositSecondFrom, 'deposit_second_from'),
    autoCreditMax: requireMoney(typed.autoCreditMax, 'auto_credit_max'),
  };
}

/** What is stored holds at most a billion of anything. */
const unitsMax = 1_000_000_000n;

function requireE8(text: string, field: string, least: bigint): bigint {
  const value = parseDecimal(text, paymentScale);
  if (value === null || value < least || value > unitsMax * 10n ** BigInt(paymentScale)) throw invalid(field);
  return value;
}

function requireMoney(text: string, field: string): Money {
  const value = parseMoney(text);
  if (value === null || value < 0n || value > unitsMax * 10n ** BigInt(moneyScale)) throw invalid(field);
  return value;
}

function invalid(field: string): FundsRefusal {
  return new FundsRefusal('invalidField', { field });
}
