import type { FastifyInstance } from 'fastify';
import { registerAccountCalls } from './gateway/http/console/accounts.ts';
import { registerAuditCalls } from './gateway/http/console/audit.ts';
import { ChainWalks } from './gateway/http/console/chain-walks.ts';
import { registerClockCalls } from './gateway/http/console/clock.ts';
import { registerDashboardCalls } from './gateway/http/console/dashboard.ts';
import { registerOperatorCalls } from './gateway/http/console/operators.ts';
import { registerConsoleSignIn } from './gateway/http/console/sign-in.ts';
import { registerSignInLogCalls } from './gateway/http/console/sign-in-log.ts';
import { registerUserCalls } from './gateway/http/console/users.ts';
import type { AuditLog } from './ports/audit.ts';
import type { WatchedClock } from './ports/clock.ts';
import type { ConsolePorts } from './ports/console-ports.ts';
import type { OpenRateCounts, WorkProofs } from './ports/guards.ts';
import type { OperatorStore } from './ports/operators.ts';
import type { PeoplePorts } from './ports/people-ports.ts';
import type { ReceiptStore } from './ports/projection.ts';
import type { PasswordHasher } from './ports/secrets.ts';
import type { SignInLog } from './ports/sign-ins.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import { createDisabledMessage } from './services/identity/messages.ts';
import { findPasswordFault } from './services/identity/password-rules.ts';
import { createTotp, totpStepOf } from './services/identity/totp.ts';
import { workFor } from './services/identity/work-proofs.ts';
import { giveLimit } from './services/operators/account-limits.ts';
import { OperatorAccounts } from './services/operators/accounts.ts';
import { OwnAccount } from './services/operators/own-account.ts';
import { OperatorSessions, operatorTotpPlace, type TotpMaker } from './services/operators/sessions.ts';
import { createSetUserDisabled, UserDesk } from './services/operators/users.ts';
import type { TradingCore } from './trading/trading-core.ts';

const quarterMs = 15 * 60_000;

/** What keeps guesses at operators' accounts slow, apart from those of traders. */
export interface OperatorGuards {
  readonly hasher: PasswordHasher;
  readonly work: WorkProofs;
  readonly openRates: OpenRateCounts;
}

/** Operators' sessions: what every call of theirs is let in by, whoever registers it. */
export function createOperatorSessions(
  store: OperatorStore,
  identity: IdentityDeps,
  { hasher, work, openRates }: OperatorGuards,
): OperatorSessions {
  const { clock, ids } = identity;
  const failures = openRates('operator', quarterMs);
  return new OperatorSessions({
    store,
    hasher,
    clock,
    ids,
    failures,
    work,
    workFor,
    totp: totpOf(identity),
    signIns: identity.signIns,
  });
}

export interface ConsoleParts {
  readonly sessions: OperatorSessions;
  readonly ports: ConsolePorts;
  readonly operators: OperatorStore;
  readonly audit: AuditLog;
  readonly signInLog: SignInLog;
  readonly sms: Pick<PeoplePorts, 'smsUse' | 'smsLimits'>;
  readonly receipts: ReceiptStore;
  readonly identity: IdentityDeps;
  readonly guards: OperatorGuards;
  readonly core: TradingCore;
  /** Null where the clock cannot step. */
  readonly steps: WatchedClock | null;
  /** Resolves once the tables hold what was decided up to a place in the journal. */
  readonly caughtUp: (seq: number) => Promise<void>;
  readonly buildVersion: string;
}

/** Adds the operators' API, but for the calls that come with what they are about. */
export function composeConsole(app: FastifyInstance, parts: ConsoleParts): void {
  const { sessions, identity, core, buildVersion } = parts;
  const { reads } = parts.ports;
  const chainWalks = new ChainWalks();
  registerConsoleSignIn(app, { sessions, buildVersion, signIns: identity.signIns });
  registerSignInLogCalls(app, { sessions, signInLog: parts.signInLog, chainWalks });
  registerOperatorCalls(app, { sessions, ...createAccounts(parts) });
  const caughtUp = () => parts.caughtUp(core.committedSeq);
  registerAccountCalls(app, { sessions, reads, receipts: parts.receipts, core, caughtUp });
  registerAuditCalls(app, { sessions, reads, audit: parts.audit, chainWalks });
  const { clock, messages, tokens } = identity;
  registerClockCalls(app, { sessions, clock, steps: parts.steps, core, audit: parts.audit });
  registerDashboardCalls(app, { sessions, reads, funds: parts.ports.funds, sms: parts.sms, clock, caughtUp });
  const setUserDisabled = createSetUserDisabled({
    store: parts.operators,
    clock,
    writeDisabled: createDisabledMessage(messages),
    forgetSessions: (sessionIds) => tokens.forget(sessionIds),
    wakeMessages: (companyId) => messages.wake(companyId),
  });
  registerUserCalls(app, { sessions, setUserDisabled, users: createUserDesk(parts), tokens, state: core.state });
}

function createUserDesk({ ports, audit, identity, core }: ConsoleParts): UserDesk {
  const { clock, tokens } = identity;
  return new UserDesk({
    users: ports.users,
    audit,
    clock,
    forgetSessions: (sessionIds) => tokens.forget(sessionIds),
    giveLimit: (userId, limits) => giveLimit(core.state, userId, limits),
    renew: (userId) => tokens.renew(userId),
  });
}

function createAccounts({ ports, identity, guards }: ConsoleParts) {
  const { operatorAccounts: store } = ports;
  const { clock, ids } = identity;
  const { hasher } = guards;
  const failures = guards.openRates('own account', quarterMs);
  return {
    accounts: new OperatorAccounts({ store, hasher, ids, clock }),
    ownAccount: new OwnAccount({ store, totp: totpOf(identity), hasher, clock, failures, findPasswordFault }),
  };
}

function totpOf({ secrets }: IdentityDeps): TotpMaker {
  return {
    create: (operator, issuer) =>
      createTotp(secrets, operatorTotpPlace(operator), { issuer: `${issuer} console`, account: operator.email }),
    stepOf: (operator, sealed, code, now) => totpStepOf(secrets, operatorTotpPlace(operator), sealed, code, now),
  };
}
