import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { Readiness } from './gateway/readiness.ts';
import { addShardReadiness, createTradable } from './open-remote-shards.ts';
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

test('R-SOC-13 sockets of a company learn the state of its own core', () => {
  const cores = new Map([up, stalled, null].map((status, shard) => [shard, { status }]));
  const [first, second, third, unknown] = [1, 2, 3, 4] as [CompanyId, CompanyId, CompanyId, CompanyId];
  const isTradable = createTradable(cores, (companyId) => (companyId === unknown ? [] : [companyId - 1]));
  expect([first, second, third, unknown, null].map(isTradable)).toEqual([true, false, false, true, true]);
  cores.delete(0);
  expect([unknown, null].map(isTradable)).toEqual([false, false]);
});

test('R-RUN-71 settings that leave a company without a core are refused by name', () => {
  const companies = [{ shard: 0 }, { shard: 2 }];
  expect(() => requireShards({ shards: 2 }, companies)).toThrow('SHARDS=2 leaves out companies on shard 2');
  requireShards({ shards: 3 }, companies);
});
