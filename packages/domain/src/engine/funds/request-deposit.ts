import { calculateCredit } from '../../calc/deposit.ts';
import { ok, type Result, refuse } from '../../values/result.ts';
import type { EngineEvent } from '../event.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import { approvalsNeeded } from './approvals-needed.ts';
import { contestOf, contestRivals } from './claims.ts';
import type { RequestDeposit } from './funds-command.ts';
import type { DepositRecord } from './funds-record.ts';
import { isAmountInRange, newRequest, refuseRequest } from './new-request.ts';

/**
 * Takes note of money that is said to have been paid in; nothing moves before it is approved. Refused, first reason that
 * applies: only-real-account, too-many-funds-requests, funds-amount-out-of-range, payload-changed (what the user was shown
 * is not what it comes to), deposit-known, too-many-claims, too-many-rival-claims (R-FND-01, R-FND-45). A wrong credit is refused and not thrown: it is a rate that moved or a
 * shell that reckons otherwise, and the user must be shown anew either way, while trading goes on.
 */
export function decideRequestDeposit(
  state: EngineState,
  account: AccountState,
  command: RequestDeposit,
): Result<EngineEvent[], Refusal> {
  const refusal = refuseRequest(account, 'deposit') ?? refusePaid(command);
  if (refusal !== null) return refuse(refusal);
  const contest = contestOf(state, account, command);
  if (!contest.ok) return contest;
  const { method, paid, paidCurrency, rate, credit, optionId, proofId, externalId, secondFrom } = command;
  const asked = { kind: 'deposit', amount: credit, atMs: command.atMs } as const;
  const funds: DepositRecord = {
    ...newRequest(state, command),
    kind: 'deposit',
    status: 'waiting',
    approvalsNeeded: approvalsNeeded(account, asked, secondFrom),
    method,
    paid,
    paidCurrency,
    rate,
    credit,
    optionId,
    proofId,
    externalId,
    ...(contest.value === undefined ? {} : { contested: contest.value }),
  };
  const requested = {
    type: 'DepositRequested',
    atMs: command.atMs,
    accountId: account.id,
    funds,
    transfers: [],
  } as const;
  return ok([requested, ...(contest.value === 'rival' ? contestRivals(state, account, funds, command.atMs) : [])]);
}

/** What was paid, against what it is said to come to: funds-amount-out-of-range, payload-changed. */
export function refusePaid({ paid, rate, credit }: Pick<DepositRecord, 'paid' | 'rate' | 'credit'>): Refusal | null {
  if (paid <= 0n || rate <= 0n || !isAmountInRange(credit)) return 'funds-amount-out-of-range';
  return credit === calculateCredit(paid, rate) ? null : 'payload-changed';
}
