import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { OperatorStore } from '../../ports/operators.ts';
import type { PasswordHasher } from '../../ports/secrets.ts';

export interface FirstOperatorSettings {
  readonly email: string | null;
  readonly password: string | null;
}

/** Where settings name none. */
const madeEmail = 'admin@localhost';

/**
 * The first operator of a company that has none, an admin (R-RUN-12): as the settings say, else with a password that
 * `keepPassword` makes and keeps for its owner, the same one when it is asked again. Answers whether one was made.
 */
export async function ensureFirstOperator(
  deps: {
    readonly store: OperatorStore;
    readonly hasher: PasswordHasher;
    readonly clock: Clock;
    readonly keepPassword: (email: string) => Promise<string>;
  },
  companyId: TenantId,
  settings: FirstOperatorSettings,
): Promise<boolean> {
  if (await deps.store.hasAny(companyId)) return false;
  const email = (settings.email ?? madeEmail).toLowerCase();
  const password = settings.password ?? (await deps.keepPassword(email));
  const mustChangePassword = settings.password === null;
  const passwordHash = await deps.hasher.hash(password.normalize('NFKC'));
  const first = { companyId, email, passwordHash, role: 'admin', mustChangePassword } as const;
  return deps.store.add({ ...first, createdAtMs: deps.clock.nowMs() });
}
