import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from './adapters/clock/system-clock.ts';
import { createReceiptSigner, openReceiptSigner, replaceReceiptKey } from './adapters/keys/receipt-key-file.ts';
import { changeReceiptKeys, type KeyChange, keyEndMs, readReceiptKeys } from './adapters/postgres/receipt-key-rows.ts';
import { ConfigError } from './config.ts';
import { type Command, openForCommand, openToChange } from './maintenance.ts';
import { keyFiles, type Start } from './open-adapters.ts';
import { isoOf } from './open-restore.ts';
import { ExplainedError } from './ports/explained-error.ts';
import type { PublishedKey, ReceiptKey } from './ports/projection.ts';

/** Commands about the key of receipts; each runs instead of the server. */
export const receiptKeyCommands: Readonly<Record<string, Command>> = {
  '--rotate-receipt-key': { options: ['--dry-run', '--compromised-from', '--key'], run: rotateReceiptKey },
};

/** The key of receipts cannot be changed as asked. */
class KeyChangeRefusedError extends ExplainedError {
  override readonly name = 'KeyChangeRefusedError';
}

interface Asked {
  readonly isDryRun: boolean;
  /** Since when others may have had the key; null if it was only replaced. */
  readonly compromisedMs: number | null;
  /** Id of the key that is meant; null for the one in use. */
  readonly keyId: string | null;
}

/** Reads the options. Throws ConfigError for a value that is missing or is no time in the past. */
export function parseAsked(args: readonly string[], nowMs: number): Asked {
  const options = {
    'dry-run': { type: 'boolean' },
    'compromised-from': { type: 'string' },
    key: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...args], strict: false, options });
  const { key = null, 'compromised-from': from = null } = values;
  if (key !== null && (typeof key !== 'string' || !/^[0-9a-f]{16}$/.test(key)))
    throw new ConfigError('The option --key needs the id of a key: 16 hex digits.');
  if (key !== null && from === null)
    throw new ConfigError(
      'With --key give --compromised-from: a key that has ended can only be marked as compromised.',
    );
  if (from === null) return { isDryRun: values['dry-run'] === true, compromisedMs: null, keyId: key };
  const isTime = typeof from === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/.test(from);
  const compromisedMs = isTime ? Date.parse(from) : Number.NaN;
  if (!(compromisedMs <= nowMs))
    throw new ConfigError('The option --compromised-from needs a time in the past, in UTC: 2026-11-27T10:00:00Z.');
  return { isDryRun: values['dry-run'] === true, compromisedMs, keyId: key };
}

/**
 * `npm run rotate-receipt-key`: ends the key that signs receipts and makes the next one; `--compromised-from` also says since
 * when others may have had it, and with `--key` marks one that ended before. `--dry-run` changes nothing. The program must be
 * stopped. If it is interrupted, it is run again (R-LOG-36).
 */
async function rotateReceiptKey(start: Start): Promise<number> {
  const nowMs = systemClock.nowMs();
  const asked = parseAsked(process.argv.slice(2), nowMs);
  const path = keyFiles(start.config).receipts;
  const { core } = asked.isDryRun ? await openForCommand(start) : await openToChange(start);
  const endMs = await keyEndMs(core.db, nowMs);
  for (const line of await changeKeys({ path, db: core.db, nowMs: endMs }, asked)) start.say(line);
  return 0;
}

/** Changes file and published keys as asked; returns what it did, or would do. */
export async function changeKeys(
  {
    path,
    db,
    nowMs,
  }: { readonly path: string; readonly db: Parameters<typeof changeReceiptKeys>[0]; readonly nowMs: number },
  { isDryRun, compromisedMs, keyId }: Asked,
): Promise<string[]> {
  if (!existsSync(path)) throw new KeyChangeRefusedError(`${path} is missing: there is no key of receipts to change.`);
  const current = signerIn(path).key;
  const published = await readReceiptKeys(db);
  const since = compromisedMs === null ? '' : ` It is marked as compromised since ${isoOf(compromisedMs)}.`;
  if (keyId !== null && keyId !== current.keyId) {
    const meant = published.find((one) => one.keyId === keyId);
    if (meant === undefined) throw new KeyChangeRefusedError(`The key ${keyId} has signed nothing here.`);
    if (isDryRun) return [`Would mark the key ${keyId}.${since}`];
    await changeReceiptKeys(db, { ended: meant, next: null, atMs: nowMs, compromisedMs });
    return [`The key ${keyId} is marked.${since}`];
  }
  const draft = `${path}.next`;
  if (isDryRun)
    return [
      `Would end the key ${current.keyId} at this time, and sign with a new one.${since}`,
      ...stateOf(published, current),
    ];
  // A published draft is the key of an interrupted run; any other may have been read by a thief of the folder.
  if (existsSync(draft) && !isPublished(published, signerIn(draft).key)) rmSync(draft);
  const next = (await openReceiptSigner(draft)).key;
  if (next.keyId === current.keyId) {
    rmSync(draft);
    return [
      `The key ${current.keyId} signs already: an earlier run was interrupted after its last step. Nothing else was changed; run the command again to end this key, too.`,
    ];
  }
  const change: KeyChange = { ended: current, next, atMs: nowMs, compromisedMs };
  await changeReceiptKeys(db, change);
  await replaceReceiptKey(path, draft);
  return [
    `The key ${current.keyId} has ended.${since} What it signed stays verifiable.`,
    `The key ${next.keyId} signs from now on. Copy KEYS_DIR to every process, make a new backup of the keys, and start.`,
  ];
}

function stateOf(published: readonly PublishedKey[], current: ReceiptKey): string[] {
  return [isPublished(published, current) ? `${published.length} keys are published.` : 'It has signed nothing yet.'];
}

function isPublished(published: readonly PublishedKey[], key: ReceiptKey): boolean {
  return published.some(({ keyId }) => keyId === key.keyId);
}

function signerIn(path: string) {
  return createReceiptSigner(createPrivateKey(readFileSync(path)));
}
