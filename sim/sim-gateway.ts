import type { Command } from '@candor/domain/engine/command';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Quote } from '@candor/domain/values/quote';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from '../apps/server/src/gateway/http/build-gateway.ts';
import { registerAccountRoutes } from '../apps/server/src/gateway/http/routes/account.ts';
import { registerTradeRoutes } from '../apps/server/src/gateway/http/routes/trade.ts';
import { type AccountTopics, createAccountTopics } from '../apps/server/src/gateway/ws/account-topics.ts';
import type { AccountListener } from '../apps/server/src/gateway/ws/watched-accounts.ts';
import type { Clock } from '../apps/server/src/ports/clock.ts';
import type { Market } from '../apps/server/src/ports/market.ts';
import type { Projector } from '../apps/server/src/ports/projection.ts';
import type { Tokens } from '../apps/server/src/services/identity/tokens.ts';
import { createOrderHistory } from '../apps/server/src/services/trade/history.ts';
import type { TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { testCompanies } from '../testkit/test-company.ts';
import type { FakeConnection } from './fake-connection.ts';
import { FakeHistory } from './fake-history.ts';
import type { SimMarket } from './sim-market.ts';
import type { Surroundings } from './surroundings.ts';

export interface HttpAsk {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly fields: Readonly<Record<string, string | number>>;
  readonly accountId: number;
  readonly lang: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** The market behind the product's port, informed of each quote before the core. */
class GatewayMarket implements Market {
  readonly #market: SimMarket;
  readonly #specs: readonly InstrumentSpec[];
  readonly #quotes: ReadonlyMap<InstrumentId, Quote>;
  readonly #listeners = new Set<(quote: Quote, offset: number) => void>();

  constructor(market: SimMarket, core: TradingCore, specs: readonly InstrumentSpec[]) {
    this.#market = market;
    this.#specs = specs;
    this.#quotes = core.state.quotes;
  }

  tell(quote: Quote, offset: number): void {
    for (const listener of this.#listeners) listener(quote, offset);
  }

  specs() {
    return this.#specs;
  }

  spec(id: InstrumentId) {
    return this.#specs.find((spec) => spec.id === id) ?? null;
  }

  quote(id: InstrumentId) {
    return this.#quotes.get(id) ?? null;
  }

  state(id: InstrumentId) {
    return { kind: this.#market.now(id).kind, nextOpenMs: null, nextCloseMs: null };
  }

  get sessions() {
    return this.#market.sessions;
  }

  calendar() {
    return null;
  }

  readonly isCaughtUp = true;

  isSpreadWide() {
    return false;
  }

  ageMs(id: InstrumentId) {
    return this.#market.now(id).ageMs;
  }

  onQuote(listener: (quote: Quote, offset: number) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** One process's HTTP calls and account topics: the product's routes, without its sockets. */
export class SimGateway {
  readonly market: GatewayMarket;
  readonly topics: AccountTopics;
  readonly #app: FastifyInstance;

  constructor(
    around: Surroundings,
    inside: { core: TradingCore; projector: Projector; market: SimMarket; clock: Clock; connection: FakeConnection },
  ) {
    const { core, projector, connection, clock } = inside;
    this.market = new GatewayMarket(inside.market, core, around.specs);
    this.topics = createAccountTopics(core, this.market);
    const history = createOrderHistory({
      store: new FakeHistory(around.tables, connection),
      caughtUp: () => projector.caughtUp(core.committedSeq),
    });
    const deps = { core, history, market: this.market, tokens, clock, legacyGetWrites: true };
    this.#app = buildGateway(false, testCompanies);
    registerTradeRoutes(this.#app, deps);
    registerAccountRoutes(this.#app, deps);
  }

  async ask({ method, path, fields, accountId, lang }: HttpAsk): Promise<HttpAnswer> {
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const { statusCode, body } = await this.#app.inject({
      method,
      url: method === 'GET' ? `${path}?${query.toString()}` : path,
      headers: { authorization: String(accountId), lang },
      ...(method === 'POST' ? { payload: fields } : {}),
    });
    return { status: statusCode, text: body };
  }

  watch(accountId: number, listener: AccountListener): void {
    this.topics.watch(accountId, listener);
  }

  stop(): void {
    this.topics.stop();
  }
}

/** Every token names its own account. */
const tokens = {
  known: () => undefined,
  authenticate: (token: string) =>
    Promise.resolve({ user: { companyId: 1, accountId: Number(token) }, sessionId: token }),
} as unknown as Tokens;

/** The gateway's core: everything it submits goes through `ask`. */
export function submittingBy(
  core: TradingCore,
  ask: (asked: {
    command: Command;
    clientId: string | null;
    bodyHash: string | null;
  }) => ReturnType<TradingCore['submit']>,
): TradingCore {
  return Object.assign(Object.create(core) as TradingCore, { submit: ask });
}
