import type { User } from '@candor/contracts/http/identity';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface SessionState {
  readonly token: string | null;
  readonly user: User | null;
  /** The server has ended the last session: whoever logs out himself needs no word about it, in this tab or another. */
  readonly hasExpired: boolean;
}

/** Who is logged in on this device, kept across visits (R-CON-10). */
export const useSession = create<SessionState>()(
  persist((): SessionState => ({ token: null, user: null, hasExpired: false }), { name: 'candor.session', version: 1 }),
);

export function isDemo(user: User | null): boolean {
  return user?.is_demo === 1;
}
