import type { Preferences } from '@candor/contracts/http/content';
import { CallError, type Client, sessionExpiredCode } from './client.ts';

/** What both a device and an account can have chosen; the account by the wire's names. */
export type Choices = { readonly [Key in keyof Chosen]: NonNullable<Chosen[Key]> };
type Chosen = Omit<Preferences, 'ranking_opt_in'>;

/** Choices that the account has not been told of yet. */
export interface UnsentChoices {
  readonly accountId: number | null;
  readonly choices: Partial<Choices>;
}

export interface PreferenceDeps {
  readonly client: Pick<Client, 'call'>;
  readonly accountId: () => number | null;
  readonly applyHere: (choices: Partial<Choices>) => void;
  /** Kept across visits: a choice made without a connection is sent by the next. */
  readonly unsent: { read(): UnsentChoices; write(unsent: UnsentChoices): void };
  /** Whether the account wants to stand in the ranking; null while that is not known. */
  readonly onRanking: (isIn: boolean | null, hasFailed: boolean) => void;
  /** A choice could not be saved. It stays on the device. */
  readonly onUnsaved: (error: unknown) => void;
}

/**
 * Keeps the device's choices and the account's alike (R-CNT-07). What the account has chosen wins at a log-in; what is
 * chosen here is sent by itself, field by field, so that two devices do not undo each other; what could not be sent is
 * kept, and wins when it can.
 */
export function createPreferences(deps: PreferenceDeps) {
  let isApplying = false;
  /** Grows with each choice made here: an answer that was asked for before it is too old. */
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
          // What the server will never take is not offered again; what it has not heard is.
          if (!(error instanceof CallError) || !error.answered || error.code === sessionExpiredCode) throw error;
          return true;
        },
      );
      if (deps.accountId() !== accountId) return;
      keepUnsent(without(unsent(), sent));
      if (isRefused) return;
    }
  }

  /** One at a time: what is chosen meanwhile goes with the next round. */
  function send(): Promise<void> {
    sending = sending.catch(() => undefined).then(sendAll);
    return sending;
  }

  return {
    /** Fetches what the account has chosen; first tells it what it has not heard. Failing, the device's choices hold. */
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
    /** The device's choices have changed, by whomever. */
    changed(now: Choices, before: Choices): void {
      if (isApplying || deps.accountId() === null) return;
      const changes = without(now, before);
      if (Object.keys(changes).length === 0) return;
      choicesMade += 1;
      keepUnsent({ ...unsent(), ...changes });
      send().catch(() => undefined);
    },
    /** Asks to stand in the ranking, or not to. Nothing changes unless the server has said so. */
    async chooseRanking(isIn: boolean): Promise<void> {
      const accountId = deps.accountId();
      choicesMade += 1;
      const answer = await deps.client.call('savePreferences', { ranking_opt_in: isIn }, { retries: 1 });
      if (deps.accountId() === accountId) deps.onRanking(answer.ranking_opt_in, false);
    },
  };
}

/** What of `now` is not the same in `before`. */
function without(now: Partial<Choices>, before: Partial<Choices>): Partial<Choices> {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key as keyof Choices] !== value));
}
