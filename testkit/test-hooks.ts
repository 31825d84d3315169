import type { Db } from '../apps/server/src/adapters/postgres/database.ts';
import { ObservedPaymentTables } from '../apps/server/src/adapters/postgres/observed-payment-tables.ts';
import { WatchedAddressTables } from '../apps/server/src/adapters/postgres/watched-address-tables.ts';
import { createSignedHooks } from '../apps/server/src/adapters/watchers/webhook/signed-hooks.ts';
import type { Server } from '../apps/server/src/create-server.ts';
import { registerPaymentHookRoutes } from '../apps/server/src/gateway/http/routes/payment-hooks.ts';
import type { Clock } from '../apps/server/src/ports/clock.ts';
import { createPaymentHook } from '../apps/server/src/services/watch/take-hook.ts';
import type { CompanyId } from '../packages/domain/src/values/ids.ts';

const testHook = { name: 'test-payer', secret: 'the-secret-of-the-provider-of-every-test-server' } as const;

/** Registers the payment hook of a provider of the first company; payments are stored and never settled. */
export function takeTestHooks({ app }: Pick<Server, 'app'>, db: Db, clock: Clock): void {
  const hooks = createSignedHooks([{ ...testHook, confirmations: 3, companyId: 1 as CompanyId }], clock);
  const takeHook = createPaymentHook({
    store: new ObservedPaymentTables(db),
    addressBook: new WatchedAddressTables(db),
    clock,
    hooks,
    normalize: (_watcher, address) => address,
    onReverted: () => undefined,
    settle: async () => undefined,
  });
  registerPaymentHookRoutes(app, takeHook);
}
