import { codes } from '@candor/contracts/codes';
import { text } from '@candor/texts/console';
import type { AuthProvider } from 'react-admin';
import { type Api, CallError } from '../api/api.ts';
import type { Session, SessionKeeper } from '../api/session.ts';
import { forgetSignedOutNote, leaveSignedOutNote } from './signed-out-note.ts';
import { signInAddress } from './wanted-page.ts';

/** Session of react-admin. `login` takes a complete session: password changed, second factor set up. */
export function createAuthProvider(session: SessionKeeper, api: Pick<Api, 'signOut'>): AuthProvider {
  return {
    async login({ began }: { began: Session }) {
      forgetSignedOutNote();
      session.begin(began);
    },
    async logout() {
      const token = session.current?.token;
      if (token === undefined) {
        // react-admin's redirect clears its queries during the page change, which restarts it: the page stays empty for seconds.
        if (!window.location.pathname.endsWith('/login')) window.location.replace(signInAddress(window.location));
        return false;
      }
      session.end();
      // The session of this tab has ended even if the call fails.
      await api.signOut(token).catch(() => undefined);
      return undefined;
    },
    async checkAuth() {
      // No message for a visitor who has not signed in yet.
      if (session.current === null) throw Object.assign(new Error('signed out'), { message: false });
    },
    async checkError(error: unknown) {
      if (!(error instanceof CallError) || error.code !== codes.sessionExpired) return;
      leaveSignedOutNote(text.signIn.ended);
      // Shown on the sign-in page.
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
