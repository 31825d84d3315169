import { useSession } from './session-store.ts';
import { type Settings, useSettings } from './settings-store.ts';

export interface OtherTabsDeps {
  /** Somebody has logged in, or out: what this tab shows is another account's. */
  readonly onAccount: () => void;
  /** The server has ended the session, and another tab was the first to hear of it. */
  readonly onExpired: () => void;
  /** The same account goes on with another token. */
  readonly onToken: () => void;
}

let isRereading = false;

/** Whether the choice that is just told of was made in another tab, which sees to all that follows from it elsewhere. */
export function isChosenElsewhere(): boolean {
  return isRereading;
}

/**
 * Each tab writes all of its settings and session under the same two keys. One that did not read what another has written
 * would write the old over it, and a demo account would be lost (R-CON-10).
 */
export function followOtherTabs(deps: OtherTabsDeps): void {
  useSettings.persist.setOptions({ merge: keepOwnChart });
  window.addEventListener('storage', ({ key }) => {
    if (key === useSettings.persist.getOptions().name) reread(useSettings);
    if (key === useSession.persist.getOptions().name) followSession(deps);
  });
}

/** Two tabs may show two instruments: what one looks at does not change under the hands of who deals in the other. */
function keepOwnChart(stored: unknown, { instrumentId, instrumentName, period, ...current }: Settings): Settings {
  return { ...current, ...(stored as Partial<Settings>), instrumentId, instrumentName, period };
}

/** What the device holds is there at once, and nothing is written back. */
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
