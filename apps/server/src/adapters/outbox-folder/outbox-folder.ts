import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type Delivery, type MessageChannel, mailIdOf, type OutgoingMessage } from '../../ports/messages.ts';

/**
 * Writes messages to files that only the program's user can read, if no transport is configured: mails as `.eml`, SMS
 * as `.txt`. One file per message, however often it is attempted (R-RUN-11).
 */
export function createOutboxFolder(folder: string, from: string): { mail: MessageChannel; sms: MessageChannel } {
  const write = async (message: OutgoingMessage, extension: string, content: Buffer): Promise<Delivery> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${fileNameOf(message)}.${extension}`);
      await writeFile(`${path}.draft`, content, { mode: 0o600, flush: true });
      await rename(`${path}.draft`, path);
      return { kind: 'sent' };
    } catch (error) {
      return { kind: 'later', reason: (error as Error).message };
    }
  };
  return {
    mail: { send: async (message) => write(message, 'eml', await compose(message, from)) },
    sms: { send: (message) => write(message, 'txt', Buffer.from(`To: ${message.to}\n\n${message.text}\n`)) },
  };
}

/** Removes at most `limit` messages written before a time, oldest first; returns their number. */
export async function removeOldMessages(folder: string, beforeMs: number, limit: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const first = timeName(beforeMs);
  const old = names
    .filter((name) => name < first)
    .toSorted()
    .slice(0, limit);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

/** Names sort by time. Sanitizes the id, although the program itself generates it. */
function fileNameOf(message: OutgoingMessage): string {
  return `${timeName(message.createdAtMs)}-${createHash('sha256').update(message.id).digest('hex').slice(0, 12)}`;
}

function timeName(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/[:.]/g, '-');
}

function compose(message: OutgoingMessage, from: string): Promise<Buffer> {
  const { to, subject, text, id } = message;
  const messageId = mailIdOf(id, from);
  const mail = new MailComposer({ from, to, subject, text, messageId, date: new Date(message.createdAtMs) });
  return mail.compile().build();
}
