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
export function createPreferences(deps: PreferenceDeps) {
  let isApplying = false;
  /** Grows with each choice made here; an answer requested before the last choice is outdated. */
  let choicesMade = 0;
  let sending: Promise<void> = Promise.resolve();

  function unsent(): Partial<Choices> {
    const { accountId, choices } = deps.unsent.read();
    return accountId !== null && accountId === deps.accountId() ? choices : {};
  }

  function keepUnsent(choices: Partial<Choices>): void {
    deps.unsent.write({ accountId: deps.accountId(), choices });
  }

  function apply(answer: Preferences): void {
    const { ranking_opt_in: isIn, ...chosen } = answer;
    const waiting = unsent();
    const known = Object.entries(chosen).filter(([key, value]) => value !== null && !(key in waiting));
    isApplying = true;
    deps.applyHere(Object.fromEntries(known));
    isApplying = false;
    deps.onRanking(isIn, false);
  }

  async function sendAll(): Promise<void> {
    const accountId = deps.accountId();
    for (let sent = unsent(); Object.keys(sent).length > 0; sent = unsent()) {
      const isRefused = await deps.client.call('savePreferences', sent, { retries: 1 }).then(
        () => false,
        (error: unknown) => {
          deps.onUnsaved(error);
          // A refused choice is not offered again; an unanswered one is.
          if (!(error instanceof CallError) || !error.answered || error.code === sessionExpiredCode) throw error;
          return true;
        },
      );
      if (deps.accountId() !== accountId) return;
      keepUnsent(without(unsent(), sent));
      if (isRefused) return;
    }
  }

  /** Sends one request at a time; choices made meanwhile go with the next. */
  function send(): Promise<void> {
    sending = sending.catch(() => undefined).then(sendAll);
    return sending;
  }

  return {
    /** Sends unsent choices, then fetches those of the account. On failure the settings of the device stay. */
    async load(): Promise<void> {
      const accountId = deps.accountId();
      if (accountId === null) return;
      try {
        await send().catch(() => undefined);
        for (;;) {
          const before = choicesMade;
          const answer = await deps.client.call('preferences', {});
          if (deps.accountId() !== accountId) return;
          if (before !== choicesMade) continue;
          apply(answer);
          return;
        }
      } catch {
        if (deps.accountId() === accountId) deps.onRanking(null, true);
      }
    },
    /** Called when settings of the device have changed. */
    changed(now: Choices, before: Choices): void {
      if (isApplying || deps.accountId() === null) return;
      const changes = without(now, before);
      if (Object.keys(changes).length === 0) return;
      choicesMade += 1;
      keepUnsent({ ...unsent(), ...changes });
      send().catch(() => undefined);
    },
    /** Changes the ranking opt-in; it changes only when the server confirms. */
    async chooseRanking(isIn: boolean): Promise<void> {
      const accountId = deps.accountId();
      choicesMade += 1;
      const answer = await deps.client.call('savePreferences', { ranking_opt_in: isIn }, { retries: 1 });
      if (deps.accountId() === accountId) deps.onRanking(answer.ranking_opt_in, false);
    },
  };
}

/** Returns the fields of `now` that differ from `before`. */
function without(now: Partial<Choices>, before: Partial<Choices>): Partial<Choices> {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key as keyof Choices] !== value));
}
