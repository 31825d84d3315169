import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads a secret that only its owner can read, or creates it at the first start. Of two concurrent starts one creates
 * it and both use it.
 */
export async function readOrMakeKeyFile(path: string, make: () => string): Promise<string> {
  return (await readKey(path)) ?? (await makeKey(path, make()));
}

async function readKey(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8');
    await chmod(path, 0o600);
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Replaces the file atomically. */
export async function replaceKeyFile(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path);
}

/** Creates the file atomically. */
async function makeKey(path: string, text: string): Promise<string> {
  const draft = await writeDraft(path, text);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}

async function writeDraft(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  return draft;
}
