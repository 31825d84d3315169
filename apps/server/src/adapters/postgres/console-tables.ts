import type { ConsolePorts } from '../../ports/console-ports.ts';
import { ConsoleReadsTables } from './console-reads-tables.ts';
import type { Db } from './database.ts';
import { FundsTables } from './funds-tables.ts';
import { OperatorAccountTables } from './operator-account-tables.ts';
import { UserDirectoryTables } from './user-directory-tables.ts';

/** What the operators' API reads and writes in PostgreSQL. */
export function openConsoleTables(db: Db, codec: { readonly decode: (text: string) => unknown }): ConsolePorts {
  return {
    operatorAccounts: new OperatorAccountTables(db),
    users: new UserDirectoryTables(db),
    reads: new ConsoleReadsTables(db, codec),
    funds: new FundsTables(db, codec),
  };
}
