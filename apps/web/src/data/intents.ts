import { randomHex } from '../platform/random-id.ts';
import type { CallFields, CallOptions, Client } from './client.ts';
import { CallError } from './client.ts';

/**
 * An intent is one press of a button. Its client id is stored before anything is sent and kept until the server has
 * answered, so that a retry, a reload or a second press of the same order is the same order (R-WIRE-09).
 */
export interface Intent {
  readonly id: string;
  readonly key: string;
  readonly at: number;
  /** What the screen showed then: sent again as it was, whatever it shows now, and no part of what makes an order the same. */
  readonly seen: CallFields;
}

/** What goes with an intent: what the screen shows, and who is told of the answer. */
export interface Sending extends Pick<CallOptions, 'onDone'> {
  readonly seen?: CallFields;
}

export interface IntentStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Keeps intents for as long as the page lives, and nowhere else. */
export function memoryStore(): IntentStore {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const storageKey = 'candor.intents';
const keptMs = 10 * 60_000;
const keptMax = 20;
const writeRetries = 3;

function keyOf(path: string, body: CallFields): string {
  return `${path} ${JSON.stringify(body)}`;
}

export function createIntents(store: IntentStore, now: () => number = Date.now, makeId: () => string = randomHex) {
  const inFlight = new Map<string, Promise<unknown>>();

  function read(): Intent[] {
    try {
      const list = JSON.parse(store.getItem(storageKey) ?? '[]') as Intent[];
      return list.filter((intent) => now() - intent.at < keptMs);
    } catch {
      return [];
    }
  }

  function open(key: string, seen: CallFields): Intent {
    const list = read();
    const known = list.find((intent) => intent.key === key);
    if (known !== undefined) return known;
    const intent = { id: makeId(), key, at: now(), seen };
    store.setItem(storageKey, JSON.stringify([...list, intent].slice(-keptMax)));
    return intent;
  }

  function settle(intent: Intent): void {
    store.setItem(storageKey, JSON.stringify(read().filter((other) => other.id !== intent.id)));
  }

  async function run<Data>(client: Client, path: string, body: CallFields, key: string, sending: Sending) {
    const { seen = {}, ...heard } = sending;
    const intent = open(key, seen);
    try {
      const fields = { ...body, ...intent.seen, client_id: intent.id };
      const data = await client.post<Data>(path, fields, { retries: writeRetries, ...heard });
      settle(intent);
      return data;
    } catch (error) {
      if (error instanceof CallError && error.answered) settle(intent);
      throw error;
    }
  }

  return {
    /** Sends a state change once per intent; a double tap joins the call that is under way. */
    send<Data>(client: Client, path: string, body: CallFields, sending: Sending = {}): Promise<Data> {
      const key = keyOf(path, body);
      const running = inFlight.get(key);
      if (running !== undefined) return running as Promise<Data>;
      const call = run<Data>(client, path, body, key, sending).finally(() => inFlight.delete(key));
      inFlight.set(key, call);
      return call;
    },
    pending: read,
    /** The intent of exactly this call, while it has no answer. */
    find: (path: string, body: CallFields): Intent | undefined => read().find(({ key }) => key === keyOf(path, body)),
    /** The intents whose key, which is the call's path, a space and its fields, begins so: unanswered, and not under way. */
    lost: (beginning: string): Intent[] => read().filter(({ key }) => key.startsWith(beginning) && !inFlight.has(key)),
    /** Once it is known by another way what became of it. */
    settle,
  };
}
