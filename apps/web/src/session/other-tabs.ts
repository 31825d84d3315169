import { useSession } from './session-store.ts';
import { type Settings, useSettings } from './settings-store.ts';

export interface OtherTabsDeps {
  /** A user has logged in or out: this tab shows the data of another account. */
  readonly onAccount: () => void;
  /** The server has ended the session, and another tab noticed first. */
  readonly onExpired: () => void;
  /** The same account has a new token. */
  readonly onToken: () => void;
}

let isRereading = false;

/** True while settings changed by another tab are being read; that tab synchronises them itself. */
export function isChosenElsewhere(): boolean {
  return isRereading;
}

/**
 * Follows changes of settings and session by other tabs. Each tab writes all of them under the same two keys; a tab
 * that did not read first would overwrite them, and a demo account would be lost (R-CON-10).
 */
export function followOtherTabs(deps: OtherTabsDeps): void {
  useSettings.persist.setOptions({ merge: keepOwnChart });
  window.addEventListener('storage', ({ key }) => {
    if (key === useSettings.persist.getOptions().name) reread(useSettings);
    if (key === useSession.persist.getOptions().name) followSession(deps);
  });
}

/** Keeps instrument and period of this tab: two tabs may show two instruments. */
function keepOwnChart(stored: unknown, { instrumentId, instrumentName, period, ...current }: Settings): Settings {
  return { ...current, ...(stored as Partial<Settings>), instrumentId, instrumentName, period };
}

/** Reads the stored state at once, without writing it back. */
function reread({ persist }: { readonly persist: { rehydrate(): Promise<void> | void } }): void {
  isRereading = true;
  void persist.rehydrate();
  isRereading = false;
}

function followSession({ onAccount, onExpired, onToken }: OtherTabsDeps): void {
  const before = useSession.getState();
  reread(useSession);
  const now = useSession.getState();
  const isEnded = now.user === null && now.hasExpired;
  if (now.user?.id !== before.user?.id) return isEnded ? onExpired() : onAccount();
  if (now.token !== before.token) onToken();
}
