import { useEffect, useRef, useSyncExternalStore } from 'react';

const offKey = 'candor.console.keys';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True unless the operator has switched single keys off on this device (WCAG 2.1.4). */
export function areKeysOn(store: Pick<Storage, 'getItem'> = localStorage): boolean {
  return store.getItem(offKey) !== 'off';
}

export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, 'off');
  for (const listener of listeners) listener();
}

export function useKeysSwitch(): boolean {
  return useSyncExternalStore(subscribe, () => areKeysOn());
}

/** A press of a key, as far as shortcuts look at it. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

/** Name of the shortcut for a press: the key in lower case; null for keys with a modifier and for repeated ones. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, repeat }: Press): string | null {
  return ctrlKey || metaKey || altKey || repeat ? null : key.toLowerCase();
}

const typing =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox]';
const own = 'a, button, [role=menuitem], [role=tab], [role=option]';

/** True if the press belongs to what has the focus: a field, an open dialog or menu, or Enter on a link or button. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(typing) != null) return true;
  if (document.querySelector('[role=dialog], [role=menu].MuiMenu-list') !== null) return true;
  return event.key === 'Enter' && target?.closest(own) != null;
}

/** Runs an action for a key of the page. Keys rest while typing and under a dialog. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      const act = name === null ? undefined : latest.current[name];
      if (act === undefined || event.defaultPrevented || !areKeysOn() || isTaken(event)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
