import type { TestProject } from 'vitest/node';
import { firstSignIn, OperatorDesk } from './operator-desk.ts';
import startPostgres from './postgres-server.ts';
import { startProduct, unlimited } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sharedProduct: { readonly port: number; readonly dataDir: string; readonly operatorToken: string };
  }
}

/**
 * Starts one PostgreSQL and one product for all journeys of a run. Journeys on the shared product use separate accounts
 * or companies (`openCompany`); journeys that configure, restart or kill the product start another one.
 */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const [stopPostgres, product] = await Promise.all([
    startPostgres(project),
    startProduct({ env: { ...unlimited, TRUST_PROXY: '127.0.0.1,::1', CHECK_ANSWERS: 'on' } }),
  ]);
  const { token } = await OperatorDesk.takeOver(product.callUrl, firstSignIn(product.dataDir));
  const port = Number(new URL(product.url).port);
  project.provide('sharedProduct', { port, dataDir: product.dataDir, operatorToken: token });
  return async () => void (await Promise.all([stopPostgres(), product.stop()]));
}
