import type { AccountId } from '@candor/domain/values/ids';
import { depositOf, openReal } from './funds-commands.ts';
import type { TestServer } from './test-server.ts';

/** A real user of a company whose deposit waits: a row in each table of the money desk. */
export async function leaveFunds(server: TestServer, host: string, companyId: number): Promise<void> {
  const { id } = await server.realUser(host);
  const source = { atMs: server.clock.nowMs(), accountId: id as AccountId };
  for (const command of [openReal(source, companyId), depositOf(source)]) {
    const outcome = await server.server.core.submit({ command, clientId: null, bodyHash: null });
    if (outcome.kind !== 'done') throw new Error(`${command.type} was ${JSON.stringify(outcome)}`);
  }
}
