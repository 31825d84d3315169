import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { KeyedTurns } from '../../ports/guards.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type {
  ListedUser,
  OperatorRecord,
  OperatorStore,
  UserDirectory,
  UserLimits,
  UserQuery,
  UserRating,
} from '../../ports/operators.ts';

/** Users as seen and changed by their company's operators, apart from disabling (R-OPS-15, R-OPS-16). */
export class UserDesk {
  readonly #users: UserDirectory;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #forgetSessions: (sessionIds: readonly string[]) => void;
  readonly #applyLimits: (userId: number, limits: UserLimits) => Promise<void>;
  readonly #renew: (userId: number) => void;
  readonly #turns: KeyedTurns;

  constructor(deps: {
    users: UserDirectory;
    audit: AuditLog;
    clock: Clock;
    forgetSessions: (sessionIds: readonly string[]) => void;
    /** Puts a user's limits in force in the core. */
    applyLimits: (userId: number, limits: UserLimits) => Promise<void>;
    renew: (userId: number) => void;
    turns: KeyedTurns;
  }) {
    this.#users = deps.users;
    this.#audit = deps.audit;
    this.#clock = deps.clock;
    this.#forgetSessions = deps.forgetSessions;
    this.#applyLimits = deps.applyLimits;
    this.#renew = deps.renew;
    this.#turns = deps.turns;
  }

  list(companyId: CompanyId, query: UserQuery) {
    return this.#users.list(companyId, query);
  }

  /** Returns all facts of a user, recording the view first. Null for an unknown uid. */
  async open(by: OperatorRecord, uid: string): Promise<{ listed: ListedUser; limits: UserLimits } | null> {
    const listed = await this.#users.find(by.companyId, uid);
    if (listed === null) return null;
    await this.#audit.append(by.companyId, entry(by, 'user-viewed', uid, ''));
    return { listed, limits: await this.#users.limits(by.companyId, listed.user.id) };
  }

  /** Ends a user's sessions and sockets at once; false for an unknown user. */
  async endSessions(by: OperatorRecord, uid: string, reason: string): Promise<boolean> {
    const listed = await this.#users.find(by.companyId, uid);
    if (listed === null) return false;
    const change = { atMs: this.#clock.nowMs(), audit: entry(by, 'user-signed-out', uid, reason) };
    this.#forgetSessions(await this.#users.endSessions(by.companyId, listed.user.id, change));
    return true;
  }

  /**
   * Sets limits for future requests; changes of a user run in sequence at all gateways together, so that the last stored
   * one is in effect. False for an unknown user.
   */
  limit(by: OperatorRecord, uid: string, limits: UserLimits, reason: string): Promise<boolean> {
    return this.#turns.run(`limits ${by.companyId} ${uid}`, () => this.#limit(by, uid, limits, reason));
  }

  /** Sets a rating, visible to the user from the next call (R-OPS-22). False for an unknown user. */
  async rate(by: OperatorRecord, uid: string, rating: UserRating, reason: string): Promise<boolean> {
    const listed = await this.#users.find(by.companyId, uid);
    if (listed === null) return false;
    const audit = entry(by, 'user-rated', uid, `score ${rating.score}, level ${rating.level}: ${reason}`);
    await this.#users.rate(by.companyId, listed.user.id, { rating, atMs: this.#clock.nowMs(), audit });
    this.#renew(listed.user.id);
    return true;
  }

  async #limit(by: OperatorRecord, uid: string, limits: UserLimits, reason: string): Promise<boolean> {
    const listed = await this.#users.find(by.companyId, uid);
    if (listed === null) return false;
    const audit = entry(by, 'user-limited', uid, `${describe(limits)}: ${reason}`);
    await this.#users.setLimits(by.companyId, listed.user.id, { limits, atMs: this.#clock.nowMs(), audit });
    // The stored ones, also if the turn was lost with its connection.
    await this.#applyLimits(listed.user.id, await this.#users.limits(by.companyId, listed.user.id));
    return true;
  }
}

function entry(by: OperatorRecord, action: string, uid: string, reason: string) {
  return { operatorId: by.id, action, subject: `user with uid ${uid}`, reason };
}

function describe(limits: UserLimits): string {
  const { leverageMax, ordersMax, withdrawalDayMax, isOpeningBlocked, isWithdrawalBlocked } = limits;
  return (
    [
      leverageMax > 0 && `leverage ${leverageMax}`,
      ordersMax > 0 && `orders ${ordersMax}`,
      withdrawalDayMax > 0n && `withdrawals a day ${withdrawalDayMax} micros`,
      isOpeningBlocked && 'no opening',
      isWithdrawalBlocked && 'no withdrawal',
    ]
      .filter((part) => part !== false)
      .join(', ') || 'no limits'
  );
}

export interface UserSwitch {
  readonly uid: string;
  readonly isDisabled: boolean;
  readonly reason: string;
}

/** Resolves to false if the operator's company has no such user. */
export type SetUserDisabled = (
  operator: OperatorRecord,
  company: CompanyRecord,
  change: UserSwitch,
) => Promise<boolean>;

/**
 * Disables a user, ending sessions and sockets at once and notifying them, or enables them again; change, audit entry
 * and message are stored together (R-OPS-06).
 */
export function createSetUserDisabled(deps: {
  readonly store: OperatorStore;
  readonly clock: Clock;
  readonly writeDisabled: (user: UserRecord, company: CompanyRecord) => NewMessage;
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
  readonly wakeMessages: (companyId: CompanyId) => void;
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

/** Returns the limits of all accounts that have any, as rules for the core (R-OPS-16). */
export async function loadLimits(
  store: Pick<UserDirectory, 'allLimits'>,
  companyIds: readonly CompanyId[],
): Promise<RuleChange[]> {
  const changes: RuleChange[] = [];
  for (const companyId of companyIds) {
    for (const [userId, limits] of await store.allLimits(companyId)) changes.push(toLimitsRule(userId, limits));
  }
  return changes;
}

/** Returns the limits of a user's trading account, which has the user's number. Open orders keep their leverage. */
export function toLimitsRule(userId: number, { leverageMax, ordersMax, isOpeningBlocked }: UserLimits): RuleChange {
  const orNone = (max: number) => (max === 0 ? null : max);
  const limits = { leverageMax: orNone(leverageMax), ordersMax: orNone(ordersMax), isOpeningBlocked };
  return { rule: 'limits', accountId: userId as AccountId, limits };
}
