import { codes } from '@candor/contracts/codes';
import type { Favourites } from '@candor/contracts/http/content';
import { CallError, type Client } from './client.ts';

export const favouritesMax = 200;

/** A change of a list as a function, so that it can be applied again to a list that another device has changed. */
export type Change = (ids: readonly number[]) => readonly number[];

export const adding =
  (id: number): Change =>
  (ids) =>
    ids.includes(id) || ids.length >= favouritesMax ? ids : [...ids, id];

export const removing =
  (id: number): Change =>
  (ids) =>
    ids.filter((one) => one !== id);

/**
 * Returns the change that reorders and removes among the instruments on screen; instruments added meanwhile stay at the
 * end.
 */
export const arranging =
  (seen: readonly number[], arranged: readonly number[]): Change =>
  (ids) => [...arranged.filter((id) => ids.includes(id)), ...ids.filter((id) => !seen.includes(id))];

export interface AccountFavourites {
  readonly accountId: number;
  readonly ids: readonly number[];
  readonly version: number;
}

export interface FavouriteState {
  /** Favourites of a visitor, kept on this device. */
  readonly own: readonly number[];
  /** Favourites of the account as last answered; readable without a connection. */
  readonly account: AccountFavourites | null;
  /** Favourites on screen, with changes in progress; null while those of the account are unknown. */
  readonly shown: readonly number[] | null;
  readonly hasFailed: boolean;
}

export interface FavouriteDeps {
  readonly client: Pick<Client, 'call'>;
  readonly accountId: () => number | null;
  readonly read: () => FavouriteState;
  readonly write: (change: Partial<FavouriteState>) => void;
}

const conflictsMax = 5;

/**
 * Favourites. Those of a visitor stay on the device; those of an account are on the server (R-SCR-50). A
 * change is shown at once and reverted if the server cannot be reached; if another device was faster, the change is
 * applied to its list.
 */
export class FavouriteList {
  readonly #deps: FavouriteDeps;
  #waiting: readonly Change[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(deps: FavouriteDeps) {
    this.#deps = deps;
  }

  /** Fetches the favourites of the account; an account without any takes over those of the visitor. */
  async load(): Promise<void> {
    const deps = this.#deps;
    this.#show();
    const accountId = deps.accountId();
    if (accountId === null) return;
    try {
      const answer = await deps.client.call('favourites', {});
      const { own } = deps.read();
      if (answer.version === 0 && own.length > 0 && deps.accountId() === accountId) await this.#post(accountId, own, 0);
      else this.#keep(accountId, answer);
    } catch {
      if (deps.accountId() === accountId && this.#known() === null) deps.write({ hasFailed: true });
    }
  }

  /** Shows a change at once. Rejects, and reverts it, when the server cannot be reached. */
  async change(change: Change): Promise<void> {
    const accountId = this.#deps.accountId();
    if (accountId === null) {
      this.#deps.write({ own: change(this.#deps.read().own) });
      this.#show();
      return;
    }
    if (this.#known() === null) await this.load();
    if (this.#known() === null) throw new CallError('ERR_NETWORK', 'the favourites are not known', false);
    this.#waiting = [...this.#waiting, change];
    this.#show();
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#send(accountId, change));
    try {
      await this.#sending;
    } finally {
      this.#waiting = this.#waiting.filter((one) => one !== change);
      this.#show();
    }
  }

  #known(): AccountFavourites | null {
    const { account } = this.#deps.read();
    return account !== null && account.accountId === this.#deps.accountId() ? account : null;
  }

  #show(): void {
    const made = (ids: readonly number[]) => this.#waiting.reduce((list, change) => change(list), ids);
    const ids = this.#deps.accountId() === null ? this.#deps.read().own : this.#known()?.ids;
    this.#deps.write({ shown: ids === undefined ? null : made(ids) });
  }

  /** Stores an answer, unless another user has logged in since the request or a later answer is here. */
  #keep(accountId: number, { ids, version }: Favourites): void {
    if (this.#deps.accountId() !== accountId || (this.#known()?.version ?? 0) > version) return;
    this.#deps.write({ account: { accountId, ids, version }, hasFailed: false });
    this.#show();
  }

  async #post(accountId: number, ids: readonly number[], version: number): Promise<'done' | 'conflict'> {
    const fields = { ids: ids.join(','), version };
    try {
      this.#keep(accountId, await this.#deps.client.call('saveFavourites', fields, { retries: 1 }));
      return 'done';
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== codes.versionChanged) throw error;
      this.#keep(accountId, error.data as Favourites);
      return 'conflict';
    }
  }

  async #send(accountId: number, change: Change): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const list = this.#known();
      if (list === null || this.#deps.accountId() !== accountId) return;
      const ids = change(list.ids);
      if (isSame(ids, list.ids) || (await this.#post(accountId, ids, list.version)) === 'done') return;
      if (tries >= conflictsMax) throw new CallError(codes.versionChanged, '', false);
    }
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
