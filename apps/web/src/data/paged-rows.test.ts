import { expect, test } from 'vitest';
import { pagedRows } from './paged-rows.ts';

test('R-SCR-06 a row that moved to the next page while it was fetched is in the list once, as it is newest', () => {
  const row = (id: number, text = '') => ({ id, text });
  const pages = [{ rows: [row(5), row(4), row(3, 'old')] }, { rows: [row(3, 'new'), row(2), row(1)] }];
  expect(pagedRows(pages, ({ rows }) => rows)).toEqual([row(5), row(4), row(3, 'new'), row(2), row(1)]);
  expect(pagedRows([], () => [row(1)])).toEqual([]);
});
