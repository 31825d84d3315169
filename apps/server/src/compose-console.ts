import type { FastifyInstance } from 'fastify';
import { registerConsoleSignIn } from './gateway/http/console/sign-in.ts';
import { registerUserCalls } from './gateway/http/console/users.ts';
import type { OperatorStore } from './ports/operator-store.ts';
import { Attempts } from './services/identity/attempts.ts';
import { createDisabledMessage } from './services/identity/disabled-message.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import { OperatorSessions } from './services/operators/operator-sessions.ts';
import { createSetUserDisabled } from './services/operators/set-user-disabled.ts';

const quarterMs = 15 * 60_000;

/** Operators' sessions: what every call of theirs is let in by, whoever registers it. */
export function createOperatorSessions(
  store: OperatorStore,
  { clock, ids, hasher }: Pick<IdentityDeps, 'clock' | 'ids' | 'hasher'>,
): OperatorSessions {
  return new OperatorSessions({ store, hasher, clock, ids, failures: new Attempts(clock, quarterMs) });
}

export interface ConsoleParts {
  readonly sessions: OperatorSessions;
  readonly operators: OperatorStore;
  readonly identity: IdentityDeps;
  readonly buildVersion: string;
}

/** Adds the operators' API, but for the calls that come with what they are about. */
export function composeConsole(app: FastifyInstance, parts: ConsoleParts): void {
  const { sessions, operators: store, identity, buildVersion } = parts;
  const { clock, messages, tokens } = identity;
  registerConsoleSignIn(app, { sessions, buildVersion });
  const setUserDisabled = createSetUserDisabled({
    store,
    clock,
    writeDisabled: createDisabledMessage(messages),
    forgetSessions: (sessionIds) => tokens.forget(sessionIds),
    wakeMessages: (companyId) => messages.wake(companyId),
  });
  registerUserCalls(app, { sessions, setUserDisabled });
}
