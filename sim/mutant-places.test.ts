import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutants } from './mutants/all-mutants.ts';
import { smallEntries } from './mutants/entry-mutants.ts';
import { applyEdits } from './threads/bundle.ts';

test('every mutant of the simulator finds its place in the source, also after a rename', () => {
  const edits = [...mutants.flatMap((mutant) => mutant.edits), ...smallEntries];
  for (const edit of edits) {
    const source = readFileSync(edit.file, 'utf8');
    expect(applyEdits(edit.file, source, [edit]), edit.from).not.toBe(source);
  }
});
