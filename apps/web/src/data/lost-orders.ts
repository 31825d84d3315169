import type { CommandAnswer } from '@candor/contracts/http/account';
import type { CallName } from '@candor/contracts/http/paths';
import type { Client } from './client.ts';
import { CallError } from './client.ts';
import type { createIntents, Intent } from './intents.ts';

type Known = Exclude<CommandAnswer, { status: 'unknown' }>;

export interface LostOrdersDeps {
  readonly client: Client;
  readonly intents: ReturnType<typeof createIntents>;
  readonly isLoggedIn: () => boolean;
  /** Called with the outcome of a lost order. */
  readonly onKnown: (name: CallName, answer: Known) => void;
}

const orderCalls = [
  'placeOrder',
  'closeOrder',
  'closeOrders',
  'reverseOrder',
  'breakEven',
  'cancelOrder',
  'setStops',
] as const;
/** Waits before the questions for an outcome; the last one is repeated while the server does not answer. */
const askAfterMs = [2_000, 8_000, 30_000] as const;
/** A press within this time after the notice counts as the same order. */
const readWithinMs = 4_000;

/**
 * Resolves orders whose answer was lost by a reload or with the network. The server is asked for its decision; a
 * decided intent ends, so that the next press is a new order (R-WIRE-09, R-WIRE-17). An order that the server does not
 * know is kept: the next press sends it again.
 */
export function createLostOrders({ client, intents, isLoggedIn, onKnown }: LostOrdersDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const shown = new Set<string>();
  const waiting = (name: CallName) => intents.lost(name).filter(({ id }) => !shown.has(id));
  const unshown = () => orderCalls.flatMap((name) => waiting(name).map((intent) => ({ name, intent })));

  /** Resolves to false if the server does not know the order. */
  async function askOne(name: CallName, intent: Intent): Promise<boolean> {
    const answer = await client.call('command', { client_id: intent.id }, { probe: true });
    if (answer.status === 'unknown') return false;
    if (shown.has(intent.id)) return true;
    shown.add(intent.id);
    setTimeout(() => intents.settle(intent), readWithinMs);
    onKnown(name, answer);
    return true;
  }

  /**
   * Asks for the outcome of all lost orders. A request that fails is repeated at the next occasion. Resolves to false if
   * one has failed.
   */
  async function ask(): Promise<boolean> {
    if (!isLoggedIn()) return true;
    const answers = await Promise.allSettled(unshown().map(({ name, intent }) => askOne(name, intent)));
    return answers.every(({ status }) => status === 'fulfilled');
  }

  function askSoon(attempt: number): void {
    const afterMs = askAfterMs[attempt];
    clearTimeout(timer);
    if (afterMs === undefined || unshown().length === 0) return;
    const next = (isAnswered: boolean) => (isAnswered ? attempt + 1 : Math.min(attempt + 1, askAfterMs.length - 1));
    timer = setTimeout(() => void ask().then((isAnswered) => askSoon(next(isAnswered))), afterMs);
  }

  return {
    ask,
    /** Returns the intents of a call whose outcome is not known yet. */
    waiting,
    /**
     * Asks for the outcome of one order without an answer. Resolves to false if the server does not know it; rejects if
     * the server does not answer.
     */
    check: askOne,
    /** Passes an order on; if its answer does not come, its outcome is asked for a few times. */
    async watch<Data>(sent: Promise<Data>): Promise<Data> {
      try {
        return await sent;
      } catch (error) {
        if (error instanceof CallError && !error.answered) askSoon(0);
        throw error;
      }
    },
  };
}
