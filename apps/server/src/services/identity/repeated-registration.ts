import type { ClientRequest, EarlierRegistration } from '../../ports/credentials.ts';
import type { UserRecord } from '../../ports/identity.ts';
import type { Caller, IdentityDeps } from './identity-deps.ts';
import { IdentityRefusal } from './refusal.ts';
import { type SignedInUser, signIn } from './sign-in.ts';

/** How long a registration whose answer was lost may be sent again. */
const repeatMaxMs = 5 * 60_000;
/** Repeats of one request at the same moment replace each other's session. */
const attemptsMax = 3;

/**
 * Signs in the user of a registration sent again (R-SES-28): within five minutes, while the session it was given
 * lives, and neither password nor second factor has changed. Refuses `accountTaken`: the password signs in.
 */
export async function signInAgain(deps: IdentityDeps, caller: Caller, request: ClientRequest): Promise<SignedInUser> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const known = await deps.credentials.findRegistration(caller.company.id, request);
    if (known === 'conflict') throw new IdentityRefusal('idempotencyConflict');
    if (known === null || !isRepeatable(known, deps.clock.nowMs())) break;
    const signedIn = await signInFor(deps, caller, known.user, { request, expected: known.sessionId });
    if (signedIn !== null) return signedIn;
  }
  throw new IdentityRefusal('accountTaken');
}

/** A session that takes the place of `expected` as the one of a registration; null when something has changed meanwhile. */
export async function signInFor(
  deps: IdentityDeps,
  caller: Caller,
  user: UserRecord,
  { request, expected }: { readonly request: ClientRequest; readonly expected: string | null },
): Promise<SignedInUser | null> {
  const sessionId = deps.ids.uuid();
  const signedIn = await signIn(deps, caller, user, sessionId);
  if (await deps.credentials.bindSession(caller.company.id, request, { sessionId, expected })) {
    if (expected !== null) deps.tokens.forget([expected]);
    return signedIn;
  }
  await deps.tokens.endSession(user, sessionId);
  return null;
}

/** A request whose user has never signed in was interrupted before its answer. */
function isRepeatable(known: EarlierRegistration, nowMs: number): boolean {
  if (known.user.isDisabled || !known.areCredentialsUnchanged) return false;
  if (nowMs - known.answeredAtMs > repeatMaxMs) return false;
  return known.sessionId === null ? !known.hasSignedIn : known.isSessionAlive;
}
