import { expect, test } from 'vitest';
import { allFiles, isTest, read } from './source-tree.ts';

/** A cost that a row shows without the sign of what it does to the balance. */
const unsigned = /<.*\bbalanceText\([^<]*\.?(?:fee|swap|spread|conversion)\b/;

const findUnsigned = (path: string, source: string) =>
  source.split('\n').flatMap((line, at) => (unsigned.test(line) ? [`${path}:${at + 1}`] : []));

test('R-TKT-04 every row of the app shows a cost with the sign of what it does to the balance', () => {
  const screens = allFiles('apps/web/src').filter((path) => path.endsWith('.tsx') && !isTest(path));
  expect(screens.length).toBeGreaterThan(200);
  expect(screens.flatMap((path) => findUnsigned(path, read(path)))).toEqual([]);
});

test('R-TKT-04 a planted row without a sign is found', () => {
  expect(findUnsigned('Planted.tsx', "<Row label={t('trade.fee')}>{balanceText(order.fee)}</Row>")).toHaveLength(1);
  expect(findUnsigned('Planted.tsx', '<b>{isOff ? missing : balanceText(figures.fee)}</b>')).toHaveLength(1);
  expect(findUnsigned('Planted.tsx', "<Row label={t('trade.fee')}>{costText(order.fee)}</Row>")).toEqual([]);
});
