import { paymentKey } from '@candor/domain/engine/funds/payment-key';
import type { FastifyInstance } from 'fastify';
import { registerPaymentHookRoutes } from './gateway/http/routes/payment-hooks.ts';
import type { AddressBook, ObservedPaymentRecord, ObservedPaymentStore, PaymentHooks } from './ports/payment-watch.ts';
import { startSettling } from './services/watch/settling.ts';
import { createTakeHook } from './services/watch/take-hook.ts';
import type { WatchCore, WatchDeps, WatchLimits } from './services/watch/watch-deps.ts';
import { startWatching, type Watching } from './services/watch/watching.ts';
import type { TradingCore } from './trading/trading-core.ts';

/** What watching for deposits needs of the world. */
export interface WatchPorts {
  readonly sightings: ObservedPaymentStore;
  readonly addresses: AddressBook;
  readonly limits: (companyId: ObservedPaymentRecord['companyId']) => Promise<WatchLimits>;
  readonly hooks: PaymentHooks;
  /** None: deposits are reported by hand. */
  readonly watchings: readonly Watching[];
}

export interface RunningWatch {
  /** Looks at every chain and settles what can be settled; it goes on by itself as well. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts watching together and adds the providers' route. */
export function composeWatch(
  app: FastifyInstance,
  ports: WatchPorts,
  parts: Pick<WatchDeps, 'clock' | 'companies' | 'hashDeposit' | 'onError' | 'core'>,
): RunningWatch {
  const { watchings, hooks } = ports;
  const { onError } = parts;
  const deps: WatchDeps = {
    ...parts,
    store: ports.sightings,
    book: ports.addresses,
    limits: ports.limits,
    normalize: (name, address) =>
      watchings.find(({ watcher }) => watcher.name === name)?.watcher.normalize(address) ?? address,
    onReverted: (record) => onError(revertedError(record)),
  };
  const settling = startSettling(deps);
  const settle = () => settling.run();
  const watch = startWatching({ ...deps, settle }, watchings);
  registerPaymentHookRoutes(app, createTakeHook({ ...deps, hooks, settle }));
  return {
    async look() {
      await watch.look();
      await settling.run();
    },
    async stop() {
      await watch.stop();
      await settling.stop();
    },
  };
}

/** The trading core as watching sees it. */
export function toWatchCore(core: TradingCore): WatchCore {
  return {
    submit: (request) => core.submit(request),
    unfinished: (accountId) => core.read((state) => [...(state.accounts.get(accountId)?.funds.values() ?? [])]),
    waitingDeposits: (companyId) =>
      core.read((state) =>
        [...state.accounts.values()]
          .filter(({ tenantId }) => tenantId === companyId)
          .flatMap(({ funds }) => [...funds.values()])
          .filter((funds) => funds.kind === 'deposit'),
      ),
    isCredited: (companyId, externalId) =>
      core.read((state) => state.creditedPayments.has(paymentKey({ tenantId: companyId }, externalId))),
  };
}

/** Nothing is taken back by the program: whoever reads the log decides with the operators. */
function revertedError({ companyId, id, externalId, state, fundsId }: ObservedPaymentRecord): Error {
  const deposit = fundsId === null ? '' : `, deposit ${fundsId}`;
  return new Error(
    `ALERT company ${companyId}: payment ${externalId} (sighting ${id}${deposit}) was ${state} and is gone`,
  );
}
