import type { Money } from '../../values/money.ts';
import type { Refusal } from '../refusal.ts';
import type { AccountState, EngineState } from '../state.ts';
import type { FundsId, FundsKind, FundsRecord } from './funds-record.ts';

/** Unfinished requests of one kind that an account may have. */
const unfinishedMax = 20;
/** The most that one request may move: a billion of the account currency. */
const amountMax = 1_000_000_000_000_000n;

/** What every request is refused for: only-real-account, too-many-funds-requests. */
export function refuseRequest(account: AccountState, kind: FundsKind): Refusal | null {
  if (account.realm !== 'real') return 'only-real-account';
  let unfinished = 0;
  for (const funds of account.funds.values()) if (funds.kind === kind) unfinished += 1;
  return unfinished >= unfinishedMax ? 'too-many-funds-requests' : null;
}

export function isAmountInRange(amount: Money): boolean {
  return amount > 0n && amount <= amountMax;
}

/** The fields that every new request begins with. */
export function newRequest(
  state: EngineState,
  command: { readonly accountId: FundsRecord['accountId']; readonly atMs: number; readonly payloadHash: string },
) {
  return {
    id: (state.lastFundsId + 1) as FundsId,
    accountId: command.accountId,
    requestedAtMs: command.atMs,
    sinceMs: command.atMs,
    approvals: [],
    amendedBy: null,
    payloadHash: command.payloadHash,
    remark: '',
  } as const;
}
