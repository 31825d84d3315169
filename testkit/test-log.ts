import { generateKeyPairSync } from 'node:crypto';
import { LogTables } from '../apps/server/src/adapters/postgres/log-tables.ts';
import type { Projector } from '../apps/server/src/ports/projection.ts';
import { LogWriter, type LogWriterDeps } from '../apps/server/src/projections/log-writer.ts';
import type { CompanyId } from '../packages/domain/src/values/ids.ts';
import { encodeNoteKey, noteKeyOf } from '../packages/transparency-log/src/note.ts';
import type { TestServer } from './test-server.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const signerOf = (companyId: number) => ({ name: `log.test/${companyId}`, privateKey });

/** Public key of a company's log on every test server. */
export function testLogKey(companyId: number): string {
  return encodeNoteKey(noteKeyOf(signerOf(companyId)));
}

/** Opens the writer of a test server's logs; its time is ten seconds later at each step, which signs what it appended. */
export function openTestLog(
  server: TestServer,
  build: LogWriterDeps['build'] = null,
  ticks: LogWriterDeps['ticks'] = null,
): LogWriter {
  const copies = new Map<CompanyId, string>();
  let ms = 0;
  return new LogWriter({
    journal: server.ports.journal,
    ticks,
    store: new LogTables(server.core.db, 0),
    copies: {
      read: async (companyId) => copies.get(companyId) ?? null,
      write: async (companyId, checkpoint) => void copies.set(companyId, checkpoint),
    },
    build,
    signerOf,
    publicKeyOf: testLogKey,
    saltOf: (name) => server.secrets.mac('log-salt', name),
    clock: { nowMs: () => ms, monotonicMs: () => (ms += 10_000) },
  });
}

/** Resolves once the tables of a test server hold everything that was decided. */
export function tablesCaughtUp({ server: { projector, core } }: TestServer): Promise<void> {
  return (projector as Projector).caughtUp(core.committedSeq);
}

/** Appends and signs everything that a test server has stored. */
export async function writeTestLog(server: TestServer, writer = openTestLog(server)): Promise<void> {
  await tablesCaughtUp(server);
  while (await writer.step());
}
