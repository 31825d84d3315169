import { test } from 'vitest';
import { requireFigures, tinyBench } from './tiny-bench.ts';

// In a file of its own, because it is the longest and runs beside the other benches.
test('the bench "phone" runs small and yields every figure that it names', async () => {
  requireFigures(await tinyBench(['phone']), 'phone');
});
