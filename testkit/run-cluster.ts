import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.ts';
import { repositoryRoot } from './product.ts';

// npm run cluster -- [--port 8080] [--gateways 2] [--shards 2] [--cores 2] [--lines nats|sockets] [--folder data/cluster]
// Runs until Ctrl-C. Settings of the environment apply to every member.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env['PORT'] ?? '8080' },
    gateways: { type: 'string', default: '2' },
    shards: { type: 'string', default: '2' },
    cores: { type: 'string', default: '2' },
    lines: { type: 'string' },
    folder: { type: 'string', default: 'data/cluster' },
  },
});
const say = (text: string) => console.log(`  ${text}`);
const { lines } = values;
if (lines !== undefined && lines !== 'nats' && lines !== 'sockets') {
  console.error('--lines must be nats or sockets.');
  process.exit(1);
}
const cluster = await Cluster.start({
  folder: resolve(repositoryRoot, values.folder),
  port: Number(values.port),
  gateways: Number(values.gateways),
  shards: Number(values.shards),
  cores: Number(values.cores),
  ...(lines === undefined ? {} : { lines }),
  say,
});
let isStopping = false;
for (const member of cluster.members.values()) {
  const { name, env } = member.settings;
  member.onEnd((reason) => {
    if (!isStopping) say(`${name} ended: ${reason}`);
  });
  if (name === 'nats') continue;
  const file = join(cluster.folder, `${name}.env`);
  const lines = Object.entries({ ROLE: name.replace(/-\d+$/, ''), ...env }).map(
    ([key, value]) => `${key}='${value}'\n`,
  );
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  say(`${name}: http://127.0.0.1:${cluster.portOf(member)}/readyz, settings in ${shown(file)}`);
}
console.log(`Candor's cluster is ready at http://localhost:${cluster.port}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    console.log('Stopping …');
    void cluster.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });

/** Returns a path as it is typed in this folder. */
function shown(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') ? file : path;
}
