import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { BackupFolder } from './adapters/backup/backup-folder.ts';
import {
  backupKeyIn,
  fingerprintOf,
  keyFilesIn,
  putKeys,
  readKeysBundle,
  writeKeysBundle,
} from './adapters/backup/keys-bundle.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openBackupKey } from './adapters/keys/backup-key-file.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { ConfigError } from './config.ts';
import type { Command } from './maintenance.ts';
import type { Start } from './open-adapters.ts';
import { openArchive } from './open-archive.ts';
import { auditChains } from './open-audit.ts';
import { backup, backupFolderOf } from './open-backup.ts';
import { isoOf, parseMoment, RestoreRefusedError, restoreInto } from './open-restore.ts';
import { confirmRestore, describeRestored } from './open-restored.ts';
import { makeScratch, removeLeftScratch, removeScratch } from './open-scratch.ts';
import { writeKeysMark } from './open-shipping.ts';
import { ExplainedError } from './ports/explained-error.ts';

/** Commands of the backup; each runs instead of the server. */
export const backupCommands: Readonly<Record<string, Command>> = {
  '--backup': { options: [], run: backup },
  '--backup-keys': { options: ['--to'], run: backupKeys },
  '--restore-backup': { options: ['--from', '--into', '--to', '--keys'], run: restoreBackup },
  '--verify-backup': { options: ['--from', '--to', '--scratch'], run: verifyBackup },
  '--confirm-restore': { options: ['--old-installation-is-stopped', '--payments-are-checked'], run: confirmRestore },
};

type Option = 'from' | 'into' | 'to' | 'keys' | 'scratch';

/** Reads the options that have a value. Throws ConfigError for one without. */
function optionsOf(names: readonly Option[]): Partial<Record<Option, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: process.argv.slice(2), strict: false, options });
  for (const name of names)
    if (values[name] !== undefined && typeof values[name] !== 'string')
      throw new ConfigError(`The option --${name} needs a value.`);
  return values;
}

/** `npm run backup-keys -- --to <file>`: the keys in one file, sealed with a passphrase that is read from the input. */
async function backupKeys({ config, say }: Start): Promise<number> {
  const { to } = optionsOf(['to']);
  if (to === undefined) throw new ConfigError('npm run backup-keys needs --to and the name of a new file.');
  const path = resolve(to);
  const { folder, keyFile } = config.backup;
  if (folder !== null && path.startsWith(`${folder}/`))
    throw new ConfigError('The keys must not lie in BACKUP_DIR: keep them at another place, with another person.');
  const files = await keyFilesIn(config.keysDir, [keyFile]);
  if (files.length === 0) throw new ConfigError(`There are no keys in ${config.keysDir}.`);
  await writeKeysBundle(path, files, keyFile, await readPassphrase(say));
  writeKeysMark(config.dataDir, await fingerprintOf(files));
  say(`${files.length} files of keys are in ${path}, sealed with the passphrase. Keep both apart from the backup.`);
  return 0;
}

/** One line of the input; on a terminal it is not shown. */
async function readPassphrase(say: (text: string) => void): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) say('Passphrase of the keys (16 characters or more; it is not shown):');
  const lines = createInterface({ input: process.stdin, terminal: isTerminal });
  try {
    for await (const line of lines) return line.trim();
    throw new ConfigError('The passphrase is read from the input, and there was none.');
  } finally {
    lines.close();
  }
}

/** Returns the key of the backup: from the file of keys if one was given and has it, else from BACKUP_KEY_FILE. */
export async function backupKeyOf(keyFile: string, bundle: ReadonlyMap<string, Buffer> | null): Promise<Buffer> {
  const given = bundle === null ? null : backupKeyIn(bundle, keyFile);
  return given ?? openBackupKey(keyFile, { make: false });
}

/** `npm run restore-backup -- --into <folder> [--to <moment>] [--from <folder>] [--keys <file>]` */
async function restoreBackup(start: Start): Promise<number> {
  const { config, log, say, stops } = start;
  const options = optionsOf(['from', 'into', 'to', 'keys']);
  if (options.into === undefined)
    throw new ConfigError('npm run restore-backup needs --into and the name of a new folder.');
  const into = resolve(options.into);
  const from = options.from === undefined ? backupFolderOf(config) : resolve(options.from);
  const bundle =
    options.keys === undefined ? null : await readKeysBundle(resolve(options.keys), await readPassphrase(say));
  const to = options.to === undefined ? null : parseMoment(options.to);
  const began = systemClock.monotonicMs();
  const mark = await restoreInto({
    from,
    into,
    to,
    key: await backupKeyOf(config.backup.keyFile, bundle),
    log,
    say,
    stops,
  });
  if (bundle !== null) await putKeys(bundle, join(into, 'keys'));
  const restored = systemClock.monotonicMs();
  const isSound = await auditOf(start, into);
  say(describeRestored(mark));
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  say(`Restored in ${seconds(restored - began)}, checked in ${seconds(systemClock.monotonicMs() - restored)}.`);
  say(
    isSound
      ? `Next: DATA_DIR=${into} npm run confirm-restore (docs/runbook/backup.md).`
      : 'THE AUDIT FOUND FAULTS: do not confirm this restore. Try an earlier moment, or another backup.',
  );
  return isSound ? 0 : 1;
}

/** Audits a restored folder by its own database. */
async function auditOf(start: Start, dataDir: string): Promise<boolean> {
  const config = { ...start.config, dataDir, databaseUrl: null, databaseAppUrl: null, databaseCoreUrl: null };
  const { archive } = config;
  const isOwnArchive = archive.kind === 'folder' && archive.folder === join(start.config.dataDir, 'archive');
  const store = openArchive(isOwnArchive ? { archive: { kind: 'folder', folder: join(dataDir, 'archive') } } : config);
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
  };
  start.stops.push(stopAll);
  try {
    const databases = await openDatabases({ ...start, config, stops, isBounded: false });
    const { lines, isSound } = await auditChains(databases, [], store);
    start.say(lines.join('\n'));
    return isSound;
  } finally {
    await stopAll();
  }
}

/**
 * `npm run verify-backup`: restores into a temporary folder, audits it and removes it. Exit code 0 if the backup is sound, 1 if
 * it is not, 2 if that could not be found out.
 */
async function verifyBackup(start: Start): Promise<number> {
  const { config, log, say, stops } = start;
  let scratch: string | null = null;
  try {
    const options = optionsOf(['from', 'to', 'scratch']);
    const from = options.from === undefined ? backupFolderOf(config) : resolve(options.from);
    const key = await backupKeyOf(config.backup.keyFile, null);
    const to = options.to === undefined ? null : parseMoment(options.to);
    const parent = resolve(options.scratch ?? tmpdir());
    const left = await removeLeftScratch(parent, systemClock.wallMs());
    if (left > 0) say(`Removed ${left} restored copies in ${parent} that interrupted checks had left.`);
    const made = makeScratch(parent);
    scratch = made;
    stops.push(() => removeScratch(made));
    const began = systemClock.monotonicMs();
    const state = await new BackupFolder(from, key).readState();
    const mark = await restoreInto({ from, into: scratch, to, key, log, say, stops });
    const isSound = await auditOf(start, scratch);
    const seconds = ((systemClock.monotonicMs() - began) / 1_000).toFixed(1);
    const ends = state === null ? 'unknown' : isoOf(state.shippedAtMs);
    const ageS = state === null ? '?' : Math.max(0, Math.round((systemClock.wallMs() - state.shippedAtMs) / 1_000));
    say(`Restored from ${mark.base} and audited in ${seconds} s. Every commit until ${ends} is in it, ${ageS} s ago.`);
    say(isSound ? 'The backup is sound.' : 'THE BACKUP IS NOT SOUND: the audit found faults.');
    return isSound ? 0 : 1;
  } catch (error) {
    const couldRun = !(error instanceof ConfigError || (error as Error).name === 'BackupKeyError');
    if (couldRun && error instanceof ExplainedError) {
      say(`THE BACKUP IS NOT SOUND: ${error.message}`);
      return error instanceof RestoreRefusedError && scratch === null ? 2 : 1;
    }
    say(`The backup could not be checked: ${(error as Error).message}`);
    return 2;
  } finally {
    if (scratch !== null) await removeScratch(scratch);
  }
}
