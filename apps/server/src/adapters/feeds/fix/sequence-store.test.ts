import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { FileSequenceStore } from './sequence-store.ts';

const folder = scratchFolder('candor-fix-store-');
let files = 0;
const newPath = () => join(folder, 'fix', `${(files += 1)}.seq`);

test('R-MKT-34 numbers survive a restart, in a file that others cannot read', () => {
  const path = newPath();
  const first = new FileSequenceStore(path);
  expect(first).toMatchObject({ nextOut: 1, nextIn: 1, isUnknown: true });
  first.reset(1_000);
  first.setOut(12);
  first.setIn(345);
  // Killed, not closed: what was written is in the file.
  const second = new FileSequenceStore(path);
  expect(second).toMatchObject({ nextOut: 12, nextIn: 345, begunMs: 1_000, isUnknown: false });
  expect(statSync(path).mode & 0o077).toBe(0);
  second.close();
  second.setIn(346);
  first.close();
  expect(new FileSequenceStore(path).nextIn).toBe(345);
});

test('R-MKT-34 a damaged file begins both numbers at 1, and says so', () => {
  const path = newPath();
  const store = new FileSequenceStore(path);
  store.reset(1_000);
  store.setOut(12);
  store.close();
  const text = readFileSync(path, 'latin1');
  for (const damaged of [text.replace('12 ', '13 '), text.slice(0, 30), '', `${text}x`]) {
    writeFileSync(path, damaged);
    const again = new FileSequenceStore(path);
    expect(again).toMatchObject({ nextOut: 1, nextIn: 1, isUnknown: true });
    again.close();
  }
});

test('R-MKT-34 a program killed at any moment has stored each number before it could send it', () => {
  const path = newPath();
  const source = JSON.stringify(join(import.meta.dirname, 'sequence-store.ts'));
  const program = `const { FileSequenceStore } = await import(${source}); const store = new FileSequenceStore(${JSON.stringify(path)});
    store.reset(1); for (let out = 2; out <= 500; out += 1) store.setOut(out); process.stdout.write(String(store.nextOut)); process.kill(process.pid, 'SIGKILL');`;
  let told = '';
  try {
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { stdio: 'pipe' });
  } catch (error) {
    told = String((error as { stdout: Buffer }).stdout);
  }
  expect(told).toBe('500');
  expect(new FileSequenceStore(path).nextOut).toBe(500);
});
