import { expect, test } from 'vitest';
import { bench, yieldsItsFigures } from './tiny-bench.ts';

const names = [
  'quiet-ticks',
  'engine-orders',
  'engine-history',
  'candle-folding',
  'memory',
  'restart',
  'durable-orders',
  'event-loop',
];

test.each(names)('the bench "%s" runs small and yields every figure that it names', yieldsItsFigures);

test('a suite that does not exist is refused by name', async () => {
  await expect(bench('--only', 'nothing')).rejects.toThrow('There is no suite "nothing"');
});
