import type { CompanyId } from '@candor/domain/values/ids';
import type { WorkProofs } from '../../ports/guards.ts';
import type { ServerPorts } from '../../ports/server-ports.ts';
import type { SignInRecorder } from '../../ports/sign-ins.ts';
import { type LosesDecision, OperatorAccounts } from './accounts.ts';
import { ClientNotes } from './client-notes.ts';
import { type InvitationDeps, Invitations } from './invitations.ts';
import { OwnAccount } from './own-account.ts';
import { OperatorSessions, type TotpMaker } from './sessions.ts';
import { createSetUserDisabled, UserDesk } from './users.ts';

type Ports = Pick<
  ServerPorts,
  | 'clock'
  | 'ids'
  | 'audit'
  | 'clientNotes'
  | 'operators'
  | 'operatorAccounts'
  | 'operatorHasher'
  | 'openRates'
  | 'turns'
  | 'users'
>;

/** Functions of other areas that operators' use cases call. */
interface Links {
  readonly totp: TotpMaker;
  readonly work: WorkProofs;
  readonly workFor: ConstructorParameters<typeof OperatorSessions>[0]['workFor'];
  readonly signIns: SignInRecorder;
  readonly findPasswordFault: ConstructorParameters<typeof OwnAccount>[0]['findPasswordFault'];
  readonly writeDisabled: Parameters<typeof createSetUserDisabled>[0]['writeDisabled'];
  readonly tokens: { forget(sessionIds: readonly string[]): void; renew(userId: number): void };
  readonly applyLimits: ConstructorParameters<typeof UserDesk>[0]['applyLimits'];
  readonly losesDecision: LosesDecision;
  readonly consoleOriginOf: InvitationDeps['consoleOriginOf'];
  readonly wakeMessages: (companyId: CompanyId) => void;
}

const quarterMs = 15 * 60_000;

/** Creates operators' sessions and accounts, and their actions on users. Guesses are counted apart from traders'. */
export function createOperators(ports: Ports, links: Links) {
  const { clock, ids, audit, operators, operatorAccounts, operatorHasher: hasher, openRates, turns, users } = ports;
  const { totp, work, workFor, signIns, findPasswordFault, writeDisabled, tokens, applyLimits, wakeMessages } = links;
  const forgetSessions = (sessionIds: readonly string[]) => tokens.forget(sessionIds);
  const failures = openRates('operator', quarterMs);
  const ownFailures = openRates('own account', quarterMs);
  const invitations = new Invitations({
    store: operatorAccounts,
    hasher,
    ids,
    clock,
    failures: openRates('invitations', quarterMs),
    findPasswordFault,
    consoleOriginOf: links.consoleOriginOf,
    wakeMessages,
  });
  return {
    invitations,
    sessions: new OperatorSessions({ store: operators, hasher, clock, ids, failures, work, workFor, totp, signIns }),
    accounts: new OperatorAccounts({
      store: operatorAccounts,
      hasher,
      ids,
      clock,
      wakeMessages,
      invitations,
      losesDecision: links.losesDecision,
    }),
    ownAccount: new OwnAccount({
      store: operatorAccounts,
      totp,
      hasher,
      clock,
      failures: ownFailures,
      findPasswordFault,
    }),
    notes: new ClientNotes(ports.clientNotes, users, clock),
    users: new UserDesk({
      users,
      audit,
      clock,
      forgetSessions,
      applyLimits,
      turns,
      renew: (userId) => tokens.renew(userId),
    }),
    setUserDisabled: createSetUserDisabled({ store: operators, clock, writeDisabled, forgetSessions, wakeMessages }),
  };
}
