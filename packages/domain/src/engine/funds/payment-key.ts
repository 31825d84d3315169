import type { AccountState } from '../state.ts';

/** Name of a payment of the outside world within a company: what was credited under it never is again. */
export function paymentKey(account: Pick<AccountState, 'tenantId'>, externalId: string): string {
  return `${account.tenantId}/${externalId}`;
}

/** Name of a payment that left the house, within a company; people copy transactions in capitals and not. */
export function payoutKey(account: Pick<AccountState, 'tenantId'>, externalId: string): string {
  return paymentKey(account, externalId.toLowerCase());
}
