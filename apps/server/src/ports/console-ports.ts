import type { ConsoleReads } from './console-reads.ts';
import type { FundsHistory } from './funds.ts';
import type { OperatorAccountStore, UserDirectory } from './operators.ts';

/** What the operators' API needs of the world beside what the traders' has. */
export interface ConsolePorts {
  readonly operatorAccounts: OperatorAccountStore;
  readonly users: UserDirectory;
  readonly reads: ConsoleReads;
  readonly funds: Pick<FundsHistory, 'payoutTimes'>;
}
