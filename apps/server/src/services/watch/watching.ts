import type { TenantId } from '@candor/domain/values/ids';
import { type NewObservedPayment, type PaymentWatcher, WatcherError } from '../../ports/payment-watch.ts';
import { type AddressIndex, attributeSighting, indexAddresses } from './attribution.ts';
import type { WatchDeps } from './watch-deps.ts';

/** A watcher as it was set up. */
export interface Watching {
  readonly watcher: PaymentWatcher;
  /** Null: it watches for every company. */
  readonly companyId: TenantId | null;
  readonly pollMs: number;
  /** Where a pay way does not say how many are needed. */
  readonly confirmations: number;
}

export interface Watch {
  /** One look by every watcher; for tests, and to look at once. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

type Deps = Pick<WatchDeps, 'store' | 'book' | 'clock' | 'companies' | 'normalize' | 'onReverted' | 'onError'> & {
  readonly settle: () => Promise<void>;
};

const pauseMaxMs = 60_000;

/** Lets every watcher look again and again, each at its own pace; one that fails is given growing pauses (R-FND-64). */
export function startWatching(deps: Deps, watchings: readonly Watching[]): Watch {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const underway = new Map<string, Promise<void>>();

  const lookOnce = (watching: Watching): Promise<void> => {
    const { name } = watching.watcher;
    const known = underway.get(name);
    if (known !== undefined) return known;
    const looking = lookOn(deps, watching, () => isStopped).finally(() => underway.delete(name));
    underway.set(name, looking);
    return looking;
  };
  const goOn = (watching: Watching, failures: number): void => {
    if (isStopped) return;
    const pauseMs = Math.min(watching.pollMs * 2 ** Math.min(failures, 16), Math.max(pauseMaxMs, watching.pollMs));
    const timer = setTimeout(() => {
      timers.delete(timer);
      lookOnce(watching).then(
        () => goOn(watching, 0),
        (error: unknown) => {
          deps.onError(named(watching.watcher.name, error as Error));
          goOn(watching, failures + 1);
        },
      );
    }, pauseMs);
    timer.unref();
    timers.add(timer);
  };
  for (const watching of watchings) goOn(watching, 0);
  return {
    async look() {
      for (const watching of watchings) await lookOnce(watching);
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

/** Until the head is reached, or no more is told: after a long pause there is much to read. */
async function lookOn(deps: Deps, watching: Watching, isStopped: () => boolean): Promise<void> {
  for (let isDone = false; !isDone && !isStopped(); ) isDone = await lookHere(deps, watching);
  await deps.settle();
}

/**
 * One look, stored company by company before the checkpoint is: after a crash in between the same piece is read again, and
 * changes nothing where it is known (R-FND-62).
 */
async function lookHere(deps: Deps, { watcher, companyId, confirmations }: Watching): Promise<boolean> {
  const { store, clock } = deps;
  const { name } = watcher;
  const ids = companyId === null ? (await deps.companies()).map(({ id }) => id) : [companyId];
  const indexes = new Map<TenantId, AddressIndex>();
  for (const id of ids)
    indexes.set(
      id,
      indexAddresses(await deps.book.watched(id, name), (address) => watcher.normalize(address)),
    );
  const addresses = new Set([...indexes.values()].flatMap((index) => [...index.keys()]));
  const before = await store.checkpoint(name);
  const look = await watcher.look(before, addresses);
  const { droppedFrom, checkpoint } = look;
  if (droppedFrom !== null) {
    // First of all what was undone is forgotten, so that whatever happens now, all from there is read again.
    const recent = checkpoint.recent.filter(({ height }) => height < droppedFrom);
    await store.saveCheckpoint(name, { height: droppedFrom - 1, recent }, clock.nowMs());
  }
  for (const [id, index] of indexes) {
    const sightings = look.sightings.flatMap((sighting): NewObservedPayment[] => {
      if (!index.has(sighting.address)) return [];
      const owners = [...indexes.values()].filter((one) => one.has(sighting.address));
      return [{ ...sighting, attribution: attributeSighting(index, sighting, confirmations, owners.length > 1) }];
    });
    for (const reverted of await store.takeNews(id, name, look, sightings, clock.nowMs())) deps.onReverted(reverted);
  }
  await store.saveCheckpoint(name, checkpoint, clock.nowMs());
  // A node that has no more to tell now is asked again after a pause.
  return look.isCaughtUp || checkpoint.height <= (before?.height ?? -1);
}
