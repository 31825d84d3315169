import { parseLsn } from '../../ports/backup.ts';
import type { BackupFacts, DatabaseFacts, Finding } from '../../ports/diagnosis.ts';

/** One base backup a day, and half a day for one that failed. */
const baseAgeMaxMs = 36 * 3_600_000;
/** Promise of the copies. */
const copyAgeMaxMs = 60_000;

const finding = (fault: string, remedy: string): Finding => ({ part: 'backup', fault, remedy });
const page = 'docs/runbook/backup.md';

/** Finding for an embedded database with real people and no backup (R-OPS-92). */
export const noBackup = finding('No backup is configured: a lost disk is a lost firm.', `Set BACKUP_DIR (${page}).`);

/** Judges the backup of an embedded database (R-OPS-92). */
export function judgeBackup(facts: BackupFacts): Finding[] {
  const { folder, isThere, isSameDisk, newest, areKeysCopied, nowMs } = facts;
  if (!isThere)
    return [
      finding(`The backup folder ${folder} does not exist.`, 'Mount its disk, or correct BACKUP_DIR; trading goes on.'),
    ];
  const found = judgeCopies(facts);
  if (newest === null)
    found.push(finding(`${folder} has no finished base backup.`, 'npm run backup, then once a day.'));
  else if (nowMs - newest.startAtMs > baseAgeMaxMs)
    found.push(
      finding(
        `The newest base backup is ${Math.floor((nowMs - newest.startAtMs) / 3_600_000)} hours old: a restore takes longer with each.`,
        'npm run backup, once a day from cron.',
      ),
    );
  if (isSameDisk)
    found.push(
      finding(
        `The backup folder ${folder} is on the disk of the data: both are lost together.`,
        'Set BACKUP_DIR to a folder on another disk, or of another machine.',
      ),
    );
  if (!areKeysCopied)
    found.push(
      finding(
        'The keys changed since they were copied, or never were: without them no document and no second factor can be opened.',
        `npm run backup-keys -- --to <file>, kept apart from the backup (${page}).`,
      ),
    );
  return found;
}

function judgeCopies({ state, isRunning, newest, nowMs }: BackupFacts): Finding[] {
  const found: Finding[] = [];
  if (state?.failure != null)
    found.push(
      finding(
        `The backup cannot be written: ${state.failure}.`,
        'Remove the cause; the program tries again every few seconds, and keeps 4 GB of WAL for it.',
      ),
    );
  const ageMs = nowMs - (state?.shippedAtMs ?? 0);
  if (isRunning && ageMs > copyAgeMaxMs)
    found.push(
      finding(
        state === null
          ? 'Nothing was copied into the backup yet.'
          : `The backup is ${Math.round(ageMs / 1_000)} s behind: that much is lost with this machine.`,
        'See whether the program was started with BACKUP_DIR, and its log for "backup".',
      ),
    );
  const gap = state?.gap ?? null;
  if (gap !== null && (newest === null || parseLsn(gap.to) > parseLsn(newest.startLsn)))
    found.push(
      finding(
        `The backup lacks the WAL from ${gap.from} to ${gap.to}: nothing after it can be restored.`,
        'npm run backup: a new base backup needs nothing of it.',
      ),
    );
  return found;
}

/** Judges whether a database of your own has a backup of its own, as far as it shows (R-OPS-92). */
export function judgeArchiving({ keepsWal, unarchived }: Pick<DatabaseFacts, 'keepsWal' | 'unarchived'>): Finding[] {
  if (unarchived !== null)
    return [
      finding(
        `PostgreSQL cannot archive its WAL, the last try was ${unarchived}: the backup is behind and the disk fills.`,
        `See the log of PostgreSQL for its archive_command (${page}).`,
      ),
    ];
  if (keepsWal) return [];
  return [
    finding(
      'PostgreSQL keeps no WAL for a backup: archive_mode is off, and nothing receives it.',
      `Set up pgBackRest, or another continuous backup (${page}).`,
    ),
  ];
}
