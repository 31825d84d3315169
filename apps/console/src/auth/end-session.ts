import { codes } from '@candor/contracts/codes';
import { text } from '@candor/texts/console';
import { type Api, CallError } from '../api/api.ts';
import type { SessionKeeper } from '../api/session.ts';

/** Ends the session of this tab, then on the server. `isSignedOut`: the operator asked for it. */
export async function endSession(
  session: SessionKeeper,
  api: Pick<Api, 'signOut'>,
  { isSignedOut = false } = {},
): Promise<void> {
  const token = session.current?.token;
  if (token === undefined) return;
  session.end({ isSignedOut });
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

let note: string | null = null;

/** Keeps the reason of a sign-out, which the sign-in page shows until somebody signs in. */
export function leaveSignedOutNote(text: string): void {
  note = text;
}

export function signedOutNote(): string | null {
  return note;
}

export function forgetSignedOutNote(): void {
  note = null;
}

/** Returns the path of the sign-in page, with the requested page as `from`. */
export function signInPath({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const wanted = `${pathname}${search}`;
  return /^\/?$/.test(wanted) ? '/login' : `/login?from=${encodeURIComponent(wanted)}`;
}

/** Returns the requested page from the query of the sign-in; undefined if it is outside the console or the sign-in itself. */
export function wantedPage(search: string): string | undefined {
  const from = new URLSearchParams(search).get('from') ?? '';
  const isInside = /^\/(?![/\\])[^\\\s]*$/.test(from) && !/^\/login(?:[/?#]|$)/.test(from);
  return isInside ? from : undefined;
}
