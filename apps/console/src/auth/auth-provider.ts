import { codes } from '@candor/contracts/codes';
import { text } from '@candor/texts/console';
import type { AuthProvider } from 'react-admin';
import { type Api, CallError } from '../api/api.ts';
import type { Session, SessionKeeper } from '../api/session.ts';
import { forgetSignedOutNote, leaveSignedOutNote } from './signed-out-note.ts';
import { signInAddress } from './wanted-page.ts';

/** Who is signed in, for react-admin. `login` takes a session that is whole: password changed, second factor set up. */
export function createAuthProvider(session: SessionKeeper, api: Pick<Api, 'signOut'>): AuthProvider {
  return {
    async login({ began }: { began: Session }) {
      forgetSignedOutNote();
      session.begin(began);
    },
    async logout() {
      const token = session.current?.token;
      if (token === undefined) {
        // The framework's own redirect clears its queries while the router still changes pages: each clearing starts the
        // change anew, and the page stays empty for seconds.
        if (!window.location.pathname.endsWith('/login')) window.location.replace(signInAddress(window.location));
        return false;
      }
      session.end();
      // The session is over for this tab whatever becomes of the call.
      await api.signOut(token).catch(() => undefined);
      return undefined;
    },
    async checkAuth() {
      // Nothing to say to who has not signed in yet.
      if (session.current === null) throw Object.assign(new Error('signed out'), { message: false });
    },
    async checkError(error: unknown) {
      if (!(error instanceof CallError) || error.code !== codes.sessionExpired) return;
      leaveSignedOutNote(text.signIn.ended);
      // Said on the sign-in page.
      throw Object.assign(new Error(error.message), { message: false });
    },
    async getIdentity() {
      const operator = session.current?.operator;
      return { id: operator?.id ?? 0, fullName: operator?.email ?? '' };
    },
    async getPermissions() {
      return session.current?.operator.role ?? null;
    },
  };
}
