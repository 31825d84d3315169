import type { AccountState } from '../state.ts';
import { bareName } from './payment-names.ts';

/**
 * Name of a payment of the outside world within a company: it is credited once, or pays one withdrawal. People copy
 * transactions in capitals and not, with `0x` and without.
 */
export function paymentKey(account: Pick<AccountState, 'tenantId'>, externalId: string): string {
  return `${account.tenantId}/${bareName(externalId)}`;
}
