import type { AccountState } from '../state.ts';

/** Name of a payment of the outside world within a company: what was credited under it never is again. */
export function paymentKey(account: Pick<AccountState, 'tenantId'>, externalId: string): string {
  return `${account.tenantId}/${externalId}`;
}
