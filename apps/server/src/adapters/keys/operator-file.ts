import { appendFile, readFile, rm } from 'node:fs/promises';
import { readOrMakeKeyFile, replaceKeyFile } from './key-file.ts';

/** A company whose first operator gets an invitation in a file. */
export interface FileOperator {
  /** Name of the company in `operator.txt`, e.g. "this installation". */
  readonly of: string;
  readonly email: string;
  /** Address of the page that accepts invitations, without its token; null if unknown. */
  readonly page: string | null;
}

const lead =
  'Open the link, choose a password and set up a second factor. It works once, within 48 hours; a start after that\n' +
  'writes a new one. Candor deletes this file once each link is used.\n';

/**
 * Keeps a first operator's invitation in a file that only the program's owner can read, with a paragraph per operator,
 * identified by the address. Returns the token that the file has, else `fresh`, which it has then. Concurrent calls
 * return the same token.
 */
export async function keepInvitation(path: string, operator: FileOperator, fresh: string): Promise<string> {
  const paragraph = paragraphOf(operator, fresh);
  const known = invitationIn(await readOrMakeKeyFile(path, () => lead + paragraph), operator.email);
  if (known !== null) return known.token;
  await appendFile(path, paragraph, { flush: true });
  const kept = invitationIn(await readFile(path, 'utf8'), operator.email);
  if (kept === null) throw new Error(`The file ${path} contains no invitation: delete it and start again.`);
  return kept.token;
}

/** Returns the token that the file has for an address; null without one. */
export async function keptInvitation(path: string, email: string): Promise<string | null> {
  return invitationIn(await textOf(path), email)?.token ?? null;
}

/** Removes an invitation from the file, and the file with the last one. */
export async function forgetInvitation(path: string, email: string): Promise<void> {
  const text = await textOf(path);
  let rest = text;
  // Programs that started at once may each have added a paragraph, of which only the first counts.
  for (let found = invitationIn(rest, email); found !== null; found = invitationIn(rest, email))
    rest = rest.replace(found.paragraph, '');
  if (rest === text) return;
  if (/^E-mail: /m.test(rest)) await replaceKeyFile(path, rest);
  else await rm(path, { force: true });
}

/** Returns the links and invitations that the file has, to be printed. */
export async function keptLinks(path: string): Promise<readonly string[]> {
  return [...(await textOf(path)).matchAll(/^(?:Link|Invitation): (\S+)$/gm)].flatMap(([, link]) => link ?? []);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function paragraphOf({ of, email, page }: FileOperator, token: string): string {
  const line = page === null ? `Invitation: ${token}` : `Link: ${page}#${token}`;
  return `\nThe first operator of ${of}.\n\nE-mail: ${email}\n${line}\n`;
}

const paragraphs = /\nThe first operator of [^\n]*\n\nE-mail: (\S+)\n(?:Link: \S*#|Invitation: )(\S+)\n/g;

function invitationIn(text: string, email: string): { readonly token: string; readonly paragraph: string } | null {
  const found = [...text.matchAll(paragraphs)].find(([, named]) => named === email);
  return found === undefined ? null : { token: found[2] ?? '', paragraph: found[0] };
}
