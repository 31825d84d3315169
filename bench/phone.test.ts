import { test } from 'vitest';
import { yieldsItsFigures } from './tiny-bench.ts';

// In a file of its own, because it is the longest and runs beside the other benches.
test('the bench "phone" runs small and yields every figure that it names', () => yieldsItsFigures('phone'));
