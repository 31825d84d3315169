import { afterAll, beforeAll, beforeEach } from 'vitest';
import { testSpecs } from './engine-scenario.ts';
import { TestServer } from './test-server.ts';

const { eurusd } = testSpecs;

export const submitPath = '/v1/api/forex/submit';
/** Market order to buy half a lot. */
export const marketOrder = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };

/** Starts one server for all tests of a file; each test has a new account and the same initial market. */
export function withTestServer(give: (server: TestServer, auth: { authorization: string }) => void): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.market.kind = 'open';
    server.market.age = 0;
    server.market.give(eurusd, '1.15283', '1.15295');
    give(server, { authorization: await server.demo() });
  });
}
