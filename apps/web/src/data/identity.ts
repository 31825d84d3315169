import type { SignedIn } from '@candor/contracts/http/identity';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endPush } from '../platform/push.ts';
import { useSession } from '../session/session-store.ts';
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
 * Ends the session on this device; the server is informed without waiting for its answer, also when the page is left at
 * once (R-SES-41).
 */
export function logOut(): void {
  void api.call('logOut', {}, { probe: true, keepalive: true }).catch(() => undefined);
  // The server pushes nothing once the session has ended; the browser forgets its subscription, too.
  void endPush().catch(() => undefined);
  forgetUser();
  useSession.setState({ token: null, user: null, hasExpired: false });
}

/** Ends a session that the server no longer accepts. */
export function dropSession(): void {
  forgetUser();
  useSession.setState({ token: null, user: null, hasExpired: true });
}

/** Starts the session that a login has given. */
export function acceptSignedIn({ token, user, device }: SignedIn): void {
  // A demo that turns into a real account must not see the figures of the demo.
  forgetUser();
  if (device !== undefined) useSettings.setState({ device });
  useSession.setState({ token, user: toUser(user), hasExpired: false });
  socket.login();
}

/** Clears the data of the user. */
export function forgetUser(): void {
  socket.logout();
  forgetAccount();
  listsAge.forget();
  forgetNotices();
  for (const key of ['orders', 'mine']) queryClient.removeQueries({ queryKey: [key] });
}
