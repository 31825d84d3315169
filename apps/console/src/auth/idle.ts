import { text } from '@candor/texts/console';
import { useEffect } from 'react';
import { useLogout } from 'react-admin';
import { leaveSignedOutNote } from './signed-out-note.ts';

/** As the server's own: pages that read anew by themselves must not keep a session open that nobody uses. */
const idleMaxMs = 30 * 60_000;
const lookEveryMs = 15_000;
const signsOfUse = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Signs out who has not touched the console for half an hour (R-OPS-74). */
export function useIdleSignOut(): void {
  const logout = useLogout();
  useEffect(() => {
    let usedAtMs = Date.now();
    const use = () => {
      usedAtMs = Date.now();
    };
    const look = () => {
      if (Date.now() - usedAtMs < idleMaxMs) return;
      use();
      leaveSignedOutNote(text.signIn.idle);
      void logout();
    };
    for (const sign of signsOfUse) window.addEventListener(sign, use, { passive: true });
    const timer = setInterval(look, lookEveryMs);
    return () => {
      clearInterval(timer);
      for (const sign of signsOfUse) window.removeEventListener(sign, use);
    };
  }, [logout]);
}
