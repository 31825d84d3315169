import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Quote } from '@candor/domain/values/quote';
import { expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { startTradingCore } from './trading-core.ts';

const { eurusd } = testSpecs;
const accountId = 7 as AccountId;
const anonymous = { clientId: null, bodyHash: null };

test('R-ALR-02 an alert reached while the core was down fires once, at the first tick that reached it', async () => {
  const journal = new FaultyJournal();
  const log: Quote[] = [];
  const atMs = Date.parse('2026-11-17T12:00:00Z');
  const start = () =>
    startTradingCore({
      journal,
      state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
      clock: { nowMs: () => atMs, monotonicMs: () => atMs },
      canClose: () => true,
      ticksFrom: async function* (offset) {
        for (const [at, quote] of log.slice(offset).entries()) yield [{ offset: offset + at, quote }];
      },
      onFatal: (error) => {
        throw error;
      },
    });
  let core = await start();
  /** Logs a tick; a running core takes it. */
  const tick = (bid: string, isRunning: boolean) => {
    const [seq, price] = [log.length + 1, priceOf(eurusd, bid)];
    const quote: Quote = { instrumentId: eurusd.id, seq, bid: price, ask: price, timeMs: atMs + seq, source: 'test' };
    log.push(quote);
    if (isRunning) core.onQuote(quote, log.length - 1);
    return quote;
  };
  const account = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant: toMoney(0n) } as const;
  await core.submit({ command: { type: 'OpenAccount', atMs, accountId, ...account }, ...anonymous });
  // Beyond the level before it was set: not a tick of its own.
  for (const bid of ['1.15500', '1.15300']) tick(bid, true);
  const level = { quoteSide: 'bid', when: 'at-or-above', price: priceOf(eurusd, '1.15400') } as const;
  const command = { type: 'SetAlert', atMs, accountId, instrumentId: eurusd.id, ...level } as const;
  await core.submit({ command, ...anonymous });
  tick('1.15399', false);
  const quote = tick('1.15401', false);
  for (const bid of ['1.15450', '1.15300']) tick(bid, false);
  core = await start();
  await core.drain();
  const notices = await core.noticesOf(accountId);
  expect(notices).toMatchObject([{ kind: 'alert-fired', fired: { alert: { id: 1, ...level }, quote } }]);
  core = await start();
  tick('1.15450', true);
  await core.drain();
  expect(await core.noticesOf(accountId)).toEqual(notices);
  expect(await core.viewAlerts(accountId)).toEqual([]);
});
