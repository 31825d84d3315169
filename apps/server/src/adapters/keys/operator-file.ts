import { randomBytes } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { readOrMakeKeyFile } from './key-file.ts';

/** A company whose first operator gets a generated password. */
export interface FileOperator {
  /** Name of the company in `operator.txt`, e.g. "this installation". */
  readonly of: string;
  readonly email: string;
}

const lead = 'Log in to the console with this password, store it elsewhere, and delete this file.\n';

/**
 * Generates a first operator's password once and writes it to a file that only the program's owner can read, with a
 * paragraph per operator, identified by the address. Concurrent calls return the same password.
 */
export async function keepOperatorPassword(path: string, operator: FileOperator): Promise<string> {
  const text = await readOrMakeKeyFile(path, () => lead + paragraphOf(operator));
  const known = passwordIn(text, operator.email);
  if (known !== null) return known;
  await appendFile(path, paragraphOf(operator), { flush: true });
  const password = passwordIn(await readFile(path, 'utf8'), operator.email);
  if (password === null) throw new Error(`The file ${path} contains no password: delete it and start again.`);
  return password;
}

function paragraphOf({ of, email }: FileOperator): string {
  return `
The first operator of ${of}.

E-mail: ${email}
Password: ${randomBytes(18).toString('base64url')}
`;
}

function passwordIn(text: string, email: string): string | null {
  const lines = text.split('\n');
  const at = lines.indexOf(`E-mail: ${email}`);
  return at < 0 ? null : (/^Password: (\S+)$/.exec(lines[at + 1] ?? '')?.[1] ?? null);
}
