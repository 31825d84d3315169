import { journalCalls, journalTradesMax } from '@candor/contracts/http/journal';
import { calculateJournal } from '@candor/domain/calc/journal';
import { type Zone, zoneOf } from '@candor/domain/calc/trading-day';
import type { FastifyInstance } from 'fastify';
import type { Market } from '../../../ports/market.ts';
import type { TradingPort } from '../../../ports/trading-port.ts';
import { mapInSlices } from '../../../ports/work.ts';
import type { Tokens } from '../../../services/identity/tokens.ts';
import type { OrderHistory } from '../../../services/trade/history.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { specOf } from '../order-calls.ts';
import { registerCall } from '../register-call.ts';
import { toJournal, toJournalTrade } from '../to-journal.ts';

export interface JournalRouteDeps {
  readonly core: Pick<TradingPort, 'findAccount'>;
  readonly history: Pick<OrderHistory, 'ended'>;
  readonly market: Market;
  readonly tokens: Tokens;
}

/** Registers the figures of the caller's closed orders (R-JRN-03). It takes no account id. */
export function registerJournalRoutes(app: FastifyInstance, deps: JournalRouteDeps): void {
  registerCall(app, deps, journalCalls.journal, async ({ session: { user }, input }) => {
    const zone = zoneNamed(input.zone);
    if (zone === null) throw invalidField('zone');
    const account = await deps.core.findAccount(user.accountId);
    if (account === null) throw new RefusalError('sessionExpired');
    const ask = { accountId: account.id, instrumentId: null, sinceMs: input.since, isClosed: true };
    const { orders, isCut } = await deps.history.ended(user.companyId, { ...ask, rowsMax: journalTradesMax });
    const trades = await mapInSlices(orders, (order) => toJournalTrade(order, zone));
    return toJournal(calculateJournal(trades), {
      currency: account.currency,
      zone: input.zone,
      isCut,
      codeOf: (id) => specOf(deps.market, id).showCode,
    });
  });
}

function zoneNamed(name: string): Zone | null {
  try {
    return zoneOf(name);
  } catch {
    return null;
  }
}
