import { codes } from '@candor/contracts/codes';
import type { Favourites } from '@candor/contracts/http/content';
import type { CallName } from '@candor/contracts/http/paths';
import { beforeEach, describe, expect, test } from 'vitest';
import { CallError } from './client.ts';
import { adding, arranging, FavouriteList, type FavouriteState, favouritesMax, removing } from './favourite-list.ts';

/** Keeps the lists of accounts as the server does: by version, refusing the slower of two changes. */
class Accounts {
  readonly lists = new Map<number, Favourites>();
  failure: CallError | null = null;
  /** Executes the next change and loses its answer, once. */
  losesNext = false;

  of(id: number): Favourites {
    return this.lists.get(id) ?? { ids: [], version: 0 };
  }

  clientOf(id: () => number | null) {
    const fail = () => {
      if (this.failure !== null) throw this.failure;
    };
    const post = async (body: object, isRepeated = false): Promise<never> => {
      fail();
      const account = id() ?? 0;
      const { ids, version } = body as { ids: string; version: number };
      const now = this.of(account);
      if (version !== now.version) throw new CallError(codes.versionChanged, 'changed', true, now);
      this.lists.set(account, { ids: ids.split(',').filter(Boolean).map(Number), version: version + 1 });
      if (this.losesNext && !isRepeated) {
        this.losesNext = false;
        return post(body, true);
      }
      return this.of(account) as never;
    };
    return {
      call: async (name: CallName, body: object): Promise<never> => {
        if (name === 'saveFavourites') return post(body);
        fail();
        return this.of(id() ?? 0) as never;
      },
    };
  }
}

class Device {
  accountId: number | null = null;
  state: FavouriteState = { own: [], account: null, shown: null, hasFailed: false };
  readonly favourites;

  constructor(accounts: Accounts) {
    this.favourites = new FavouriteList({
      client: accounts.clientOf(() => this.accountId),
      accountId: () => this.accountId,
      read: () => this.state,
      write: (change) => (this.state = { ...this.state, ...change }),
    });
  }

  get shown() {
    return this.state.shown;
  }

  async logIn(id: number | null): Promise<void> {
    this.accountId = id;
    await this.favourites.load();
  }

  change(...changes: Parameters<Device['favourites']['change']>): Promise<void> {
    return this.favourites.change(...changes);
  }
}

const offline = new CallError('ERR_NETWORK', 'no net', false);
let accounts: Accounts;
let phone: Device;
beforeEach(() => {
  accounts = new Accounts();
  phone = new Device(accounts);
});

describe('R-SCR-50 favourites', () => {
  test('of a visitor stay on the device, and are copied to an account that never had any', async () => {
    await phone.logIn(null);
    await phone.change(adding(3));
    await phone.change(adding(1));
    expect(phone.shown).toEqual([3, 1]);
    await phone.logIn(7);
    expect(accounts.of(7)).toEqual({ ids: [3, 1], version: 1 });
    await phone.change(removing(3));
    await phone.logIn(null);
    expect(phone.shown).toEqual([3, 1]);
  });

  test('of an account with a list, even an emptied one, replace those of the device', async () => {
    await phone.logIn(null);
    await phone.change(adding(3));
    accounts.lists.set(7, { ids: [5], version: 4 });
    accounts.lists.set(8, { ids: [], version: 2 });
    await phone.logIn(7);
    expect(phone.shown).toEqual([5]);
    await phone.logIn(8);
    expect(phone.shown).toEqual([]);
    expect(accounts.of(8).version).toBe(2);
  });

  test('a change is shown at once, and reverted if the server cannot be reached', async () => {
    accounts.lists.set(7, { ids: [5], version: 1 });
    await phone.logIn(7);
    accounts.failure = offline;
    const sent = phone.change(adding(6));
    expect(phone.shown).toEqual([5, 6]);
    await expect(sent).rejects.toBe(offline);
    expect(phone.shown).toEqual([5]);
    expect(accounts.of(7)).toEqual({ ids: [5], version: 1 });
  });

  test('of two devices that change the list at once, the slower one’s change is repeated on the newer list', async () => {
    accounts.lists.set(7, { ids: [1, 2, 3], version: 1 });
    const tablet = new Device(accounts);
    await phone.logIn(7);
    await tablet.logIn(7);
    await tablet.change(adding(9));
    await tablet.change(removing(2));
    await phone.change(arranging([1, 2, 3], [3, 2, 1]));
    expect(accounts.of(7).ids).toEqual([3, 1, 9]);
    expect(phone.shown).toEqual([3, 1, 9]);
  });

  test('a change whose answer was lost is not made twice', async () => {
    await phone.logIn(7);
    accounts.losesNext = true;
    await phone.change(adding(6));
    expect(accounts.of(7)).toEqual({ ids: [6], version: 1 });
    expect(phone.shown).toEqual([6]);
  });

  test('quick taps are sent in turn, each based on the list after the last one', async () => {
    await phone.logIn(7);
    await Promise.all([phone.change(adding(1)), phone.change(adding(2)), phone.change(removing(1))]);
    expect(accounts.of(7)).toEqual({ ids: [2], version: 3 });
  });

  test('known ones are readable offline, unknown ones report a failure, and no account sees another’s', async () => {
    accounts.lists.set(7, { ids: [5], version: 1 });
    await phone.logIn(7);
    accounts.failure = offline;
    await phone.logIn(7);
    expect([phone.shown, phone.state.hasFailed]).toEqual([[5], false]);
    await phone.logIn(8);
    expect([phone.shown, phone.state.hasFailed]).toEqual([null, true]);
    await expect(phone.change(adding(1))).rejects.toMatchObject({ code: 'ERR_NETWORK' });
    accounts.failure = null;
    await phone.change(adding(1));
    expect(accounts.of(8)).toEqual({ ids: [1], version: 1 });
  });

  test('are at most 200', async () => {
    await phone.logIn(null);
    for (let id = 1; id <= favouritesMax + 1; id += 1) await phone.change(adding(id));
    expect(phone.shown).toHaveLength(200);
  });
});
