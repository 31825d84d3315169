import type { TenantId } from '@candor/domain/values/ids';
import type { PayoutCurrencyTerms, PayoutMethodRecord } from '../../ports/funds.ts';
import { toPayeeAccount, toSwift } from './bank-account.ts';
import { toCoinAddress } from './coin-address.ts';
import type { DetailsSealer } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';

/** Where a bound method pays to. Bank fields are empty on coins, and the other way round. */
export interface MethodDetails {
  readonly address: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
}

export const noDetails: MethodDetails = {
  address: '',
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
};

/** A coin's destination in its network's own form. Refuses `addressInvalid`. */
export function requireCoinDetails(protocol: string, given: MethodDetails): MethodDetails {
  const address = toCoinAddress(protocol, given.address);
  if (address === null) throw new FundsRefusal('addressInvalid', { field: 'dc_address' });
  return { ...noDetails, address };
}

/** A bank account in one form. Refuses `invalidField`, naming the field. */
export function requireBankDetails(given: MethodDetails): MethodDetails {
  if (given.bankName === '') throw new FundsRefusal('invalidField', { field: 'bank_name' });
  if (given.payeeName === '') throw new FundsRefusal('invalidField', { field: 'payee_name' });
  const bankSwift = toSwift(given.bankSwift);
  if (bankSwift === null) throw new FundsRefusal('invalidField', { field: 'bank_swift' });
  const payeeAccount = toPayeeAccount(given.payeeAccount);
  if (payeeAccount === null) throw new FundsRefusal('invalidField', { field: 'payee_account' });
  return { ...given, address: '', bankSwift, payeeAccount };
}

/** What is sealed and hashed: the fields in a fixed order, with the currency they are bound to. */
export function writeDetails(currencyId: number, details: MethodDetails): string {
  const { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount } = details;
  return JSON.stringify([currencyId, address, bankName, bankAddress, bankSwift, payeeName, payeeAccount]);
}

/** Empty once they were erased. */
export function readDetails(sealer: DetailsSealer, companyId: TenantId, method: PayoutMethodRecord): MethodDetails {
  if (method.detailsSealed === null) return noDetails;
  const text = sealer.open(companyId, method.userId, method.detailsSealed);
  const [, address, bankName, bankAddress, bankSwift, payeeName, payeeAccount] = JSON.parse(text) as [
    number,
    ...(readonly [string, string, string, string, string, string]),
  ];
  return { address, bankName, bankAddress, bankSwift, payeeName, payeeAccount };
}

/** The keyed hash of what is sealed now: another than the one a withdrawal names, and its destination was changed. */
export function methodHashOf(sealer: DetailsSealer, companyId: TenantId, method: PayoutMethodRecord): string | null {
  if (method.detailsSealed === null) return null;
  return sealer.indexOf(companyId, sealer.open(companyId, method.userId, method.detailsSealed)).toString('base64url');
}

const shownLetters = 4;

/** `TR7N••••Lj6t`: enough to know it by, and no more. */
export function maskDestination(text: string): string {
  if (text.length <= 2 * shownLetters) return text === '' ? '' : `••••${text.slice(-2)}`;
  return `${text.slice(0, shownLetters)}••••${text.slice(-shownLetters)}`;
}

/** Currency, network and masked destination: as its owner reads it in messages. */
export function methodName(
  { kind, code, protocol }: Pick<PayoutCurrencyTerms, 'kind' | 'code' | 'protocol'>,
  { address, payeeAccount }: MethodDetails,
): string {
  const where = maskDestination(kind === 'coin' ? address : payeeAccount);
  return [code, protocol, where].filter((part) => part !== '').join(' ');
}
