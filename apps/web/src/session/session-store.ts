import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { fromOldSession, type User } from '../data/user.ts';

interface SessionState {
  readonly token: string | null;
  readonly user: User | null;
  /** True if the server has ended the last session; false after a logout, which needs no notice. */
  readonly hasExpired: boolean;
}

/** The session of this device, kept across visits (R-CON-10). */
export const useSession = create<SessionState>()(
  persist((): SessionState => ({ token: null, user: null, hasExpired: false }), {
    name: 'candor.session',
    version: 2,
    migrate: (stored) => fromOldSession(stored) as SessionState,
  }),
);

export function isDemo(user: User | null): boolean {
  return user?.isDemo === true;
}
