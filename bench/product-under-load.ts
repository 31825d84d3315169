import { randomUUID } from 'node:crypto';
import { call, startProduct, unlimited } from '../testkit/product.ts';

/** Starts the built product with a demo account for every client. */
export interface ProductUnderLoad {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly instrumentId: number;
  stop(): Promise<unknown>;
}

const instrumentId = 1;

export async function startProductUnderLoad(databaseUrl: string, accounts: number): Promise<ProductUnderLoad> {
  const product = await startProduct({ env: { DATABASE_URL: databaseUrl, ...unlimited } });
  const tokens = await openDemos(product.callUrl, accounts);
  return { port: Number(new URL(product.url).port), tokens, instrumentId, stop: () => product.stop() };
}

/** Opens demo accounts and returns their tokens. */
export async function openDemos(url: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { data } = await call<{ token: string }>(url, '/api/user/createAccountDemoForU', { demo_id: randomUUID() });
    tokens.push(data.token);
  }
  return tokens;
}
