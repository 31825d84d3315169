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

const orderCalls = ['placeOrder', 'closeOrder', 'cancelOrder', 'setStops'] as const;
const askAfterMs = [2_000, 8_000, 30_000] as const;
/** Who presses while he is being told means the order that he is told of. */
const readWithinMs = 4_000;

/**
 * Presses whose answer was lost: by a reload, or with the network. The server is asked what it decided, and what it knows
 * ends there, so that the next press of the same order is an order of its own (R-WIRE-09, R-WIRE-17). What it knows nothing
 * of is kept: another press sends the same again.
 */
export function createLostOrders({ client, intents, isLoggedIn, onKnown }: LostOrdersDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const told = new Set<string>();
  const untold = () =>
    orderCalls.flatMap((name) =>
      intents.lost(name).flatMap((intent) => (told.has(intent.id) ? [] : [{ name, intent }])),
    );

  async function askOne(name: CallName, intent: Intent): Promise<void> {
    const answer = await client.call('command', { client_id: intent.id }, { probe: true });
    if (answer.status === 'unknown' || told.has(intent.id)) return;
    told.add(intent.id);
    setTimeout(() => intents.settle(intent), readWithinMs);
    onKnown(name, answer);
  }

  /** Asks for every one there is. A question that fails is asked again with the next occasion. */
  async function ask(): Promise<void> {
    if (!isLoggedIn()) return;
    await Promise.allSettled(untold().map(({ name, intent }) => askOne(name, intent)));
  }

  function askSoon(attempt: number): void {
    const afterMs = askAfterMs[attempt];
    clearTimeout(timer);
    if (afterMs === undefined || untold().length === 0) return;
    timer = setTimeout(() => void ask().then(() => askSoon(attempt + 1)), afterMs);
  }

  return {
    ask,
    /** Passes an order on; one whose answer does not come is asked for a few times more. */
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
