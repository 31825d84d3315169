import { text } from '@candor/texts/console';
import { useEffect } from 'react';
import { api, session } from '../api/console-api.ts';
import { endSession, leaveSignedOutNote } from './end-session.ts';

/** Same as the server's limit: pages that refresh by themselves must not keep an unused session open. */
const idleMaxMs = 30 * 60_000;
const lookEveryMs = 15_000;
const signsOfUse = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Signs an operator out after half an hour without input (R-OPS-74). */
export function useIdleSignOut(): void {
  useEffect(() => {
    let usedAtMs = Date.now();
    const use = () => {
      usedAtMs = Date.now();
    };
    const look = () => {
      if (Date.now() - usedAtMs < idleMaxMs) return;
      use();
      leaveSignedOutNote(text.signIn.idle);
      void endSession(session, api);
    };
    for (const sign of signsOfUse) window.addEventListener(sign, use, { passive: true });
    const timer = setInterval(look, lookEveryMs);
    return () => {
      clearInterval(timer);
      for (const sign of signsOfUse) window.removeEventListener(sign, use);
    };
  }, []);
}
