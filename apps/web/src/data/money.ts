import type { CommandAnswer } from '@candor/contracts/http/account';
import type { CallName } from '@candor/contracts/http/paths';
import type { Client } from './client.ts';
import { CallError } from './client.ts';
import type { createIntents, Intent, IntentFields } from './intents.ts';

type Intents = ReturnType<typeof createIntents>;

/** Done by this press, or by one before it. */
export type MoneySent = 'done' | 'earlier';

/** Sends that move money, and what becomes of those whose answer is lost (R-FND-82). */
export function createMoney(client: Client, kept: Intents) {
  /** Done, refused, or not known to the server; what is decided is decided, and its intent has ended. */
  async function ask(intent: Intent): Promise<CommandAnswer> {
    const answer = await client.call('command', { client_id: intent.id });
    if (answer.status !== 'unknown') kept.settle(intent);
    return answer;
  }

  /** Whether an earlier press of the same call, its answer lost, turns out to have been carried out. */
  async function wasDone(name: CallName): Promise<boolean> {
    const answers = await Promise.all(kept.lost(name).map((intent) => ask(intent)));
    return answers.some(({ status }) => status === 'done');
  }

  return {
    /**
     * Sends a movement of money once per press, and nothing where an earlier press of the same call, its answer lost,
     * turns out to have been carried out. Where no answer comes, the server is asked what it decided; what nobody knows
     * of throws, and the next press is the same.
     */
    async send<Name extends CallName>(name: Name, body: IntentFields<Name>, seen: object = {}): Promise<MoneySent> {
      if (await wasDone(name)) return 'earlier';
      try {
        await kept.send(client, name, body, { seen });
        return 'done';
      } catch (error) {
        const intent = kept.find(name, body);
        if (!(error instanceof CallError) || error.answered || intent === undefined) throw error;
        const answer = await ask(intent).catch(() => ({ status: 'unknown' }) as const);
        if (answer.status === 'done') return 'done';
        if (answer.status === 'refused') throw new CallError(answer.code, answer.msg, true);
        throw error;
      }
    },
    wasDone,
  };
}
