import { randomUUID } from 'node:crypto';
import { startProduct, unlimited } from '../testkit/product.ts';

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
  const tokens: string[] = [];
  for (let at = 0; at < accounts; at += 1) {
    const answer = await fetch(`${product.callUrl}/api/user/createAccountDemoForU`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ demo_id: randomUUID() }),
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    tokens.push(data.token);
  }
  return { port: Number(new URL(product.url).port), tokens, instrumentId, stop: () => product.stop() };
}
