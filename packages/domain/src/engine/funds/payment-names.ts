import type { DepositRecord } from './funds-record.ts';

/** A payment of the outside world as it is named there. */
export interface NamedPayment {
  readonly externalId: string;
  readonly transaction: string;
}

export interface SeenPayment extends NamedPayment {
  readonly method: DepositRecord['method'];
  readonly amount: bigint;
  readonly currency: string;
}

/** What people may have written for a payment: its name, its transaction, each with or without `0x`, in any case of letters. */
export function namesOf({ externalId, transaction }: NamedPayment): readonly string[] {
  const bare = transaction.replace(/^0x/i, '');
  const written = [externalId, transaction, bare, `0x${bare}`, `0x${bare.toUpperCase()}`, bare.toUpperCase()];
  return [...new Set(written)];
}

/** How a payment may be written down here that somebody calls so; networks write their transactions in lower case. */
export function spellingsOf(written: string): readonly string[] {
  const bare = bareName(written);
  return bare === '' ? [] : [...new Set([written.trim(), written.trim().toLowerCase(), bare, `0x${bare}`])];
}

/** Whether somebody who reported a deposit meant this payment. */
export function isNamed(deposit: Pick<DepositRecord, 'externalId'>, payment: NamedPayment): boolean {
  const name = bareName(deposit.externalId ?? '');
  return name !== '' && namesOf(payment).some((one) => bareName(one) === name);
}

/** What its payer reported of a payment: by its name, or the very amount without any name. */
export function findReport(deposits: readonly DepositRecord[], payment: SeenPayment): DepositRecord | undefined {
  const isUnnamed = ({ externalId, method, paid, paidCurrency }: DepositRecord) =>
    externalId === null && method === payment.method && paid === payment.amount && paidCurrency === payment.currency;
  return deposits.find((deposit) => isNamed(deposit, payment)) ?? deposits.find(isUnnamed);
}

/** Hash of a transaction as people copy it, with the output they may name. */
const copiedHash = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?::\w{1,8})?(?![0-9a-z])/i;

/**
 * The payment's name in what somebody typed: the hash out of a link or a sentence, so that the same payment is the same
 * name however it was copied; otherwise the text itself.
 */
export function nameIn(written: string): string {
  const text = written.trim();
  return /[^\w:.-]/.test(text) ? (copiedHash.exec(text)?.[0] ?? text) : text;
}

/** A payment's name as it is compared. */
export function bareName(text: string): string {
  return text.trim().toLowerCase().replace(/^0x/, '');
}
