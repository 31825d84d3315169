import { test } from 'vitest';
import { yieldsItsFigures } from './tiny-bench.ts';

// In a file of its own: it is the longest, and the other benches run beside it.
test('the bench "phone" runs small and yields every figure that it names', () => yieldsItsFigures('phone'));
