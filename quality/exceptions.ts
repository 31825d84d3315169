/** Files of tests that pause for a time, each about time itself, and why. Other tests wait for events (docs/HACKING.md). */
export const sleepers: Readonly<Record<string, string>> = {
  'testkit/until.ts': 'the one poll, for states of other processes that no event announces',
  'testkit/product-pair.ts': 'a database line with a delay',
  'testkit/chaos-proxy.ts': 'a network with a delay',
  'e2e/gallery/frame-driver.ts': 'the poll of a page that has no test runner',
  'e2e/faults/pace.ts': 'the one pause of the campaigns',
  'e2e/faults/audit-requests.ts': 'the pace of repeated requests',
  'e2e/faults/audit-tables.ts': 'the pace of audits while stops keep firing',
  'e2e/faults/campaign.ts': 'the pace of orders and faults',
  'e2e/faults/cluster-campaign.ts': 'the pace of orders and faults',
  'e2e/faults/cluster-stage.ts': 'the pace of orders',
  'e2e/faults/database-faults.ts': 'how long a fault lasts',
  'e2e/faults/machine-faults.ts': 'how long a fault lasts',
  'e2e/faults/network-faults.ts': 'how long a fault lasts',
  'e2e/faults/pair-campaign.ts': 'the pace of orders, and how long a fault lasts',
  'e2e/faults/pair-cast.ts': 'asks for readiness as a load balancer does',
  'e2e/faults/process-faults.ts': 'how long a fault lasts',
  'e2e/faults/victim.ts': 'polls a database that is being restarted',
  'bench/cluster-meter.ts': 'the time in which roles are measured',
  'bench/event-loop.ts': 'the pace of readings',
  'bench/gate-servers.ts': 'the time in which the idle server is measured',
  'bench/live-figures.ts': 'the time in which pushes are measured',
  'bench/market-calls.ts': 'the time in which the idle server is measured',
  'bench/market-page.ts': 'the time in which a page is measured',
  'bench/phone.ts': 'the time in which a page is measured',
  'bench/quotes-out.ts': 'the time in which sockets are measured',
  'apps/server/src/adapters/threads/loop-monitor.test.ts': 'a busy thread is what the monitor measures',
};

/** Files of tests with a time limit other than their project's (vitest.config.ts), and why. */
export const ownLimits: Readonly<Record<string, string>> = {
  'apps/server/src/services/market/market-service.test.ts': 'builds 1,000 days of minutes, seconds of work',
  'apps/server/src/adapters/captcha/paint-captcha.test.ts': 'a thread of lower priority gets the processor last',
  'apps/server/src/adapters/feeds/simulator/worker-history.test.ts':
    'a thread of lower priority gets the processor last',
  'apps/server/src/gateway/http/statement-month.store.test.ts': 'a month of postings, written and printed',
  'apps/server/src/gateway/several-sessions.store.test.ts':
    'shorter than the interval of looks, so that the notification is what wakes',
  'apps/server/src/open-snapshots.store.test.ts': 'a thread of lower priority gets the processor last',
  'apps/server/src/services/market/tick-mirror.prop.test.ts': 'many crashes, each with files',
  'apps/server/src/trading/remote/remote-faults.test.ts': 'a leader that lacks entries is asked 24 times, 250 ms apart',
  'apps/server/src/open-fix-feed.test.ts': 'compiles a program',
  'bench/year.test.ts': 'months of a broker’s year',
  'packages/transparency-log/src/go-checker.test.ts': 'compiles a program',
  'e2e/journeys/cluster-faults.test.ts': 'a cluster, and one fault of each kind',
  'e2e/journeys/offline.test.ts': 'the app tries to connect again after up to 15 s',
  'e2e/journeys/replay.test.ts': 'a replay keeps its own pace',
  'e2e/visual/far-row-prices.test.ts': 'a short look for a price that must be absent',
};

/** Functions over the limit of lines, as `path name`. This list stays empty. */
export const longFunctions: readonly string[] = [];

/** Files that import each other in circles. This list stays empty. */
export const filesInCircles: readonly string[] = [];
