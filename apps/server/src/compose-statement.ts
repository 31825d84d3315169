import type { FastifyInstance } from 'fastify';
import { registerStatementRoutes } from './gateway/http/routes/statement.ts';
import type { Clock } from './ports/clock.ts';
import type { Market } from './ports/market.ts';
import type { StatementStore } from './ports/projection.ts';
import type { BackgroundWork } from './ports/work.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { createStatements } from './services/statement/statements.ts';
import type { TradingCore } from './trading/trading-core.ts';

export interface StatementParts {
  readonly store: StatementStore;
  readonly core: TradingCore;
  readonly caughtUp: (seq: number) => Promise<void>;
  readonly market: Market;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly work: BackgroundWork;
}

/** Puts statements together, and adds their route. */
export function composeStatement(app: FastifyInstance, parts: StatementParts): void {
  const { store, core, caughtUp, market, tokens, clock, work } = parts;
  const statements = createStatements({
    store,
    specOf: (id) => market.spec(id),
    committedSeq: () => core.committedSeq,
    caughtUp,
  });
  registerStatementRoutes(app, { statements, core, tokens, clock, work });
}
