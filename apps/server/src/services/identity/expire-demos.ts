import type { ExpireDemo } from '@candor/domain/engine/command';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { DemoStore } from '../../ports/identity.ts';

/** Use is noted once an hour. */
const idleMs = 30 * 86_400_000 + 3_600_000;
const batch = 200;
/** Demos of one company that one run looks at. */
const runMax = 5_000;

export interface DemoExpiryDeps {
  readonly store: DemoStore;
  readonly clock: Clock;
  readonly companies: () => Promise<readonly { readonly id: TenantId }[]>;
  /** Whether the account has an open or pending order. */
  readonly hasOrders: (accountId: AccountId) => boolean;
  /** Resolves to false while the trading core takes no commands. */
  readonly expire: (command: ExpireDemo) => Promise<boolean>;
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
}

/**
 * Ends demos that were not used for 30 days (R-SES-34), one after another, so that the trading core has the thread
 * between any two. The device is freed first: from then on nobody logs in to the old demo, and a run that was cut short is
 * finished by the next one.
 */
export function createDemoExpiry(deps: DemoExpiryDeps): () => Promise<void> {
  return async () => {
    for (const { id } of await deps.companies()) if (!(await expireIn(deps, id))) return;
  };
}

async function expireIn(deps: DemoExpiryDeps, companyId: TenantId): Promise<boolean> {
  const { store, clock } = deps;
  const nowMs = clock.nowMs();
  const sinceMs = nowMs - idleMs;
  for (let seen = 0; seen < runMax; seen += batch) {
    const idle = await store.findIdleDemos(companyId, sinceMs, batch);
    for (const { accountId, hasTraded } of idle) {
      if (hasTraded || deps.hasOrders(accountId)) await store.noteDemoUse(companyId, accountId, nowMs);
      else if (!(await expireDemo(deps, companyId, accountId, sinceMs))) return false;
    }
    if (idle.length < batch) break;
  }
  return true;
}

async function expireDemo(
  { store, clock, expire, forgetSessions }: DemoExpiryDeps,
  companyId: TenantId,
  accountId: AccountId,
  sinceMs: number,
): Promise<boolean> {
  const sessions = await store.releaseDemo(companyId, accountId, sinceMs);
  if (sessions === null) return true;
  forgetSessions(sessions);
  if (!(await expire({ type: 'ExpireDemo', atMs: clock.nowMs(), accountId }))) return false;
  forgetSessions(await store.endDemo(companyId, accountId, clock.nowMs()));
  return true;
}
