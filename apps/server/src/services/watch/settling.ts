import type { TenantId } from '@candor/domain/values/ids';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import { LateAttribution } from './late-attribution.ts';
import { settleSighting } from './settle-sighting.ts';
import type { WatchDeps } from './watch-deps.ts';

export interface Settling {
  /** Settles what can be settled now, of every company; calls at once are one. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

const everyMs = 5_000;
/** What could not go on is tried again after this. */
const pauseMs = 30_000;
const batch = 100;
/** So long it is looked again whose a held payment is. */
const heldForMs = 30 * 24 * 3_600_000;
const eventsKeptMs = 30 * 24 * 3_600_000;
const forgetEveryMs = 3_600_000;

/** Settles confirmed payments one after another, so that no two steps with one of them are ever under way at once. */
export function startSettling(deps: WatchDeps): Settling {
  const { store, clock, companies, onError } = deps;
  let isStopped = false;
  let isWanted = false;
  let underway: Promise<void> | null = null;
  let forgottenMs = Number.NEGATIVE_INFINITY;

  const settleCompany = async (companyId: TenantId): Promise<void> => {
    const attribution = new LateAttribution(deps);
    for (let left = batch; left === batch && !isStopped; ) {
      const nowMs = clock.nowMs();
      const times = { triedBeforeMs: nowMs - pauseMs, heldSinceMs: nowMs - heldForMs };
      const due = await store.due(companyId, times, batch);
      for (const record of due) {
        if (isStopped) return;
        await settleOne(deps, attribution, record).catch((error: unknown) => onError(error as Error));
      }
      left = due.length;
    }
  };
  const settleAll = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false;
      const isForgetting = clock.monotonicMs() - forgottenMs >= forgetEveryMs;
      for (const { id } of await companies()) {
        await settleCompany(id);
        if (isForgetting) await store.forgetEvents(id, clock.nowMs() - eventsKeptMs);
      }
      if (isForgetting) forgottenMs = clock.monotonicMs();
    }
  };
  const run = async (): Promise<void> => {
    isWanted = true;
    underway ??= settleAll()
      .catch((error: unknown) => onError(error as Error))
      .finally(() => (underway = null));
    await underway;
  };
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return {
    run,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underway;
    },
  };
}

async function settleOne(deps: WatchDeps, attribution: LateAttribution, record: ObservedPaymentRecord): Promise<void> {
  const { store, clock } = deps;
  // Tried now: should it fail, others come first.
  if (!(await store.change(record, { state: record.state }, clock.nowMs()))) return;
  if (record.state !== 'held') return settleSighting(deps, record);
  const change = await attribution.of(record);
  if (change !== null) await store.change(record, change, clock.nowMs());
}
