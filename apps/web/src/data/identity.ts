import type { SignedIn } from '@candor/contracts/http/identity';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endPush } from '../platform/push.ts';
import type { KeptSession } from '../session/kept-session.ts';
import { beginSession, useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { forgetAccount } from './account.ts';
import { api } from './api.ts';
import { socket } from './live.ts';
import { forgetNotices } from './notices.ts';
import { listsAge, queryClient } from './queries.ts';
import { toUser } from './user.ts';

/** Reloads the user of the session from the server; sessions last for weeks. */
export function useFreshUser(): void {
  const isLoggedIn = useSession((session) => session.token !== null);
  const { data } = useQuery({
    queryKey: ['mine', 'user'],
    queryFn: async ({ signal }) => toUser(await api.call('user', {}, { signal })),
    enabled: isLoggedIn,
    meta: { isQuiet: true },
  });
  useEffect(() => {
    if (data !== undefined && useSession.getState().token !== null) useSession.setState({ user: data });
  }, [data]);
}

/**
 * Ends the sessions of this device, also the one of the other kind of account; the server is informed without waiting for
 * its answer, also when the page is left at once (R-SES-41).
 */
export function logOut(): void {
  endOnServer();
  // The server pushes nothing once the session has ended; the browser forgets its subscription, too.
  void endPush().catch(() => undefined);
  const { other } = useSession.getState();
  forgetUser();
  if (other !== null) {
    // A call is sent at once, in the session of that moment.
    useSession.setState({ token: other.token });
    endOnServer();
  }
  useSession.setState({ token: null, user: null, hasExpired: false, other: null });
}

function endOnServer(): void {
  void api.call('logOut', {}, { probe: true, keepalive: true }).catch(() => undefined);
}

/** Changes to the account of the other kind that is signed in too; false if there is none (R-SCR-94). */
export function switchAccount(): boolean {
  const { other } = useSession.getState();
  if (other !== null) enter(other);
  return other !== null;
}

/** Makes a session the present one: what is on screen of an earlier account is cleared, and asked for again. */
function enter(session: KeptSession): void {
  forgetFigures();
  beginSession(session);
  socket.login();
  for (const key of ofUser) void queryClient.resetQueries({ queryKey: [key] });
}

/** Ends a session that the server no longer accepts. */
export function dropSession(): void {
  forgetUser();
  useSession.setState({ token: null, user: null, hasExpired: true });
}

/** Starts the session that a login has given. */
export function acceptSignedIn({ token, user, device }: SignedIn): void {
  if (device !== undefined) useSettings.setState({ device });
  // A demo that turns into a real account must not see the figures of the demo.
  enter({ token, user: toUser(user) });
}

/** Keys of queries whose answers are those of the user. */
const ofUser = ['orders', 'mine'] as const;

/** Clears the data of the user. */
export function forgetUser(): void {
  forgetFigures();
  for (const key of ofUser) queryClient.removeQueries({ queryKey: [key] });
}

function forgetFigures(): void {
  socket.logout();
  forgetAccount();
  listsAge.forget();
  forgetNotices();
}
