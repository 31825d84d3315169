import type { FundsEvent } from '@candor/domain/engine/funds/funds-event';
import type { FundsId } from '@candor/domain/engine/funds/funds-record';
import type { AccountId } from '@candor/domain/values/ids';
import type { AskedAs, FundsCore, FundsRequest } from './funds-deps.ts';
import { EngineRefusal, FundsRefusal } from './refusals.ts';

/** Hands a command to the core; answers its event once it is stored, throws whatever it refuses. */
export async function submitFunds(core: Pick<FundsCore, 'submit'>, request: FundsRequest): Promise<FundsEvent> {
  const outcome = await core.submit(request);
  if (outcome.kind === 'refused') throw new EngineRefusal(outcome.refusal);
  if (outcome.kind === 'conflict') throw new FundsRefusal('idempotencyConflict');
  if (outcome.kind !== 'done') throw new FundsRefusal(outcome.kind);
  const [event] = outcome.events;
  // The id had named another kind of command, of the same body hash: nobody sends that by accident.
  if (event === undefined || !('funds' in event)) throw new FundsRefusal('idempotencyConflict');
  return event;
}

/**
 * The answer that was given under a client's id, or null for a new one. It comes before every check: what was true when
 * it was decided need not be any more, and the answer stays what it was (R-WIRE-09).
 */
export async function answeredBefore(
  core: Pick<FundsCore, 'submit' | 'isDecided'>,
  accountId: AccountId,
  { clientId, bodyHash }: AskedAs,
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
 * Runs pieces of work of one key one after another. The same request sent twice at once has one proof for both: the
 * second waits for the first, and then finds its answer by the client's id.
 */
export class InTurn {
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
