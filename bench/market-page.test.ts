import { test } from 'vitest';
import { requireFigures, tinyBench } from './tiny-bench.ts';

// In a file of its own, because it opens nine pages and runs beside the other benches.
test('the bench "market-page" runs small and yields every figure that it names', async () => {
  requireFigures(await tinyBench(['market-page']), 'market-page');
});
