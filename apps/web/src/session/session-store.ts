import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { fromOldSession, type User } from '../data/user.ts';
import { type KeptSession, keptBeside } from './kept-session.ts';

interface SessionState {
  readonly token: string | null;
  readonly user: User | null;
  /** True if the server has ended the last session; false after a logout, which needs no notice. */
  readonly hasExpired: boolean;
  /** Session of the other kind of account, demo beside real, which stays signed in; null for none (R-SCR-94). */
  readonly other: KeptSession | null;
}

/** The session of this device, kept across visits (R-CON-10). */
export const useSession = create<SessionState>()(
  persist((): SessionState => ({ token: null, user: null, hasExpired: false, other: null }), {
    name: 'candor.session',
    version: 2,
    migrate: (stored) => fromOldSession(stored) as SessionState,
  }),
);

/** Makes a session the present one; one of the other kind stays beside it. */
export function beginSession(next: KeptSession): void {
  useSession.setState((now) => ({ ...next, hasExpired: false, other: keptBeside(now, next) }));
}

/** True if a real account is signed in beside the present session, which is a demo or has expired (R-SCR-94). */
export function hasRealBeside({ other }: Pick<SessionState, 'other'>): boolean {
  return other !== null && !other.user.isDemo;
}

export function isDemo(user: User | null): boolean {
  return user?.isDemo === true;
}
