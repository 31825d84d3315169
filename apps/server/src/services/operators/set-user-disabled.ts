import type { Clock } from '../../ports/clock.ts';
import type { OperatorRecord, OperatorStore } from '../../ports/operator-store.ts';

export interface UserSwitch {
  readonly uid: string;
  readonly isDisabled: boolean;
  readonly reason: string;
}

/** False when the operator's company has no such user. */
export type SetUserDisabled = (operator: OperatorRecord, change: UserSwitch) => Promise<boolean>;

/** Disables a user and ends his sessions and sockets at once, or enables him again (R-OPS-06). */
export function createSetUserDisabled(deps: {
  readonly store: OperatorStore;
  readonly clock: Clock;
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
}): SetUserDisabled {
  return async (operator, { uid, isDisabled, reason }) => {
    const action = isDisabled ? 'user-disabled' : 'user-enabled';
    const audit = { operatorId: operator.id, action, subject: `user with uid ${uid}`, reason };
    const change = { uid, isDisabled, atMs: deps.clock.nowMs(), audit };
    const ended = await deps.store.setUserDisabled(operator.companyId, change);
    if (ended === null) return false;
    deps.forgetSessions(ended);
    return true;
  };
}
