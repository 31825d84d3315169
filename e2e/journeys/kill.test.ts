import { expect, test } from 'vitest';
import { Campaign } from '../faults/campaign.ts';

// Short form of `npm run faults`: real processes killed with SIGKILL under a stream of orders.

test('R-LED-08 R-LED-12 a server killed under load loses, doubles and misses nothing', async () => {
  const seed = Date.now() % 1_000_000;
  const report = await new Campaign({ kills: 4, seed, traders: 4, say: console.log }).run();
  console.log(`seed ${seed}: ${report.sent} requests, ${report.stopsFired} of ${report.stopsWatched} stops fired`);
  const found = Object.entries(report.violations).filter(([, violations]) => violations.length > 0);
  expect(found, `seed ${seed}`).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(4);
  expect(report.confirmed).toBeGreaterThan(20);
});
