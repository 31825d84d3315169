import { codes } from '@candor/contracts/codes';
import { text } from '@candor/texts/console';
import { type Api, CallError } from '../api/api.ts';
import type { SessionKeeper } from '../api/session.ts';
import { leaveSignedOutNote } from './signed-out-note.ts';

/** Ends the session of this tab, then on the server. */
export async function endSession(session: SessionKeeper, api: Pick<Api, 'signOut'>): Promise<void> {
  const token = session.current?.token;
  if (token === undefined) return;
  session.end();
  // The session of this tab has ended even if the call fails.
  await api.signOut(token).catch(() => undefined);
}

/** Ends the session of this tab if a call was refused because it has expired; true if so. */
export function endIfExpired(session: SessionKeeper, error: unknown): boolean {
  if (!(error instanceof CallError) || error.code !== codes.sessionExpired) return false;
  // Shown on the sign-in page.
  leaveSignedOutNote(text.signIn.ended);
  session.end();
  return true;
}
