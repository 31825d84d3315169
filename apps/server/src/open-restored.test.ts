import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { describeRestored, type RestoredMark, requireConfirmed, writeRestoredMark } from './open-restored.ts';

const dataDir = scratchFolder('candor-mark-');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const mark: RestoredMark = {
  state: 'restored',
  from: '/mnt/backup',
  base: 'base-20261127T120000000Z',
  to: '2026-11-27 12:00:04+00',
  restoredAtMs: 1,
  facts: {
    messages: 2,
    sessions: 3,
    journals: [{ shard: 0, lastSeq: 17, hash: 'ab'.repeat(32) }],
    openRequests: [{ id: '9', companyId: 1, accountId: 100001, kind: 'withdrawal', status: 'approved', amount: 250.5 }],
    tablesLack: 3,
    lastAtMs: Date.UTC(2026, 10, 27, 12, 0, 3),
  },
};

test('R-OPS-87 a data folder serves unless it was restored and nobody confirmed it', () => {
  expect(() => requireConfirmed(dataDir)).not.toThrow();
  writeRestoredMark(dataDir, { ...mark, state: 'restoring', facts: null });
  expect(() => requireConfirmed(dataDir)).toThrow('did not finish');
  writeRestoredMark(dataDir, mark);
  expect(() => requireConfirmed(dataDir)).toThrow('Run npm run confirm-restore');
  writeRestoredMark(dataDir, { ...mark, state: 'confirmed' });
  expect(() => requireConfirmed(dataDir)).not.toThrow();
  // A mark that cannot be read confirms nothing.
  writeFileSync(join(dataDir, 'restored.json'), '{');
  expect(() => requireConfirmed(dataDir)).toThrow(SyntaxError);
  rmSync(join(dataDir, 'restored.json'));
  mkdirSync(join(dataDir, 'restored.json'));
  expect(() => requireConfirmed(dataDir)).toThrow('EISDIR');
});

test('R-OPS-87 the operator reads what was open at the restored moment', () => {
  expect(describeRestored(mark)).toBe(
    [
      'Restored from base-20261127T120000000Z to 2026-11-27 12:00:04+00, last commit 2026-11-27T12:00:03.000Z.',
      `  journal of shard 0: entry 17, ${'ab'.repeat(32)}`,
      'Waiting messages that are not sent, because they may have been: 2. Sessions ended: 3.',
      'Open deposits and withdrawals:',
      '  withdrawal 9 of account 100001, company 1: 250.50, approved',
      'The tables lack the last 3 entries of the journal: more may be open.',
    ].join('\n'),
  );
});
