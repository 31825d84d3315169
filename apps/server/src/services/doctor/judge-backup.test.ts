import { expect, test } from 'vitest';
import type { BackupFacts } from '../../ports/diagnosis.ts';
import { judgeReceiptKey } from './diagnose.ts';
import { judgeArchiving, judgeBackup } from './judge-backup.ts';

const hourMs = 3_600_000;
const nowMs = 1_000 * hourMs;
const state = { shippedLsn: '0/5000000', shippedAtMs: nowMs - 10_000, failure: null, gap: null };
const sound: BackupFacts = {
  folder: '/mnt/backup',
  isThere: true,
  isSameDisk: false,
  newest: { startLsn: '0/4000000', startAtMs: nowMs - 24 * hourMs },
  state,
  isRunning: true,
  areKeysCopied: true,
  nowMs,
};

test('R-OPS-92 a sound backup has no finding, also while the database is stopped', () => {
  expect(judgeBackup(sound)).toEqual([]);
  const stopped = { ...sound, isRunning: false, state: { ...state, shippedAtMs: nowMs - 5 * hourMs } };
  expect(judgeBackup(stopped)).toEqual([]);
  const healed = { ...state, gap: { from: '0/2000000', to: '0/3000000' } };
  expect(judgeBackup({ ...sound, state: healed })).toEqual([]);
});

const faults: readonly (readonly [string, Partial<BackupFacts>, RegExp, RegExp])[] = [
  ['a folder that is gone', { isThere: false }, /\/mnt\/backup does not exist/, /Mount its disk/],
  ['no base backup', { newest: null }, /no finished base backup/, /npm run backup/],
  [
    'an old base backup',
    { newest: { startLsn: '0/4000000', startAtMs: nowMs - 37 * hourMs } },
    /37 hours old/,
    /once a day/,
  ],
  ['the disk of the data', { isSameDisk: true }, /on the disk of the data/, /another disk/],
  ['keys without a copy', { areKeysCopied: false }, /keys changed since/, /backup-keys/],
  ['copies that fail', { state: { ...state, failure: 'ENOSPC: no space left' } }, /ENOSPC/, /4 GB of WAL/],
  ['copies that are late', { state: { ...state, shippedAtMs: nowMs - 61_000 } }, /61 s behind/, /BACKUP_DIR/],
  ['copies that never came', { state: null }, /Nothing was copied/, /BACKUP_DIR/],
  [
    'lost WAL',
    { state: { ...state, gap: { from: '0/4500000', to: '0/5000000' } } },
    /0\/4500000 to 0\/5000000/,
    /new base/,
  ],
];

test.each(faults)('R-OPS-92 the doctor reports %s, and nothing else', (_, planted, fault, remedy) => {
  const found = judgeBackup({ ...sound, ...planted });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    part: 'backup',
    fault: expect.stringMatching(fault) as string,
    remedy: expect.stringMatching(remedy) as string,
  });
});

test('R-OPS-92 a PostgreSQL of your own is reported if it keeps no WAL for a backup, or cannot archive it', () => {
  expect(judgeArchiving({ keepsWal: true, unarchived: null })).toEqual([]);
  expect(judgeArchiving({ keepsWal: false, unarchived: null })[0]?.fault).toContain('keeps no WAL');
  expect(judgeArchiving({ keepsWal: true, unarchived: '0000000100000000000000A1' })[0]?.fault).toContain('00A1');
});

test('R-LOG-37 a key of receipts that has ended is found', () => {
  const ended = { endedKeys: ['00aa', '00bb'] };
  expect(judgeReceiptKey('00bb', ended)).toMatchObject([
    {
      part: 'secrets',
      fault: expect.stringContaining('00bb, has ended'),
      remedy: expect.stringContaining('key-rotation'),
    },
  ]);
  expect(judgeReceiptKey('00cc', ended)).toEqual([]);
  expect(judgeReceiptKey(null, ended)).toEqual([]);
});
