import type { AccountId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { CoreBench } from '../../../../testkit/core-bench.ts';

const account = 7_000_001 as AccountId;
const [first, second, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];

test('R-LED-41 an order for which no current price has arrived yet is unavailable, and its id is decided later', async () => {
  const bench = await CoreBench.start();
  const { core } = bench;
  await bench.openAccount(core, account);
  bench.tick('1.15000', '1.15010');
  await core.drain();
  bench.ageMs = 60_000;
  bench.awaitsPrices = true;
  const { length } = bench.journal.entries;
  expect(await bench.place(core, account, first)).toEqual({ kind: 'unavailable' });
  expect(bench.journal.entries).toHaveLength(length);
  // Refused for another reason: that is final.
  const unknown = await bench.place(core, account, second, { leverage: 3 });
  expect(unknown).toMatchObject({ kind: 'refused' });
  bench.ageMs = 0;
  expect(await bench.place(core, account, first)).toMatchObject({ kind: 'done' });
  bench.ageMs = 60_000;
  bench.awaitsPrices = false;
  expect(await bench.place(core, account, third)).toEqual({ kind: 'refused', refusal: 'price-stale' });
});
