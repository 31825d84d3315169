import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
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

/** Names sort by time. Sanitizes the id, although the program itself generates it. */
function fileNameOf(message: OutgoingMessage): string {
  const time = new Date(message.createdAtMs).toISOString().replace(/[:.]/g, '-');
  return `${time}-${createHash('sha256').update(message.id).digest('hex').slice(0, 12)}`;
}

function compose(message: OutgoingMessage, from: string): Promise<Buffer> {
  const { to, subject, text, id } = message;
  const messageId = mailIdOf(id, from);
  const mail = new MailComposer({ from, to, subject, text, messageId, date: new Date(message.createdAtMs) });
  return mail.compile().build();
}
