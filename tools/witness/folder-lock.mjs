// Keeps a second witness off a folder, also one in another container or on another host that shares the volume: process
// numbers say nothing there. The holder writes a count into the lock again and again; a lock that stays the same is taken over.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const beatMs = 1_000;
const lookMs = 250;
/** Looks without a change after which a holder counts as gone: 5 s. */
const looks = 20;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Takes the lock of a folder, after 5 s of silence if its holder was killed. Rejects while another witness holds it. Returns
 * `{ beat, isHeld, release }`; `beat` is to be called every `beatMs`. `wait` is replaced in tests.
 */
export async function takeLock(folder, wait = pause) {
  const path = join(folder, 'lock');
  const id = randomUUID();
  let count = 0;
  const write = () => {
    const draft = `${path}.${id}`;
    writeFileSync(draft, `${id} ${count}`, { mode: 0o600 });
    renameSync(draft, path);
  };
  const isHeld = () => read(path)?.split(' ')[0] === id;
  if (!create(path, `${id} 0`)) {
    await requireSilence(folder, path, wait);
    write();
    // Of two that take it over at once the later one keeps it.
    await wait(lookMs);
    if (!isHeld()) throw otherRuns(folder);
  }
  const beat = () => {
    if (!isHeld()) return false;
    count += 1;
    write();
    return true;
  };
  const release = () => {
    if (isHeld()) rmSync(path, { force: true });
  };
  return { beatMs, beat, isHeld, release };
}

async function requireSilence(folder, path, wait) {
  const first = read(path);
  for (let look = 0; look < looks && first !== null; look += 1) {
    await wait(lookMs);
    if (read(path) !== first) throw otherRuns(folder);
  }
}

function otherRuns(folder) {
  return new Error(`Another witness runs on ${folder}`);
}

function create(path, text) {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
