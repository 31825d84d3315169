import { sign } from 'node:crypto';
import type { Journal } from '../apps/server/src/ports/journal.ts';
import type { Projector, ReceiptSigner } from '../apps/server/src/ports/projection.ts';
import { type FoldDeps, startProjector } from '../apps/server/src/projections/projector.ts';
import { rebuildProjections } from '../apps/server/src/projections/rebuild.ts';
import { testKey, testSigner } from '../testkit/receipt-signer.ts';
import { checkReceipts } from '../tools/verify-receipt/receipt-checks.mjs';
import { require } from './auditor/compare.ts';
import type { FakeConnection } from './fake-connection.ts';
import { FakeJournal } from './fake-journal.ts';
import { atOnce, FakeTables } from './fake-tables.ts';
import { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { ProcessState, Surroundings } from './surroundings.ts';

const auditEvery = 8;

/** Signs in virtual time: the product's signer uses a thread, whose timing no seed decides. */
function simSigner(byte: number, scheduler: Scheduler, random: Random): ReceiptSigner {
  const privateKey = testKey(byte);
  return {
    key: testSigner(byte).key,
    async sign(text) {
      if (random.chance(0.2)) await scheduler.sleep(random.between(1, 5));
      return sign(null, Buffer.from(text), privateKey).toString('hex');
    },
  };
}

/** Projector dependencies of one process; sometimes with a new key. */
function foldDeps(around: Surroundings, process: ProcessState, journal: Journal, connection: FakeConnection): FoldDeps {
  const { tables, scheduler, random, sabotage } = around;
  const own = random.fork();
  let applied = 0;
  const store = new FakeTables(tables, connection, () => {
    applied += 1;
    if (applied % auditEvery === 1) auditTables(around);
  });
  return {
    journal,
    store: sabotage.projections?.(store, () => process.isAlive) ?? store,
    receipts: sabotage.receipts?.(store) ?? store,
    signer: sabotage.signer ?? simSigner(1 + (process.id % 2), scheduler, own),
  };
}

/** Starts the product's projector on the simulated tables, in the state the last process left them. */
export async function startSimProjector(
  around: Surroundings,
  process: ProcessState,
  journal: Journal,
  connection: FakeConnection,
): Promise<Projector> {
  const { note, check } = around;
  auditTables(around);
  const deps = foldDeps(around, process, journal, connection);
  let projector: Projector | null = null;
  const onError = (error: Error) => {
    if (!process.isAlive) return;
    note(`process ${process.id} cannot fold: ${error.message}`);
    // Rows already projected by another process are no fault; all other table errors are.
    const isExpected =
      /away|connection lost|does not follow its checkpoint/.test(error.message) ||
      // The clearing by a killed rebuild may arrive late: the projector reads again and rebuilds.
      (projector !== null && around.tables.checkpoint < projector.seq);
    check(() => require(isExpected, 'R0-folds', () => error.stack ?? error.message));
  };
  const clock = { nowMs: () => around.scheduler.nowMs, monotonicMs: () => around.scheduler.nowMs };
  projector = await startProjector({ ...deps, clock, onError });
  return around.sabotage.projector?.(projector) ?? projector;
}

/** Clears the tables and projects them again while nothing else runs; it may end at any step, as a process may. */
export async function simRebuild(
  around: Surroundings,
  process: ProcessState,
  journal: Journal,
  connection: FakeConnection,
): Promise<void> {
  const { note, check } = around;
  const { isEqual, entries } = await rebuildProjections(foldDeps(around, process, journal, connection));
  note(`process ${process.id} has folded ${entries} rows again`);
  check(() => require(isEqual, 'R8-rebuild', () => `the tables differ after ${entries} rows`));
}

function auditTables(around: Surroundings): void {
  const { tables, tablesAudit, auditor, check } = around;
  check(() => tablesAudit.require(auditor.journal.decisions, tables));
}

export function requireCaughtUp({ tables, auditor }: Surroundings): void {
  const { length } = auditor.journal.decisions;
  require(tables.checkpoint === length, 'R9-caught-up', () => `tables at row ${tables.checkpoint} of ${length}`);
}

/** Final check: every row is projected, receipts verify, and a rebuild changes nothing. */
export async function auditFinalTables(around: Surroundings): Promise<void> {
  const { tables, tablesAudit, auditor, check, store, scheduler } = around;
  check(() => {
    requireCaughtUp(around);
    tablesAudit.require(auditor.journal.decisions, tables);
    tablesAudit.requireNoMore(tables);
    const keys = tables.keys.map(({ keyId, publicKey }) => ({
      key_id: keyId,
      algorithm: 'Ed25519' as const,
      public_key: publicKey,
    }));
    const signed = [...tables.receipts.values()].map(({ id, text, hash, signature, keyId }) => {
      return { id, text, hash, signature, key_id: keyId };
    });
    const wrong = checkReceipts(signed, keys).flatMap(({ title, checks }) =>
      checks.filter(({ ok }) => ok === false).map(({ text }) => `${title}: ${text}`),
    );
    require(wrong.length === 0, 'R6-receipts', () => wrong.join('\n'));
  });
  const direct = new FakeTables(tables);
  const journal = new FakeJournal(store, atOnce, 0);
  const signer = simSigner(3, scheduler, new Random(0));
  const rebuilt = rebuildProjections({ journal, store: direct, receipts: direct, signer: { ...signer, sign: hasty } });
  const { isEqual } = await rebuilt;
  check(() => require(isEqual, 'R8-rebuild', () => 'the tables differ after all rows'));
  auditTables(around);
}

/** Issued receipts keep their signature. */
const hasty = () => Promise.resolve('none');
