import type { TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { OperatorRecord, OperatorStore } from '../../ports/operators.ts';

export interface UserSwitch {
  readonly uid: string;
  readonly isDisabled: boolean;
  readonly reason: string;
}

/** False when the operator's company has no such user. */
export type SetUserDisabled = (
  operator: OperatorRecord,
  company: CompanyRecord,
  change: UserSwitch,
) => Promise<boolean>;

/**
 * Disables a user, ends his sessions and sockets at once and tells him, or enables him again; the change, its record and
 * the message are stored together (R-OPS-06).
 */
export function createSetUserDisabled(deps: {
  readonly store: OperatorStore;
  readonly clock: Clock;
  readonly writeDisabled: (user: UserRecord, company: CompanyRecord) => NewMessage;
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
  readonly wakeMessages: (companyId: TenantId) => void;
}): SetUserDisabled {
  return async (operator, company, { uid, isDisabled, reason }) => {
    const action = isDisabled ? 'user-disabled' : 'user-enabled';
    const ended = await deps.store.setUserDisabled(company.id, {
      uid,
      isDisabled,
      atMs: deps.clock.nowMs(),
      audit: { operatorId: operator.id, action, subject: `user with uid ${uid}`, reason },
      messageTo: (user) => (isDisabled ? deps.writeDisabled(user, company) : null),
    });
    if (ended === null) return false;
    deps.forgetSessions(ended);
    deps.wakeMessages(company.id);
    return true;
  };
}
