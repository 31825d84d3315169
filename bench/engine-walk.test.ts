import { expect, test } from 'vitest';
import { measureWalks } from './engine-walk.ts';

/** Most files, returns and calls of values that each kind of command may have. */
const bounds: Readonly<Record<string, readonly [files: number, returns: number, valueCalls: number]>> = {
  // A position that opens or ends also changes the company's exposure.
  'market order': [20, 13, 24],
  'market order, converted': [20, 25, 32],
  'pending order': [18, 19, 19],
  'change of stops': [16, 13, 8],
  // It also ends the alerts on the position's result.
  close: [19, 16, 11],
};

const walks = await measureWalks();

test('every walk that is measured has its bounds', () => {
  expect(walks.map(({ name }) => name)).toEqual(Object.keys(bounds));
});

test.each(walks)('$name enters no more files of the domain, and returns no more often, than its bounds', (walk) => {
  const [files = 0, returns = 0, valueCalls = 0] = bounds[walk.name] ?? [];
  expect(walk.files.length).toBeLessThanOrEqual(files);
  expect(walk.returns).toBeLessThanOrEqual(returns);
  expect(walk.valueCalls).toBeLessThanOrEqual(valueCalls);
});
