import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { Cluster } from './cluster.ts';
import { firstSignIn, OperatorDesk } from './operator-desk.ts';
import startPostgres from './postgres-server.ts';
import { call, manyDemos, type Serving, servingAt, startProduct, unlimited } from './product.ts';
import { scratchFolder } from './scratch-folder.ts';
import { until } from './until.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sharedProduct: { readonly port: number; readonly dataDir: string; readonly operatorToken: string };
  }
}

const env = { ...unlimited, TRUST_PROXY: '127.0.0.1,::1', CHECK_ANSWERS: 'on' };

/**
 * Starts one PostgreSQL and one product for all journeys of a run; with CLUSTER=nats or CLUSTER=sockets the product is a
 * cluster with every role in processes of its own. Journeys on the shared product use separate accounts or companies
 * (`openCompany`); journeys that configure, restart or kill the product start another one.
 */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const lines = process.env['CLUSTER'];
  const [stopPostgres, product] = await Promise.all([
    startPostgres(project),
    lines === 'nats' || lines === 'sockets' ? startCluster(lines) : startProduct({ env }),
  ]);
  const { token } = await OperatorDesk.takeOver(product.callUrl, firstSignIn(product.dataDir));
  await makeDays(product);
  const port = Number(new URL(product.url).port);
  project.provide('sharedProduct', { port, dataDir: product.dataDir, operatorToken: token });
  return async () => void (await Promise.all([stopPostgres(), product.stop()]));
}

/**
 * Asks for the daily candles of EUR/USD until they are there: the simulated days are computed at the first request, on a
 * busy machine for longer than a page may take, and what was computed is kept.
 */
async function makeDays({ callUrl }: Serving): Promise<void> {
  const days = '/v1/api/forex/kline?forex_id=1&period=1day&limit=300';
  await until('the daily candles are there', async () => (await call(callUrl, days, null)).code === 1);
}

/** Starts a cluster; its folder looks like that of a product for the files that journeys read. */
async function startCluster(lines: 'nats' | 'sockets'): Promise<Serving & { stop(): Promise<unknown> }> {
  const folder = scratchFolder('candor-cluster-');
  const say = (text: string) => console.log(`  cluster: ${text}`);
  const cluster = await Cluster.start({ folder, lines, shards: 2, env: { ...env, ...manyDemos }, say });
  const dataDir = join(folder, 'as-one');
  mkdirSync(dataDir);
  symlinkSync(join(cluster.operatorFolder, 'operator.txt'), join(dataDir, 'operator.txt'));
  symlinkSync(join(folder, 'jobs-1', 'outbox'), join(dataDir, 'outbox'));
  symlinkSync(join(folder, 'postgres'), join(dataDir, 'postgres'));
  symlinkSync(join(folder, 'files'), join(dataDir, 'files'));
  return {
    ...servingAt(cluster.port, dataDir),
    async stop() {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
