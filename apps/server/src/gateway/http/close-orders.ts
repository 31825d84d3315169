import { codes } from '@candor/contracts/codes';
import type { CloseAllBody, CloseAnswer } from '@candor/contracts/http/trade';
import type { Language } from '@candor/contracts/languages';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { FastifyRequest } from 'fastify';
import type { Market } from '../../ports/market.ts';
import { languageOf } from './envelope.ts';
import { eventsOf, type OrderCallDeps, type Owner, toAnsweredOrder } from './order-calls.ts';
import { idempotencyKeyOf } from './state-change.ts';
import { textOf } from './texts/text-of.ts';
import { toCloseOrders, toRefusalError } from './to-command.ts';

/** Closes several orders of a user by one command; answers for each, also in repeats (R-ORD-35). */
export async function closeOrders(
  deps: OrderCallDeps,
  { accountId }: Owner,
  input: CloseAllBody,
  request: FastifyRequest,
): Promise<CloseAnswer[]> {
  const command = toCloseOrders(input, { accountId, atMs: deps.clock.nowMs() });
  const outcome = await deps.core.submit({ command, ...idempotencyKeyOf(request, 'close_all', input) });
  const language = languageOf(request);
  return eventsOf(outcome).flatMap((event) => toCloseAnswer(deps.market, event, language));
}

/** Empty for what the margin check added. */
function toCloseAnswer(market: Market, event: EngineEvent, language: Language): CloseAnswer[] {
  const isFill = event.type === 'OrderClosed' && event.order.status === 'closed' && event.order.closeReason === 'user';
  const isRefused = event.type === 'CloseRefused';
  const order = isFill || isRefused || event.type === 'CloseQueued' ? toAnsweredOrder(market, [event]) : null;
  if (order === null) return [];
  const code = isRefused ? toRefusalError(event.refusal).code : codes.ok;
  return [{ code, msg: textOf(code, language), order }];
}
