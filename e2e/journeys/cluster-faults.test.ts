import { expect, test } from 'vitest';
import { ClusterCampaign } from '../faults/cluster-campaign.ts';

// One of each kind of fault; `npm run faults -- --cluster` plays all of them.

const faults = [
  "leading core's host lost",
  'leading core handed over by a command',
  'messages lost, doubled and swapped',
  'disk of the leading core full',
  'clock of the leading core one hour ahead',
  'database failed over to its standby',
];

test('R-RUN-67 R-RUN-69 R-LED-13 a cluster survives a lost host, a hand-over, a bad network, a full disk, a clock and its database', async () => {
  const seed = 1 + (Date.now() % 1_000_000);
  const campaign = new ClusterCampaign({ rounds: 1, kills: 0, seed, traders: 3, faults, say: console.log });
  const { violations, figures, skipped, confirmed } = await campaign.run();
  expect(Object.entries(violations).filter(([, found]) => found.length > 0)).toEqual([]);
  expect(confirmed).toBeGreaterThan(20);
  expect([...figures.keys(), ...skipped.keys()].toSorted()).toEqual(faults.toSorted());
}, 240_000);
