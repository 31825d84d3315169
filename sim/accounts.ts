import type { AccountId, CompanyId, Realm } from '@candor/domain/values/ids';

export interface ClientAccount {
  readonly accountId: AccountId;
  readonly tenantId: CompanyId;
  readonly realm: Realm;
  readonly currency: string;
}

function account(id: number, currency: string, tenantId = 1, realm: Realm = 'demo'): ClientAccount {
  return { accountId: id as AccountId, tenantId: tenantId as CompanyId, realm, currency };
}

/** Trading accounts of the simulation: several currencies, two companies, both realms. */
export const accounts: readonly ClientAccount[] = [
  account(11, 'USD'),
  account(12, 'EUR'),
  account(13, 'JPY'),
  account(14, 'USD', 2),
  account(15, 'USD', 1, 'real'),
  account(16, 'GBP'),
  account(17, 'EUR', 1, 'real'),
];

/** Accounts with deposits and withdrawals: the real ones, and a demo that is always refused. */
export const moneyAccounts = [15, 17, 11] as AccountId[];

/** Account of the client that sends many commands under ids and does not trade. */
export const keeperAccount = 14 as AccountId;
