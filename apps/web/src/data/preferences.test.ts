import type { Preferences } from '@candor/contracts/http/content';
import type { CallName } from '@candor/contracts/http/paths';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CallError } from './client.ts';
import { type Choices, PreferenceSync, type UnsentChoices } from './preferences.ts';

const deviceDefault: Choices = {
  theme: 'light',
  chart_colours: 'blue-red',
  chart_zone: 'new-york',
  text_size: 'normal',
  confirm_orders: false,
  position_lines: true,
  hollow_candles: false,
};
const nothingChosen: Preferences = {
  theme: null,
  chart_colours: null,
  chart_zone: null,
  text_size: null,
  confirm_orders: null,
  position_lines: null,
  hollow_candles: null,
  ranking_opt_in: false,
};

/** Keeps accounts' choices as the server does; a set `failure` is thrown instead of the answer. */
class Accounts {
  readonly #chosen = new Map<number, Preferences>();
  failure: CallError | null = null;
  readonly posts: object[] = [];
  /** Runs after an answer was computed and before it arrives. */
  onTheWay: () => Promise<unknown> | void = () => undefined;

  of(id: number): Preferences {
    return this.#chosen.get(id) ?? nothingChosen;
  }

  set(id: number, fields: Partial<Preferences>): void {
    this.#chosen.set(id, { ...this.of(id), ...fields });
  }

  clientOf(id: () => number | null) {
    const answer = async () => {
      if (this.failure !== null) throw this.failure;
      const made = this.of(id() ?? 0);
      await this.onTheWay();
      return made as never;
    };
    return {
      call: (name: CallName, body: object) => {
        if (name === 'preferences') return answer();
        this.posts.push(body);
        if (this.failure === null) this.set(id() ?? 0, body);
        return answer();
      },
    };
  }
}

/** A phone with its own choices. */
class Phone {
  accountId: number | null = null;
  choices = deviceDefault;
  ranking: boolean | null = null;
  rankingFailed = false;
  readonly problems: unknown[] = [];
  #unsent: UnsentChoices = { accountId: null, choices: {} };
  readonly preferences;

  constructor(accounts: Accounts) {
    this.preferences = new PreferenceSync({
      client: accounts.clientOf(() => this.accountId),
      accountId: () => this.accountId,
      applyHere: (choices) => this.#change(choices),
      unsent: { read: () => this.#unsent, write: (unsent) => (this.#unsent = unsent) },
      onRanking: (isIn, hasFailed) => Object.assign(this, { ranking: isIn, rankingFailed: hasFailed }),
      onUnsaved: (error) => this.problems.push(error),
    });
  }

  #change(choices: Partial<Choices>): void {
    const before = this.choices;
    this.choices = { ...before, ...choices };
    this.preferences.changed(this.choices, before);
  }

  /** Changes choices as a tap does. */
  choose(choices: Partial<Choices>): void {
    this.#change(choices);
  }

  async logIn(id: number): Promise<void> {
    this.accountId = id;
    await this.preferences.load();
  }

  reload(): Promise<void> {
    return this.preferences.load();
  }
}

const offline = new CallError('ERR_NETWORK', 'no net', false);
let accounts: Accounts;
let phone: Phone;
beforeEach(() => {
  accounts = new Accounts();
  phone = new Phone(accounts);
});

describe('R-CNT-07 choices of a device and of an account', () => {
  test('a visitor’s choices stay on the device; at login the account’s choices win, and nothing is sent', async () => {
    phone.choose({ theme: 'dark', text_size: 'large' });
    accounts.set(1, { text_size: 'larger' });
    await phone.logIn(1);
    expect(phone.choices).toMatchObject({ theme: 'dark', text_size: 'larger' });
    expect(accounts.posts).toEqual([]);
  });

  test('a change is sent alone, so that two devices do not undo each other’s', async () => {
    const tablet = new Phone(accounts);
    await phone.logIn(1);
    await tablet.logIn(1);
    phone.choose({ theme: 'dark' });
    tablet.choose({ confirm_orders: true });
    await expect.poll(() => accounts.posts).toEqual([{ theme: 'dark' }, { confirm_orders: true }]);
    await phone.reload();
    await tablet.reload();
    for (const device of [phone, tablet]) expect(device.choices).toMatchObject({ theme: 'dark', confirm_orders: true });
  });

  test('an unsent choice is reported, stays on the device, and wins over older ones when it can be sent', async () => {
    accounts.set(1, { theme: 'light' });
    await phone.logIn(1);
    accounts.failure = offline;
    phone.choose({ theme: 'dark' });
    await expect.poll(() => phone.problems).toEqual([offline]);
    await phone.reload();
    expect(phone.choices.theme).toBe('dark');
    accounts.failure = null;
    await phone.reload();
    expect(accounts.of(1).theme).toBe('dark');
    expect(phone.choices.theme).toBe('dark');
  });

  test('a refused choice is reported once and not sent again', async () => {
    await phone.logIn(1);
    const refused = new CallError(1003, 'Wrong value', true);
    accounts.failure = refused;
    phone.choose({ theme: 'dark' });
    await expect.poll(() => phone.problems).toEqual([refused]);
    accounts.failure = null;
    accounts.posts.length = 0;
    await phone.reload();
    expect(accounts.posts).toEqual([]);
    expect(phone.choices.theme).toBe('dark');
  });

  test('an answer in flight during a choice does not revert it', async () => {
    accounts.set(1, { theme: 'light' });
    phone.accountId = 1;
    accounts.onTheWay = () => {
      accounts.onTheWay = () => undefined;
      phone.choose({ theme: 'dark' });
    };
    await phone.reload();
    await expect.poll(() => accounts.of(1).theme).toBe('dark');
    expect(phone.choices.theme).toBe('dark');
  });

  test('an answer overtaken by the choice does not revert it either', async () => {
    accounts.set(1, { theme: 'light' });
    phone.accountId = 1;
    accounts.onTheWay = () => {
      accounts.onTheWay = () => undefined;
      phone.choose({ theme: 'dark' });
      return vi.waitFor(() => expect(accounts.of(1).theme).toBe('dark'));
    };
    await phone.reload();
    expect([accounts.of(1).theme, phone.choices.theme]).toEqual(['dark', 'dark']);
  });

  test('one account’s unsent choice is not sent for another', async () => {
    await phone.logIn(1);
    accounts.failure = offline;
    phone.choose({ theme: 'dark' });
    await expect.poll(() => phone.problems).toHaveLength(1);
    accounts.failure = null;
    await phone.logIn(2);
    expect(accounts.of(2).theme).toBeNull();
  });
});

describe('R-RANK-02 the opt-in to the ranking', () => {
  test('is known after the server’s answer, and changes only with it', async () => {
    await phone.logIn(1);
    expect(phone.ranking).toBe(false);
    await phone.preferences.chooseRanking(true);
    expect(phone.ranking).toBe(true);
    accounts.failure = offline;
    await expect(phone.preferences.chooseRanking(false)).rejects.toBe(offline);
    expect(phone.ranking).toBe(true);
    await phone.reload();
    expect([phone.ranking, phone.rankingFailed]).toEqual([null, true]);
  });
});
