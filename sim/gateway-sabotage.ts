import type { EngineEvent } from '@candor/domain/engine/event';
import type { OrderId } from '@candor/domain/values/ids';
import type { TradingCore } from '../apps/server/src/trading/trading-core.ts';
import { viewAccount } from '../apps/server/src/trading/views.ts';
import type { BrokenVariant } from './sabotage.ts';

function withCore(changes: (core: TradingCore) => Partial<TradingCore>): BrokenVariant['sabotage'] {
  return { gatewayCore: (core) => Object.assign(Object.create(core) as TradingCore, changes(core)) };
}

/** Changes the orders in every answer, more at each repeat. */
function answering(change: (event: EngineEvent, times: number) => EngineEvent): BrokenVariant['sabotage'] {
  const given = new Map<string | null, number>();
  return withCore((core) => ({
    async submit(request) {
      const outcome = await core.submit(request);
      const times = (given.get(request.clientId) ?? 0) + 1;
      given.set(request.clientId, times);
      if (outcome.kind !== 'done') return outcome;
      return { ...outcome, events: outcome.events.map((event) => change(event, times)) };
    },
  }));
}

/** An earlier fault of the core: it answered a conflict with a command that might never be stored. */
export const conflictsAtOnce = withCore((core) => {
  const bodies = new Map<string, string | null>();
  return {
    submit(request) {
      const key = `${request.command.accountId}/${request.clientId}`;
      const before = bodies.get(key);
      if (request.clientId !== null && before !== undefined && before !== request.bodyHash) {
        return Promise.resolve({ kind: 'conflict' });
      }
      bodies.set(key, request.bodyHash);
      return core.submit(request);
    },
  };
});

/** Faults between the core and its HTTP callers. */
export const gatewaySabotages: Readonly<Record<string, BrokenVariant>> = {
  'reports a conflict with an unstored command': { sabotage: conflictsAtOnce, caughtBy: /G1-conflict/ },
  'answers a repeat with different bytes': {
    sabotage: answering((event, times) => {
      if (!('order' in event)) return event;
      return { ...event, order: { ...event.order, placedAtMs: event.order.placedAtMs + times } };
    }),
    caughtBy: /G2-same-bytes|G4-command/,
  },
  'confirms an order under a different id': {
    sabotage: answering((event) => {
      if (!('order' in event)) return event;
      return { ...event, order: { ...event.order, id: (event.order.id + 1) as OrderId } };
    }),
    caughtBy: /G3-answer-is-stored/,
  },
  'confirms before the commit': {
    sabotage: withCore((core) => ({
      submit(request) {
        const [before] = [core.state.lastOrderId];
        const answer = core.submit(request);
        const account = core.state.accounts.get(request.command.accountId);
        const order = account?.orders.get((before + 1) as OrderId);
        if (order?.status !== 'pending' || request.command.type !== 'PlaceOrder') return answer;
        const { accountId, atMs } = request.command;
        const placed: EngineEvent = { type: 'OrderPlaced', atMs, accountId, order, transfers: [] };
        return Promise.resolve({ kind: 'done', events: [placed] });
      },
    })),
    caughtBy: /G3-answer-is-stored/,
  },
  'forgets the outcome of a command': {
    sabotage: withCore(() => ({ findAnswer: () => Promise.resolve(null) })),
    caughtBy: /G4-command/,
  },
  'pushes unstored events': {
    sabotage: withCore((core) => ({
      viewAccounts: (ids) => Promise.resolve(ids.map((id) => viewAccount(core.state, id))),
    })),
    caughtBy: /P3-push-is-stored/,
  },
};
