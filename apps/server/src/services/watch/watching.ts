import type { CompanyId } from '@candor/domain/values/ids';
import { type NewObservedPayment, type PaymentWatcher, WatcherError } from '../../ports/payment-watch.ts';
import { type AddressIndex, attributePayment, indexAddresses } from './attribution.ts';
import type { WatchDeps } from './watch-deps.ts';

/** One configured watcher. */
export interface WatcherSetup {
  readonly watcher: PaymentWatcher;
  /** Null to watch for every company. */
  readonly companyId: CompanyId | null;
  readonly pollMs: number;
  /** Confirmations needed where the deposit method sets none. */
  readonly confirmations: number;
}

export interface Watch {
  /** Polls every watcher once. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

type Deps = Pick<
  WatchDeps,
  'store' | 'addressBook' | 'clock' | 'companies' | 'normalize' | 'onReverted' | 'onError'
> & {
  readonly settle: () => Promise<void>;
};

const pauseMaxMs = 60_000;

/** Polls every watcher at its own interval; a failing watcher is polled with growing pauses (R-FND-64). */
export function startWatching(deps: Deps, setups: readonly WatcherSetup[]): Watch {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const underway = new Map<string, Promise<void>>();

  const lookOnce = (setup: WatcherSetup): Promise<void> => {
    const { name } = setup.watcher;
    const known = underway.get(name);
    if (known !== undefined) return known;
    const looking = pollToHead(deps, setup, () => isStopped).finally(() => underway.delete(name));
    underway.set(name, looking);
    return looking;
  };
  const goOn = (setup: WatcherSetup, failures: number): void => {
    if (isStopped) return;
    const pauseMs = Math.min(setup.pollMs * 2 ** Math.min(failures, 16), Math.max(pauseMaxMs, setup.pollMs));
    const timer = setTimeout(() => {
      timers.delete(timer);
      lookOnce(setup).then(
        () => goOn(setup, 0),
        (error: unknown) => {
          deps.onError(named(setup.watcher.name, error as Error));
          goOn(setup, failures + 1);
        },
      );
    }, pauseMs);
    timer.unref();
    timers.add(timer);
  };
  for (const setup of setups) goOn(setup, 0);
  return {
    async look() {
      for (const setup of setups) await lookOnce(setup);
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(underway.values());
    },
  };
}

function named(watcher: string, error: Error): Error {
  return error instanceof WatcherError ? new WatcherError(`watcher ${watcher}: ${error.message}`) : error;
}

/** Polls until the chain's head is reached or nothing new comes: after a long pause there are many blocks to read. */
async function pollToHead(deps: Deps, setup: WatcherSetup, isStopped: () => boolean): Promise<void> {
  for (let isDone = false; !isDone && !isStopped(); ) isDone = await pollOnce(deps, setup);
  await deps.settle();
}

/**
 * Polls once and stores the result company by company, then the checkpoint. After a crash in between the same blocks
 * are read again; known payments do not change (R-FND-62).
 */
async function pollOnce(deps: Deps, { watcher, companyId, confirmations }: WatcherSetup): Promise<boolean> {
  const { store, clock } = deps;
  const { name } = watcher;
  const ids = companyId === null ? (await deps.companies()).map(({ id }) => id) : [companyId];
  const indexes = new Map<CompanyId, AddressIndex>();
  for (const id of ids)
    indexes.set(
      id,
      indexAddresses(await deps.addressBook.watched(id, name), (address) => watcher.normalize(address)),
    );
  const addresses = new Set([...indexes.values()].flatMap((index) => [...index.keys()]));
  const before = await store.checkpoint(name);
  const look = await watcher.look(before, addresses);
  const { droppedFrom, checkpoint } = look;
  if (droppedFrom !== null) {
    // Reverted blocks are dropped from the checkpoint first, so that a crash from here on reads them again.
    const recent = checkpoint.recent.filter(({ height }) => height < droppedFrom);
    await store.saveCheckpoint(name, { height: droppedFrom - 1, recent }, clock.nowMs());
  }
  for (const [id, index] of indexes) {
    const observedPayments = look.observedPayments.flatMap((observedPayment): NewObservedPayment[] => {
      if (!index.has(observedPayment.address)) return [];
      const owners = [...indexes.values()].filter((one) => one.has(observedPayment.address));
      return [
        { ...observedPayment, attribution: attributePayment(index, observedPayment, confirmations, owners.length > 1) },
      ];
    });
    for (const reverted of await store.takeNews(id, name, look, observedPayments, clock.nowMs()))
      deps.onReverted(reverted);
  }
  await store.saveCheckpoint(name, checkpoint, clock.nowMs());
  // A node with nothing new is polled again after a pause.
  return look.isCaughtUp || checkpoint.height <= (before?.height ?? -1);
}
