import { expect, test } from 'vitest';
import { Readiness } from './gateway/readiness.ts';
import { addShardReadiness } from './open-remote-shards.ts';
import { requireShards } from './prepare-companies.ts';
import type { RemoteStatus } from './trading/remote/remote-core.ts';

const up = { epoch: 1, isStalled: false, isTimeUnconfirmed: false };
const stalled = { ...up, isStalled: true };

test.each<[(RemoteStatus | null)[], string[], string[]]>([
  [[up, up], [], []],
  [[up, null], [], ['core-1']],
  [[stalled, up], [], ['core-0']],
  [[null, null], ['core'], ['core-0', 'core-1']],
  [[stalled, null], ['database'], ['core-0', 'core-1']],
  [[up], [], []],
  [[null], ['core'], []],
  [[stalled], ['database'], []],
])('R-RUN-70 a gateway with cores %j is not ready for %j, and warns of %j', (statuses, reasons, warnings) => {
  const readiness = new Readiness();
  addShardReadiness(readiness, new Map(statuses.map((status, shard) => [shard, { status }])));
  expect([readiness.reasons(), readiness.warnings()]).toEqual([reasons, warnings]);
});

test('R-RUN-71 settings that leave a company without a core are refused by name', () => {
  const companies = [{ shard: 0 }, { shard: 2 }];
  expect(() => requireShards({ shards: 2 }, companies)).toThrow('SHARDS=2 leaves out companies on shard 2');
  requireShards({ shards: 3 }, companies);
});
