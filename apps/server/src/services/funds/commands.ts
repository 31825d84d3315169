import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type { FundsEvent, FundsRequest } from '@candor/domain/engine/funds/funds-request';
import type { AccountId } from '@candor/domain/values/ids';
import type { IdempotencyKey, Outcome, WithdrawableView } from '../../ports/trading-port.ts';
import type { FundsCore } from './funds-deps.ts';
import { EngineRefusal, FundsRefusal } from './refusals.ts';

/** Command of the money desk with its idempotency key. */
export interface FundsSubmission extends IdempotencyKey {
  readonly command: FundsCommand;
}

/** Submits a command to the core and returns its event once stored. Throws every refusal. */
export async function submitFunds(core: Pick<FundsCore, 'submit'>, request: FundsSubmission): Promise<FundsEvent> {
  return toFundsEvent(await core.submit(request));
}

/**
 * Returns the answer that was given under a client's id, or null for a new one; throws the refusal that was given. It comes
 * before every check: the facts may have changed since, the answer may not (R-WIRE-09).
 */
export async function findPriorAnswer(
  core: Pick<FundsCore, 'findAnswer'>,
  accountId: AccountId,
  { clientId, bodyHash }: IdempotencyKey,
): Promise<FundsEvent | null> {
  if (clientId === null) return null;
  const answer = await core.findAnswer(accountId, clientId, bodyHash).catch(() => {
    throw new FundsRefusal('unavailable');
  });
  return answer && toFundsEvent(answer);
}

/** Returns the unfinished deposits, withdrawals and corrections of an account. Refuses sessionExpired. */
export async function findFundsRequests(
  core: Pick<FundsCore, 'viewAccount'>,
  accountId: AccountId,
): Promise<readonly FundsRequest[]> {
  return known(await core.viewAccount(accountId)).fundsRequests;
}

/** Returns what may leave an account now. Refuses sessionExpired. */
export async function findWithdrawable(
  core: Pick<FundsCore, 'viewWithdrawable'>,
  accountId: AccountId,
): Promise<WithdrawableView> {
  return known(await core.viewWithdrawable(accountId));
}

/** A session may outlive its account, as that of an expired demo. */
function known<View>(view: View | null): View {
  if (view === null) throw new FundsRefusal('sessionExpired');
  return view;
}

function toFundsEvent(outcome: Outcome): FundsEvent {
  if (outcome.kind === 'refused') throw new EngineRefusal(outcome.refusal);
  if (outcome.kind === 'conflict') throw new FundsRefusal('idempotencyConflict');
  if (outcome.kind !== 'done') throw new FundsRefusal(outcome.kind);
  const [event] = outcome.events;
  // The id belongs to another kind of command with the same body hash.
  if (event === undefined || !('funds' in event)) throw new FundsRefusal('idempotencyConflict');
  return event;
}
