import { expect, test } from 'vitest';
import { PairCampaign } from '../faults/pair-campaign.ts';
import { pairTable } from '../faults/pair-report.ts';

// Short form of the two-server part of `npm run faults`.

test('R-LED-13 two servers on one database change the leader under load only when the leader ends', async () => {
  const seed = Date.now() % 1_000_000;
  const faults = ['leader killed', 'clean hand-over', 'database 250 ms away'] as const;
  const report = await new PairCampaign({ rounds: 1, seed, traders: 3, faults, say: console.log }).run();
  console.log(pairTable(report));
  const found = Object.entries(report.violations).filter(([, violations]) => violations.length > 0);
  expect(found, `seed ${seed}`).toEqual([]);
  expect(report.changesWhileHealthy).toBe(0);
  expect(report.confirmed).toBeGreaterThan(20);
});
