import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { fingerprintOf } from './adapters/backup/keys-bundle.ts';
import { examine } from './open-doctor.ts';
import { writeKeysMark } from './open-shipping.ts';

const root = scratchFolder('candor-examined-');
const [dataDir, backupDir] = [join(root, 'data'), join(root, 'backup')];
const key = join(dataDir, 'keys', 'backup.key');
const room = { freeBytes: 400 * 1_024 ** 3, totalBytes: 500 * 1_024 ** 3 };

beforeAll(() => {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  for (const name of ['backup.key', 'documents.keys', 'people.key', 'receipt-ed25519.pem'])
    writeFileSync(join(dataDir, 'keys', name), name, { mode: 0o600 });
  mkdirSync(backupDir, { mode: 0o700 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const faultsOf = async (
  env: Record<string, string> = { BACKUP_DIR: backupDir },
  diskOf: (folder: string) => typeof room = () => room,
) => (await examine({ DATA_DIR: dataDir, ...env }, root, { diskOf })).findings.map(({ fault }) => fault);

/** Description of a base backup that began at a time. */
function putBase(name: string, startAtMs: number): void {
  mkdirSync(join(backupDir, name));
  const manifest = JSON.stringify({ startLsn: '0/2000000', startAtMs });
  writeFileSync(join(backupDir, name, 'manifest.json'), `${manifest}\nproof\n`);
}

test('R-OPS-92 the doctor looks at the backup of an embedded database', async () => {
  const sameDisk = expect.stringContaining('on the disk of the data') as string;
  const keyless = expect.stringContaining('The keys changed') as string;
  const baseless = expect.stringContaining('no finished base backup') as string;
  mkdirSync(join(backupDir, 'base-3-unfinished'));
  expect(await faultsOf()).toEqual([baseless, sameDisk, keyless]);
  putBase('base-1', Date.now() - 60_000);
  const keys = ['backup.key', 'documents.keys', 'people.key', 'receipt-ed25519.pem'];
  writeKeysMark(dataDir, await fingerprintOf(keys.map((name) => join(dataDir, 'keys', name))));
  expect(await faultsOf()).toEqual([sameDisk]);

  chmodSync(key, 0o644);
  expect(await faultsOf()).toEqual([expect.stringMatching(/may use .*backup\.key \(mode 0644\)/), sameDisk]);
  chmodSync(key, 0o600);
  writeFileSync(join(dataDir, 'keys', 'people.key'), 'rotated', { mode: 0o600 });
  expect(await faultsOf()).toEqual([sameDisk, keyless]);
  const full = (folder: string) => (folder === backupDir ? { ...room, freeBytes: 1 } : room);
  expect(await faultsOf({ BACKUP_DIR: backupDir }, full)).toContainEqual(expect.stringContaining('nearly full'));
  expect(await faultsOf({ BACKUP_DIR: join(root, 'none') })).toEqual([expect.stringContaining('does not exist')]);
});

test('R-OPS-92 PRODUCTION=on without a backup is a finding, a trial installation without one is none', async () => {
  const none = expect.stringContaining('No backup is configured') as string;
  expect(await faultsOf({})).toEqual([]);
  expect(await faultsOf({ PRODUCTION: 'on' })).toContainEqual(none);
});

test.each([
  [{ BACKUP_DIR: join(dataDir, 'backup') }, 'BACKUP_DIR and DATA_DIR lie in one another'],
  [{ BACKUP_DIR: root }, 'BACKUP_DIR and DATA_DIR lie in one another'],
  [{ BACKUP_DIR: backupDir, BACKUP_KEY_FILE: join(backupDir, 'key') }, 'The keys must lie outside of BACKUP_DIR'],
  [{ BACKUP_DIR: backupDir, KEYS_DIR: join(backupDir, 'keys') }, 'The keys must lie outside of BACKUP_DIR'],
  [{ BACKUP_DIR: backupDir, DATABASE_URL: 'postgresql://h/d' }, 'BACKUP_DIR is for the embedded database'],
])('R-OPS-86 a place that would lose or open the backup is refused: %j', async (env, fault) => {
  expect(await faultsOf(env as unknown as Record<string, string>)).toEqual([expect.stringContaining(fault)]);
});

test.each(['websocket', 'fix', 'poll'])(
  'R-RUN-83 the file of a live feed, %s, that others may read is a finding',
  async (kind) => {
    const file = join(root, `${kind}.json`);
    const open = expect.stringMatching(/may use .*\.json \(mode 0644\)/) as string;
    writeFileSync(file, '{}', { mode: 0o644 });
    chmodSync(file, 0o644);
    expect(await faultsOf({ FEED: `${kind}:${file}` })).toContainEqual(open);
    chmodSync(file, 0o600);
    expect(await faultsOf({ FEED: `${kind}:${file}` })).not.toContainEqual(open);
    mkdirSync(join(root, 'ops', 'feeds'), { recursive: true });
    const example = join(root, 'ops', 'feeds', `${kind}.json`);
    writeFileSync(example, '{}');
    chmodSync(example, 0o644);
    // Examples without a password are public; that of FIX holds one.
    const faults = await faultsOf({ FEED: `${kind}:${example}` });
    expect(faults.some((fault) => fault.includes('mode 0644'))).toBe(kind === 'fix');
  },
);
