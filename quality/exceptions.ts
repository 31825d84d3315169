/** Files of tests that may pause for a fixed time, and why. Tests wait for events; this list only gets shorter. */
export const sleepers: Readonly<Record<string, string>> = {
  'testkit/until.ts': 'the one poll, for states of other processes that no event announces',
  'testkit/product-pair.ts': 'a database line with a delay',
  'e2e/gallery/frame-driver.ts': 'waits until a frame of the gallery has drawn',
  'e2e/faults/audit-tables.ts': 'polls the tables until the projections have caught up',
  'e2e/faults/audit-requests.ts': 'the pace of repeated requests',
  'e2e/faults/campaign.ts': 'the pace of orders and faults',
  'e2e/faults/cluster-stage.ts': 'the pace of orders and faults',
  'testkit/chaos-proxy.ts': 'a network with a delay',
  'e2e/faults/pair-campaign.ts': 'the pace of orders and faults',
  'e2e/faults/pair-cast.ts': 'asks for readiness as a load balancer does',
  'e2e/faults/victim.ts': 'polls a database that is being restarted',
  'bench/cluster-cost.ts': 'the time in which roles are measured',
  'bench/event-loop.ts': 'the pace of readings',
  'bench/phone.ts': 'the time in which a page is measured',
  'apps/server/src/adapters/threads/loop-monitor.test.ts': 'a busy thread is what the monitor measures',
  'apps/server/src/services/market/market-service.test.ts': 'work that no event ends',
  'apps/server/src/services/market/older-candles.test.ts': 'a history that answers late',
  'apps/server/src/trading/trading-core.test.ts': 'time for an answer that should not come',
  'apps/web/src/data/preferences.test.ts': 'an answer that comes late',
  'apps/web/src/data/stop-levels.test.ts': 'one turn of the event loop',
};

/** Functions over the limit of lines, as `path name`. This list stays empty. */
export const longFunctions: readonly string[] = [];

/** Files that import each other in circles. This list stays empty. */
export const filesInCircles: readonly string[] = [];
