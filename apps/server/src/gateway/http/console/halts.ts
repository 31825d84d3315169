import { haltCalls } from '@candor/contracts/console/market';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { Market } from '../../../ports/market.ts';
import type { HaltRecord } from '../../../ports/offers.ts';
import { installationCompany } from '../../../services/offer/company-offers.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall } from './add-console-call.ts';
import { type OfferCallDeps, requireSpec } from './instruments.ts';
import { pageOf } from './list-query.ts';

type Halt = z.infer<(typeof haltCalls)['list']['answer']>['data'][number];

/** Halts, begun and ended by operators; in force before the answer is sent (R-OPS-51). */
export function registerHaltCalls(app: FastifyInstance, deps: OfferCallDeps): void {
  const { market, offers } = deps;
  addConsoleCall(app, deps, haltCalls.list, async ({ company, query }) => {
    const isActive = query.is_active === undefined ? null : query.is_active === 1;
    const { rows, total } = await offers.halts(company.id, isActive, pageOf(query));
    return { data: rows.map((halt) => toHalt(market, halt)), total };
  });
  addConsoleCall(app, deps, haltCalls.begin, async ({ company, operator, body }) => {
    const { scope, instrument_id: asked, reason } = body;
    if ((scope === 'symbol') !== (asked !== undefined)) throw invalidField('instrument_id');
    if (scope === 'all' && company.id !== installationCompany)
      throw new RefusalError('notPermitted', { httpStatus: 403 });
    const instrumentId = asked === undefined ? null : requireSpec(market, asked).id;
    const begun = await offers.beginHalt(operator, { scope, instrumentId, reason });
    if (begun === null) throw new RefusalError('versionChanged');
    return { ...toHalt(market, begun.halt), shards_behind: [...begun.unreached] };
  });
  addConsoleCall(app, deps, haltCalls.end, async ({ operator, params, body }) => {
    const ended = await offers.endHalt(operator, params.id, body.reason);
    if (ended === null) throw invalidField('id');
    if (ended === false) throw new RefusalError('versionChanged');
    return { ...toHalt(market, ended.halt), shards_behind: [...ended.unreached] };
  });
}

function toHalt(market: Market, halt: HaltRecord): Halt {
  const { id, scope, instrumentId, reason, by, sinceMs, endedAtMs, endedBy } = halt;
  const symbol = instrumentId === null ? '' : (market.spec(instrumentId)?.code ?? '');
  const span = { since: sinceMs, ended_at: endedAtMs, ended_by: endedBy };
  return { id, scope, instrument_id: instrumentId, symbol, reason, by, ...span };
}
