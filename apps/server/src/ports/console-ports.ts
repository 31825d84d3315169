import type { ConsoleReads } from './console-reads.ts';
import type { FundsHistory } from './funds-history.ts';
import type { OperatorAccountStore } from './operator-account-store.ts';
import type { UserDirectory } from './user-directory.ts';

/** What the operators' API needs of the world beside what the traders' has. */
export interface ConsolePorts {
  readonly operatorAccounts: OperatorAccountStore;
  readonly users: UserDirectory;
  readonly reads: ConsoleReads;
  readonly funds: Pick<FundsHistory, 'payoutTimes'>;
}
