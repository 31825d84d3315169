import type { FundsEvent } from '@candor/domain/engine/funds/funds-event';
import type { FundsId } from '@candor/domain/engine/funds/funds-record';
import type { AccountId } from '@candor/domain/values/ids';
import type { FundsCore, FundsRequest, IdempotencyKey } from './funds-deps.ts';
import { EngineRefusal, FundsRefusal } from './refusals.ts';

/** Submits a command to the core and returns its event once stored. Throws every refusal. */
export async function submitFunds(core: Pick<FundsCore, 'submit'>, request: FundsRequest): Promise<FundsEvent> {
  const outcome = await core.submit(request);
  if (outcome.kind === 'refused') throw new EngineRefusal(outcome.refusal);
  if (outcome.kind === 'conflict') throw new FundsRefusal('idempotencyConflict');
  if (outcome.kind !== 'done') throw new FundsRefusal(outcome.kind);
  const [event] = outcome.events;
  // The id belongs to another kind of command with the same body hash.
  if (event === undefined || !('funds' in event)) throw new FundsRefusal('idempotencyConflict');
  return event;
}

/**
 * The answer that was given under a client's id, or null for a new one. It comes before every check: what was true when
 * it was decided need not be any more, and the answer stays what it was (R-WIRE-09).
 */
export async function findPriorAnswer(
  core: Pick<FundsCore, 'submit' | 'isDecided'>,
  accountId: AccountId,
  { clientId, bodyHash }: IdempotencyKey,
  atMs: number,
): Promise<FundsEvent | null> {
  if (clientId === null) return null;
  const isDecided = await core.isDecided(accountId, clientId).catch(() => {
    throw new FundsRefusal('unavailable');
  });
  if (!isDecided) return null;
  // Known ids are answered from the journal; the command is not looked at, and would do nothing.
  const nothing = { type: 'CancelWithdrawal', accountId, atMs, fundsId: 0 as FundsId } as const;
  return submitFunds(core, { command: nothing, clientId, bodyHash });
}

/**
 * Runs work of one key in sequence. A request sent twice at once carries one proof: the second run waits, then finds
 * the first's answer by the client id.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    this.#last.set(key, now);
    const forget = () => {
      if (this.#last.get(key) === now) this.#last.delete(key);
    };
    now.then(forget, forget);
    return now;
  }
}
