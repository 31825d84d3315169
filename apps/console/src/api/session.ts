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
  #session: Session | null;

  constructor(store: Store) {
    this.#store = store;
    this.#session = readSession(store);
  }

  get current(): Session | null {
    return this.#session;
  }

  begin(session: Session): void {
    this.#session = session;
    this.#store.setItem(key, JSON.stringify(session));
  }

  end(): void {
    this.#session = null;
    this.#store.removeItem(key);
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
