import type { CommandAnswer } from '@candor/contracts/http/account';
import type { CallName } from '@candor/contracts/http/paths';
import type { Client } from './client.ts';
import { CallError } from './client.ts';
import type { createIntents, Intent, IntentFields } from './intents.ts';

type Intents = ReturnType<typeof createIntents>;

/** Result of a movement of money: done by this press, or by an earlier one. */
export type MoneySent = 'done' | 'earlier';

/** Creates the sender of money movements, which resolves lost answers (R-FND-82). */
export function createMoney(client: Client, kept: Intents) {
  /** Returns the decision on an intent; a decided intent ends. */
  async function ask(intent: Intent): Promise<CommandAnswer> {
    const answer = await client.call('command', { client_id: intent.id });
    if (answer.status !== 'unknown') kept.settle(intent);
    return answer;
  }

  /** True if an earlier press of the same call, its answer lost, has been carried out. */
  async function wasDone(name: CallName): Promise<boolean> {
    const answers = await Promise.all(kept.lost(name).map((intent) => ask(intent)));
    return answers.some(({ status }) => status === 'done');
  }

  return {
    /**
     * Sends a movement of money once per press. Sends nothing if an earlier press of the same call, its answer lost,
     * has been carried out. Without an answer the server is asked for its decision; if it knows none, throws, and the
     * next press repeats the same request.
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
