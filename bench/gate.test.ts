import { beforeAll, expect, test } from 'vitest';
import { gates } from './gate.ts';
import { requireFigures, tinyBench } from './tiny-bench.ts';

let results: Awaited<ReturnType<typeof tinyBench>>;

// In a process of its own, as the command runs it: that of the tests has other modules and more garbage.
beforeAll(async () => {
  results = await tinyBench(['gate']);
}, gates.length * 20_000);

test.each(gates)('$name is at most $bound', ({ name, bound }) => {
  requireFigures(results, 'gate');
  const figure = results[0]?.figures.find((one) => one.name === name);
  expect(figure?.value, `${figure?.least} to ${figure?.most}`).toBeLessThanOrEqual(bound);
});
