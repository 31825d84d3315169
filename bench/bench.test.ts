import { beforeAll, expect, test } from 'vitest';
import { requireFigures, tinyBench } from './tiny-bench.ts';

const names = [
  'quiet-ticks',
  'engine-orders',
  'engine-history',
  'candle-folding',
  'memory',
  'restart',
  'restart-history',
  'durable-orders',
  'order-path',
  'event-loop',
  'quotes-out',
  'market-calls',
  'live-figures',
  'minutes',
];
let results: Awaited<ReturnType<typeof tinyBench>>;

// One process for all: loading the server for each takes longer than its small run.
beforeAll(async () => {
  results = await tinyBench(names);
}, names.length * 60_000);

test.each(names)('the bench "%s" runs small and yields every figure that it names', (name) => {
  requireFigures(results, name);
});

test('a suite that does not exist is refused by name', async () => {
  await expect(tinyBench(['nothing'])).rejects.toThrow('There is no suite "nothing"');
});
