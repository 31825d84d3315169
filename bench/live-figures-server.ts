import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { evolve } from '@candor/domain/engine/evolve';
import { applyQuote } from '@candor/domain/engine/on-quote';
import { recheckMargin } from '@candor/domain/engine/recheck-margin';
import { createState, type EngineState } from '@candor/domain/engine/state';
import { ratioOne } from '@candor/domain/values/decimal';
import type { AccountId, Currency, OrderId } from '@candor/domain/values/ids';
import type { Lots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { createAccountTopics } from '../apps/server/src/gateway/ws/account-topics.ts';
import { attachWebSocket } from '../apps/server/src/gateway/ws/attach-websocket.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';
import { createStoredViews } from '../apps/server/src/trading/views.ts';
import { testPolicy } from '../testkit/engine-scenario.ts';
import { startHandMarket } from '../testkit/hand-feed.ts';
import { accountOpened, always, blank, orderOpened } from './populations.ts';
import { readRecordedPrices } from './quotes-out-prices.ts';
import { instrumentCount } from './quotes-out-ways.ts';

// A process with the product's socket path and the engine's accounts: prices move as ordered, figures of watched
// accounts leave by sockets.

export interface Plan {
  readonly accounts: number;
  /** Orders of each account, in as many instruments. */
  readonly orders: number;
  /** Instruments whose price moves at a time. */
  readonly moving: number;
  readonly ms: number;
  /** True to watch within the process: what is left without the writes to sockets. */
  readonly isWithin: boolean;
}

export interface Served {
  readonly port?: number;
  readonly usedUs?: number;
  readonly pushes?: number;
}

const everyMs = 200;
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

async function serve(plan: Plan): Promise<void> {
  const instruments = quotedInstruments('open').slice(0, instrumentCount);
  const prices = await readRecordedPrices(instruments);
  const ids = instruments.map(({ spec }) => spec.id);
  const { market, feed } = await startHandMarket(ids, clock);
  const state = createState(market.specs(), { ...testPolicy, ordersMax: Number.MAX_SAFE_INTEGER }, 1);
  market.onQuote((quote) => applyQuote(state, quote, clock.nowMs(), always));
  let turn = 0;
  const quote = (count: number) => {
    const nowMs = clock.nowMs();
    const all = prices.next();
    for (let at = 0; at < count; at += 1) {
      const { id, bid, ask } = all[(turn + at) % all.length] ?? { id: 0, bid: 0, ask: 0 };
      // A recording repeats a price; here each one moves.
      const step = Math.floor(turn / all.length) % 2;
      feed.quote(id, bid + step, ask + step, nowMs);
    }
    turn += count;
  };
  quote(instruments.length);
  openAccounts(state, plan, ids);
  const views = createStoredViews(state, async () => undefined, undefined, { find: async () => null });
  const topics = createAccountTopics(
    { ...views, followEvents: () => () => undefined, noticesOf: async () => [] },
    market,
  );
  let pushes = 0;
  const server = createServer();
  attachWebSocket(server, {
    market,
    clock,
    limits: { anonymousPerNetwork: 100_000, anonymousTotal: 100_000, idleMs: 600_000, recheckMs: 600_000 },
    authenticate: async (token) => ({
      accountId: Number(token) as AccountId,
      currency: 'USD' as Currency,
      sessionId: token,
    }),
    isOriginAllowed: () => true,
    isTrustedProxy: null,
    accountTopics: {
      watch: (id, listener) =>
        topics.watch(id, {
          onTrade(line) {
            pushes += 1;
            listener.onTrade(line);
          },
          onClosed: (closed) => listener.onClosed(closed),
          onNotice: (notice) => listener.onNotice(notice),
        }),
    },
  });
  const ignored = { onClosed: () => undefined, onNotice: () => undefined };
  const count = () => {
    pushes += 1;
  };
  if (plan.isWithin)
    for (let account = 1; account <= plan.accounts; account += 1) topics.watch(account, { ...ignored, onTrade: count });
  let used = process.cpuUsage();
  process.on('message', (order: 'begin' | 'report') => {
    if (order === 'begin') {
      setInterval(() => quote(plan.moving), everyMs);
      pushes = 0;
      used = process.cpuUsage();
    } else {
      const { user, system } = process.cpuUsage(used);
      process.send?.({ usedUs: user + system, pushes } satisfies Served);
    }
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
    process.send?.({ port: (server.address() as AddressInfo).port } satisfies Served);
  });
}

/** Opens accounts with small orders in neighbouring instruments, some of which are converted. */
export function openAccounts(
  state: EngineState,
  { accounts, orders }: Pick<Plan, 'accounts' | 'orders'>,
  ids: readonly number[],
): void {
  for (let account = 1; account <= accounts; account += 1) {
    evolve(state, accountOpened(account));
    for (let at = 0; at < orders; at += 1) {
      const instrumentId = ids[(account + at) % ids.length];
      const quote = [...state.quotes.values()].find((one) => one.instrumentId === instrumentId);
      if (quote === undefined) throw new Error('Every instrument has a price here');
      const order = {
        ...blank,
        id: (state.lastOrderId + 1) as OrderId,
        accountId: account as AccountId,
        instrumentId: quote.instrumentId,
        status: 'open' as const,
        side: at % 2 === 0 ? ('buy' as const) : ('sell' as const),
        lots: 1 as Lots,
        openPrice: at % 2 === 0 ? quote.ask : quote.bid,
        margin: toMoney(10_000_000n),
        openedAtMs: quote.timeMs,
        openQuote: quote,
        openRate: ratioOne,
      };
      evolve(state, orderOpened(state, order));
    }
  }
  recheckMargin(state, always, clock.nowMs());
}

if (process.argv[2] === '--serve') {
  process.on('disconnect', () => process.exit());
  await serve(JSON.parse(process.argv[3] ?? '') as Plan);
}
