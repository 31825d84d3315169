import type { Preferences } from '@candor/contracts/http/content';
import { CallError, type Client, sessionExpiredCode } from './client.ts';

/** Settings that both a device and an account can hold, by the names of the wire. */
export type Choices = { readonly [Key in keyof Chosen]: NonNullable<Chosen[Key]> };
type Chosen = Omit<Preferences, 'ranking_opt_in'>;

/** Settings that have not been sent to the account yet. */
export interface UnsentChoices {
  readonly accountId: number | null;
  readonly choices: Partial<Choices>;
}

export interface PreferenceDeps {
  readonly client: Pick<Client, 'call'>;
  readonly accountId: () => number | null;
  readonly applyHere: (choices: Partial<Choices>) => void;
  /** Kept across visits: a choice made offline is sent at the next visit. */
  readonly unsent: { read(): UnsentChoices; write(unsent: UnsentChoices): void };
  /** Called with the ranking opt-in of the account; null while it is unknown. */
  readonly onRanking: (isIn: boolean | null, hasFailed: boolean) => void;
  /** Called when a choice could not be saved. It stays on the device. */
  readonly onUnsaved: (error: unknown) => void;
}

/**
 * Synchronises the settings of the device with those of the account (R-CNT-07). At a login the account's win. Changes
 * are sent field by field, so that two devices do not undo each other; unsent ones are kept and win when they can be
 * sent.
 */
export class PreferenceSync {
  readonly #deps: PreferenceDeps;
  #isApplying = false;
  /** Grows with each choice made here; an answer requested before the last choice is outdated. */
  #choicesMade = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(deps: PreferenceDeps) {
    this.#deps = deps;
  }

  /** Sends unsent choices, then fetches those of the account. On failure the settings of the device stay. */
  async load(): Promise<void> {
    const { client, accountId: current, onRanking } = this.#deps;
    const accountId = current();
    if (accountId === null) return;
    try {
      await this.#send().catch(() => undefined);
      for (;;) {
        const before = this.#choicesMade;
        const answer = await client.call('preferences', {});
        if (current() !== accountId) return;
        if (before !== this.#choicesMade) continue;
        this.#apply(answer);
        return;
      }
    } catch {
      if (current() === accountId) onRanking(null, true);
    }
  }

  /** Called when settings of the device have changed. */
  changed(now: Choices, before: Choices): void {
    if (this.#isApplying || this.#deps.accountId() === null) return;
    const changes = without(now, before);
    if (Object.keys(changes).length === 0) return;
    this.#choicesMade += 1;
    this.#keepUnsent({ ...this.#unsent(), ...changes });
    this.#send().catch(() => undefined);
  }

  /** Changes the ranking opt-in; it changes only when the server confirms. */
  async chooseRanking(isIn: boolean): Promise<void> {
    const accountId = this.#deps.accountId();
    this.#choicesMade += 1;
    const answer = await this.#deps.client.call('savePreferences', { ranking_opt_in: isIn }, { retries: 1 });
    if (this.#deps.accountId() === accountId) this.#deps.onRanking(answer.ranking_opt_in, false);
  }

  #unsent(): Partial<Choices> {
    const { accountId, choices } = this.#deps.unsent.read();
    return accountId !== null && accountId === this.#deps.accountId() ? choices : {};
  }

  #keepUnsent(choices: Partial<Choices>): void {
    this.#deps.unsent.write({ accountId: this.#deps.accountId(), choices });
  }

  #apply(answer: Preferences): void {
    const { ranking_opt_in: isIn, ...chosen } = answer;
    const waiting = this.#unsent();
    const known = Object.entries(chosen).filter(([key, value]) => value !== null && !(key in waiting));
    this.#isApplying = true;
    this.#deps.applyHere(Object.fromEntries(known));
    this.#isApplying = false;
    this.#deps.onRanking(isIn, false);
  }

  /** Sends one request at a time; choices made meanwhile go with the next. */
  #send(): Promise<void> {
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#sendAll());
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { client, accountId: current, onUnsaved } = this.#deps;
    const accountId = current();
    for (let sent = this.#unsent(); Object.keys(sent).length > 0; sent = this.#unsent()) {
      const isRefused = await client.call('savePreferences', sent, { retries: 1 }).then(
        () => false,
        (error: unknown) => {
          onUnsaved(error);
          // A refused choice is not offered again; an unanswered one is.
          if (!(error instanceof CallError) || !error.answered || error.code === sessionExpiredCode) throw error;
          return true;
        },
      );
      if (current() !== accountId) return;
      this.#keepUnsent(without(this.#unsent(), sent));
      if (isRefused) return;
    }
  }
}

/** Returns the fields of `now` that differ from `before`. */
function without(now: Partial<Choices>, before: Partial<Choices>): Partial<Choices> {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key as keyof Choices] !== value));
}
