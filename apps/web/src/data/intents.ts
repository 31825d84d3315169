import type { CallAnswer, CallInput } from '@candor/contracts/http/calls';
import { type CallName, pathOf } from '@candor/contracts/http/paths';
import { randomHex } from '../platform/random-id.ts';
import type { CallOptions, Client } from './client.ts';
import { afterLostAttempt, CallError, isOutcomeKnown } from './client.ts';

/** Fields of a call that an intent sends; the intent adds `client_id`. */
export type IntentFields<Name extends CallName> = Omit<CallInput<Name>, 'client_id'>;

/**
 * One press of a button. Its client id is stored before anything is sent and kept until the server has answered, so that
 * a retry, a reload or a second press of the same order is the same order (R-WIRE-09).
 */
export interface Intent {
  readonly id: string;
  readonly key: string;
  readonly at: number;
  /** Figures on the screen at the first press. They are sent again unchanged, and are no part of `key`. */
  readonly seen: object;
  /** User who pressed it; null for a visitor. */
  readonly userId: number | null;
}

/** Options of an intent: the figures on the screen, and a listener for the answer. */
export interface Sending extends Pick<CallOptions, 'onDone'> {
  readonly seen?: object;
}

export interface IntentStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Store of intents in memory, gone with the page. */
export function memoryStore(): IntentStore {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const storageKey = 'candor.intents';
const keptMs = 10 * 60_000;
const keptMax = 20;
const writeRetries = 3;

function keyOf(name: CallName, body: object): string {
  return `${pathOf(name)} ${JSON.stringify(body)}`;
}

/** Returns the fields that an intent sends, without its client id. */
export function fieldsOf({ key }: Intent): Readonly<Record<string, unknown>> {
  return JSON.parse(key.slice(key.indexOf(' ') + 1)) as Record<string, unknown>;
}

/** Stored intents of all users of this device; each user is given their own ones only. */
function openKept(store: IntentStore, now: () => number, userId: () => number | null) {
  function all(): Intent[] {
    try {
      const list = JSON.parse(store.getItem(storageKey) ?? '[]') as Intent[];
      return list.filter((intent) => now() - intent.at < keptMs);
    } catch {
      return [];
    }
  }
  const write = (list: readonly Intent[]) => store.setItem(storageKey, JSON.stringify(list.slice(-keptMax)));
  return {
    own: () => all().filter((intent) => intent.userId === userId()),
    add: (intent: Intent) => write([...all(), intent]),
    remove: ({ id }: Intent) => write(all().filter((other) => other.id !== id)),
  };
}

/** Creates the intents of a store, as the user sees them who is logged in. */
export function createIntents(
  store: IntentStore,
  now: () => number = Date.now,
  makeId: () => string = randomHex,
  userId: () => number | null = () => null,
) {
  const inFlight = new Map<string, Promise<unknown>>();
  const { own, add, remove: settle } = openKept(store, now, userId);

  function open(key: string, seen: object): Intent {
    const known = own().find((intent) => intent.key === key);
    if (known !== undefined) return known;
    const intent = { id: makeId(), key, at: now(), seen, userId: userId() };
    add(intent);
    return intent;
  }

  async function run<Name extends CallName>(client: Client, name: Name, body: object, key: string, sending: Sending) {
    const { seen = {}, ...rest } = sending;
    const isRepeat = own().some((known) => known.key === key);
    const intent = open(key, seen);
    try {
      const fields = { ...body, ...intent.seen, client_id: intent.id } as CallInput<Name>;
      const data = await client.call(name, fields, { retries: writeRetries, ...rest });
      settle(intent);
      return data;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const failure = isRepeat ? afterLostAttempt(error) : error;
      // The server may have stored it and not know so itself: its id finds the outcome.
      if (!isOutcomeKnown(failure)) throw new CallError(failure.code, failure.message, false, failure.data);
      settle(intent);
      throw failure;
    }
  }

  return {
    /** Sends a state change once per intent; a double tap joins the call that is under way. */
    send<Name extends CallName>(
      client: Client,
      name: Name,
      body: IntentFields<Name>,
      sending: Sending = {},
    ): Promise<CallAnswer<Name>> {
      const key = keyOf(name, body);
      const running = inFlight.get(key);
      if (running !== undefined) return running as Promise<CallAnswer<Name>>;
      const call = run(client, name, body, key, sending).finally(() => inFlight.delete(key));
      inFlight.set(key, call);
      return call;
    },
    pending: own,
    /** Finds the unanswered intent of this call with these fields. */
    find: (name: CallName, body: object): Intent | undefined => own().find(({ key }) => key === keyOf(name, body)),
    /** Returns the intents of a call that are neither answered nor under way. */
    lost: (name: CallName): Intent[] =>
      own().filter(({ key }) => key.startsWith(`${pathOf(name)} `) && !inFlight.has(key)),
    /** Ends an intent: its outcome is known. */
    settle,
  };
}
