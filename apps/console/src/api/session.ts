import type { Standing } from '@candor/contracts/console/permissions';

/** Session of a signed-in operator. */
export interface Session {
  readonly token: string;
  readonly operator: Standing & { readonly id: number; readonly email: string };
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'candor.console.session';

/**
 * Keeps the session of this tab in memory and in the tab's storage, so that a reload keeps it. Each tab signs in for
 * itself, and closing the tab removes the session.
 */
export class SessionKeeper {
  readonly #store: Store;
  readonly #listeners = new Set<() => void>();
  #session: Session | null;
  #isSignedOut = false;

  constructor(store: Store) {
    this.#store = store;
    this.#session = readSession(store);
  }

  get current(): Session | null {
    return this.#session;
  }

  /** True if the operator signed out: the next one starts at the dashboard, not at the page that was left. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  begin(session: Session): void {
    this.#isSignedOut = false;
    this.#session = session;
    this.#store.setItem(key, JSON.stringify(session));
    this.#notifyAll();
  }

  end({ isSignedOut = false } = {}): void {
    this.#isSignedOut = isSignedOut;
    this.#session = null;
    this.#store.removeItem(key);
    this.#notifyAll();
  }

  /** Calls the listener when the session begins or ends; returns the function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notifyAll(): void {
    for (const listener of this.#listeners) listener();
  }
}

function readSession(store: Store): Session | null {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Session | null;
    return typeof kept?.token === 'string' && typeof kept.operator?.role === 'string' ? kept : null;
  } catch {
    return null;
  }
}
