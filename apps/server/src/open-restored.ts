import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keyFiles, type Start } from './open-adapters.ts';
import type { RestoredFacts } from './ports/backup.ts';
import { ExplainedError } from './ports/explained-error.ts';

/** Origin of a restored data folder; it serves only once an operator has confirmed it. */
export interface RestoredMark {
  readonly state: 'restoring' | 'restored' | 'confirmed';
  /** Folder of the backup. */
  readonly from: string;
  /** Name of the base backup. */
  readonly base: string;
  /** Moment to which it was restored; null for the end of the backup. */
  readonly to: string | null;
  readonly restoredAtMs: number;
  /** Null until the restore is complete. */
  readonly facts: RestoredFacts | null;
}

/** A restored data folder that must not serve yet; the message names the reason and the remedy. */
class RestoredUnconfirmedError extends ExplainedError {
  override readonly name = 'RestoredUnconfirmedError';
}

function markFile(dataDir: string): string {
  return join(dataDir, 'restored.json');
}

export function writeRestoredMark(dataDir: string, mark: RestoredMark): void {
  const file = markFile(dataDir);
  writeFileSync(`${file}.draft`, `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.draft`, file);
}

function readRestoredMark(dataDir: string): RestoredMark | null {
  try {
    return JSON.parse(readFileSync(markFile(dataDir), 'utf8')) as RestoredMark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** True if a data folder was restored from a backup. */
export function wasRestored(dataDir: string): boolean {
  return readRestoredMark(dataDir) !== null;
}

/** Refuses to serve a restored data folder that nobody has confirmed. Throws RestoredUnconfirmedError. */
export function requireConfirmed(dataDir: string): void {
  const mark = readRestoredMark(dataDir);
  if (mark === null || mark.state === 'confirmed') return;
  if (mark.state === 'restoring')
    throw new RestoredUnconfirmedError(
      `The restore into ${dataDir} did not finish. Remove the folder and restore again.`,
    );
  throw new RestoredUnconfirmedError(
    `The data folder ${dataDir} was restored from a backup and is not confirmed: the installation that it was restored from ` +
      'may run, and may have paid out and sent what is open here. Run npm run confirm-restore.',
  );
}

const conditions = {
  '--old-installation-is-stopped': 'the installation that this was restored from is stopped for good',
  '--payments-are-checked': 'every open request was compared with bank and chain',
};

/** `npm run confirm-restore`: lists what was open at the moment of the restore, and lets it serve once both are confirmed. */
export async function confirmRestore({ config, say }: Pick<Start, 'config' | 'say'>): Promise<number> {
  const { dataDir } = config;
  const mark = readRestoredMark(dataDir);
  if (mark === null || mark.state === 'confirmed') {
    say(mark === null ? `${dataDir} was not restored from a backup.` : `${dataDir} is confirmed already.`);
    return 0;
  }
  if (mark.facts === null) requireConfirmed(dataDir);
  say(describeRestored(mark));
  const { values } = parseArgs({
    args: process.argv.slice(2),
    strict: false,
    options: {
      'old-installation-is-stopped': { type: 'boolean' },
      'payments-are-checked': { type: 'boolean' },
    },
  });
  const missing = Object.entries(conditions).filter(([flag]) => values[flag.slice(2)] !== true);
  if (missing.length > 0) {
    const lines = missing.map(([flag, meaning]) => `  ${flag}   ${meaning}`);
    say(`Not confirmed. Give each option once it is true:\n${lines.join('\n')}`);
    return 1;
  }
  const lost = Object.values(keyFiles(config)).find((file) => !existsSync(file));
  if (lost !== undefined && config.documentKeys === null) {
    say(`The key file ${lost} is missing: put the keys back first, new ones open nothing that the old ones sealed.`);
    return 1;
  }
  writeRestoredMark(dataDir, { ...mark, state: 'confirmed' });
  say(
    `Confirmed: npm start serves ${dataDir}. Set BACKUP_DIR to a new, empty folder and run npm run backup. ` +
      'The public log is signed again once its newest published checkpoint is beside the data (docs/trust.md).',
  );
  return 0;
}

/** Describes what a restored installation holds, and what may have happened elsewhere meanwhile. */
export function describeRestored({ base, to, facts }: RestoredMark): string {
  if (facts === null) return '';
  const { journals, lastAtMs, messages, sessions, openRequests, tablesLack } = facts;
  const last = lastAtMs === null ? '' : `, last commit ${new Date(lastAtMs).toISOString()}`;
  const lines = [
    `Restored from ${base} to ${to ?? 'the end of the backup'}${last}.`,
    ...journals.map(({ shard, lastSeq, hash }) => `  journal of shard ${shard}: entry ${lastSeq}, ${hash}`),
    `Waiting messages that are not sent, because they may have been: ${messages}. Sessions ended: ${sessions}.`,
    openRequests.length === 0
      ? 'No deposit or withdrawal is open.'
      : `Open deposits and withdrawals${openRequests.length === 50 ? ', the first 50' : ''}:`,
    ...openRequests.map(
      ({ id, companyId, accountId, kind, status, amount }) =>
        `  ${kind} ${id} of account ${accountId}, company ${companyId}: ${amount.toFixed(2)}, ${status}`,
    ),
    ...(tablesLack === 0 ? [] : [`The tables lack the last ${tablesLack} entries of the journal: more may be open.`]),
  ];
  return lines.join('\n');
}
