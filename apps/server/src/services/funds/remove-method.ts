import type { UserRecord } from '../../ports/identity.ts';
import type { FundsDeps, MethodNotice } from './funds-deps.ts';
import { FundsRefusal } from './funds-refusal.ts';
import { methodName, readDetails } from './method-details.ts';

type Deps = Pick<FundsDeps, 'clock' | 'core' | 'methods' | 'sealer' | 'methodMessages' | 'wakeMessages'>;

/** The company as its users know it, and the language of the message. */
export type Told = Pick<MethodNotice, 'company' | 'language'>;

/**
 * Unbinds a method, and tells its owner, who may not be who asked; what was paid to it keeps naming it (R-FND-30, R-FND-49).
 * Refuses methodInUse, methodNotFound.
 */
export async function removeMethod(deps: Deps, user: UserRecord, methodId: number, told: Told): Promise<void> {
  const { companyId, id: userId, accountId } = user;
  const unfinished = await deps.core.unfinished(accountId);
  if (unfinished.some((funds) => funds.kind === 'withdrawal' && funds.methodId === methodId))
    throw new FundsRefusal('methodInUse');
  const method = await deps.methods.find(companyId, userId, methodId);
  if (method === null) throw new FundsRefusal('methodNotFound');
  const name = methodName(method.currency, readDetails(deps.sealer, companyId, method));
  const message = deps.methodMessages.removed(user, { ...told, method: name });
  const isRemoved = await deps.methods.remove(companyId, userId, methodId, { atMs: deps.clock.nowMs(), message });
  if (!isRemoved) throw new FundsRefusal('methodNotFound');
  deps.wakeMessages(companyId);
}
