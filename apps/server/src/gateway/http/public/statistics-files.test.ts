import { expect, test } from 'vitest';
import { withoutFacts } from './statistics-files.ts';

test('R-STA-10 rows of a realm below its sample keep entry and realm only, and every entry keeps its row', () => {
  const rows = [
    [7, 'real', 'market-open', -3, 12, 1],
    [8, 'demo', 'user-close', 4, 9, 1],
    [null, 'demo', 'stop-out', null, 8, null],
  ];
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const shown = (hidden: readonly string[]) =>
    withoutFacts(lines, hidden)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  expect(shown(['demo'])).toEqual([
    rows[0],
    [8, 'demo', null, null, null, null],
    [null, 'demo', null, null, null, null],
  ]);
  expect(withoutFacts(lines, [])).toBe(lines);
});
