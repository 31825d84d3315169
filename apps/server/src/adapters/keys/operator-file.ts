import { randomBytes } from 'node:crypto';
import { readOrMakeKeyFile } from './key-file.ts';

const passwordLine = /^Password: (\S+)$/m;

/** The first operator's password, made at the first start and kept where only the program's owner can read it. */
export async function keepOperatorPassword(path: string, email: string): Promise<string> {
  const text = await readOrMakeKeyFile(
    path,
    () => `The first operator of this installation. Sign in with it, keep it elsewhere, and delete this file.

E-mail: ${email}
Password: ${randomBytes(18).toString('base64url')}
`,
  );
  const password = passwordLine.exec(text)?.[1];
  if (password === undefined) throw new Error(`The file ${path} names no password: delete it and start again.`);
  return password;
}
