import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startProduct, unlimited } from '../testkit/product.ts';
import { flamePicture } from './flame-picture.ts';
import { runLoad } from './load-client.ts';
import { openDemos } from './product-under-load.ts';
import { profileDuring, profiled, sources } from './thread-profile.ts';

// node --import tsx bench/order-flame.ts [--out docs/images/order-flame.svg] [--clients 64] [--seconds 6]
//
// Draws what the trading thread of the started program does while orders come over sockets.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/images/order-flame.svg' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '6' },
  },
});
const product = await startProduct({ env: { ...unlimited, NODE_OPTIONS: profiled } });
try {
  const tokens = await openDemos(product.callUrl, Number(values.clients));
  const load = { port: Number(new URL(product.url).port), tokens, instrumentId: 1, over: 'sockets' } as const;
  // Code is compiled first, as it is after the first minute of a day.
  await runLoad({ ...load, ms: Number(values.seconds) * 1_000 });
  let orders = 0;
  const profile = await profileDuring(product.output(), async () => {
    ({ answers: orders } = await runLoad({ ...load, ms: Number(values.seconds) * 1_000 }));
  });
  const waiting = new Set(
    profile.nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === '(idle)' ? id : [])),
  );
  const worked = profile.samples.reduce((us, id, at) => us + (waiting.has(id) ? 0 : (profile.timeDeltas[at] ?? 0)), 0);
  const note =
    `${orders} orders over sockets, ${values.clients} clients, ${Math.round(worked / orders)} µs an order on the clock while profiled; ` +
    `load ${loadavg()[0]?.toFixed(0)}, Node ${process.versions.node}`;
  writeFileSync(values.out, flamePicture(profile, sources(), { title: 'The trading thread under orders', note }));
} finally {
  await product.stop();
}
