import type {
  AddressBook,
  ObservedPaymentRecord,
  ObservedPaymentStore,
  PaymentHooks,
} from '../../ports/payment-watch.ts';
import { startSettling } from './settling.ts';
import { createPaymentHook } from './take-hook.ts';
import type { WatchDeps } from './watch-deps.ts';
import { startWatching, type WatcherSetup } from './watching.ts';

export interface WatchPorts {
  readonly observedPayments: ObservedPaymentStore;
  readonly addressBook: AddressBook;
  readonly hooks: PaymentHooks;
  /** Nodes to ask; none if deposits are reported by hand. */
  readonly setups: readonly WatcherSetup[];
}

/** Starts watching for deposits and settling them. */
export function createWatch(
  { observedPayments: store, addressBook, hooks, setups }: WatchPorts,
  links: Pick<WatchDeps, 'clock' | 'companies' | 'hashDeposit' | 'limits' | 'onError' | 'core'>,
) {
  const deps: WatchDeps = {
    ...links,
    store,
    addressBook,
    normalize: (name, address) =>
      setups.find(({ watcher }) => watcher.name === name)?.watcher.normalize(address) ?? address,
    onReverted: (record) => links.onError(revertedError(record)),
  };
  const settling = startSettling(deps);
  const settle = () => settling.run();
  const watching = startWatching({ ...deps, settle }, setups);
  return {
    takeHook: createPaymentHook({ ...deps, hooks, settle }),
    /** Checks every chain and settles what is confirmed, at once; timers do the same. */
    async look() {
      await watching.look();
      await settling.run();
    },
    async stop() {
      await watching.stop();
      await settling.stop();
    },
  };
}

/** Alert for operators: the program itself takes nothing back. */
function revertedError({ companyId, id, externalId, state, fundsId }: ObservedPaymentRecord): Error {
  const deposit = fundsId === null ? '' : `, deposit ${fundsId}`;
  return new Error(
    `ALERT company ${companyId}: payment ${externalId} (observed payment ${id}${deposit}) was ${state} and is gone`,
  );
}
