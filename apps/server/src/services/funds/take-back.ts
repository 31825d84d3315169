import type { FundsId, FundsRecord, WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import type { Money } from '@candor/domain/values/money';
import type { FundsHistory } from '../../ports/funds.ts';
import type { IdentityStore, UserRecord } from '../../ports/identity.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import type { FundsDeps } from './funds-deps.ts';
import { EngineRefusal, FundsRefusal } from './funds-refusal.ts';
import { methodName, readDetails } from './method-details.ts';
import { removeMethod, type Told } from './remove-method.ts';
import type { TakeBackLink } from './take-back-links.ts';

/** What a link names, for its owner to recognise. */
export type TakeBackSubject =
  | { readonly kind: 'withdrawal'; readonly amount: Money; readonly atMs: number }
  | { readonly kind: 'method'; readonly method: string; readonly atMs: number };

/** `open`: can be taken back; `ended`: taken back or rejected already; `late`: approved or paid. */
export interface TakeBackView {
  readonly user: UserRecord;
  readonly subject: TakeBackSubject;
  readonly state: 'open' | 'ended' | 'late';
}

export interface TakeBackDeps {
  readonly funds: FundsDeps;
  readonly history: Pick<FundsHistory, 'find'>;
  readonly identity: Pick<IdentityStore, 'findUser'>;
}

/** Returns what a link names and whether it can be taken back; null if there is no such thing. Changes nothing. */
export async function viewTakeBack(deps: TakeBackDeps, link: TakeBackLink): Promise<TakeBackView | null> {
  const user = await deps.identity.findUser(link.companyId, link.accountId);
  if (user === null) return null;
  return link.kind === 'withdrawal' ? viewWithdrawal(deps, user, link.id) : viewMethod(deps, user, link.id);
}

/**
 * Takes back what a link names; a method with the withdrawals to it that nobody has approved (R-FND-43). Refuses what
 * cancelling and unbinding refuse.
 */
export async function takeBack(
  { funds }: Pick<TakeBackDeps, 'funds'>,
  user: UserRecord,
  link: TakeBackLink,
  told: Told,
): Promise<void> {
  const asked = { clientId: null, bodyHash: null };
  if (link.kind === 'withdrawal') {
    await cancelWithdrawal(funds, user, { ...asked, id: link.id });
    return;
  }
  for (const withdrawal of await withdrawalsTo(funds, user, link.id))
    if (withdrawal.approvals.length === 0) await cancelWithdrawal(funds, user, { ...asked, id: withdrawal.id });
  await removeMethod(funds, user, link.id, told);
}

/** True if the request lost a race: the state must be read again. */
export function isOvertaken(error: unknown): boolean {
  if (error instanceof EngineRefusal) return true;
  return error instanceof FundsRefusal && (error.reason === 'methodInUse' || error.reason === 'methodNotFound');
}

async function viewWithdrawal(deps: TakeBackDeps, user: UserRecord, id: number): Promise<TakeBackView | null> {
  const found = await deps.history.find(user.companyId, id as FundsId);
  if (found?.kind !== 'withdrawal' || found.accountId !== user.accountId) return null;
  const subject = { kind: 'withdrawal', amount: found.amount, atMs: found.requestedAtMs } as const;
  return { user, subject, state: stateOf(found) };
}

function stateOf({ status, approvals }: WithdrawalRecord): TakeBackView['state'] {
  if (status === 'cancelled' || status === 'rejected') return 'ended';
  return status === 'requested' && approvals.length === 0 ? 'open' : 'late';
}

async function viewMethod({ funds }: TakeBackDeps, user: UserRecord, id: number): Promise<TakeBackView | null> {
  const method = await funds.methods.find(user.companyId, user.id, id);
  if (method === null) return null;
  const name = methodName(method.currency, readDetails(funds.sealer, user.companyId, method));
  const subject = { kind: 'method', method: name, atMs: method.createdAtMs } as const;
  if (method.isRemoved) return { user, subject, state: 'ended' };
  const isLate = (await withdrawalsTo(funds, user, id)).some(({ approvals }) => approvals.length > 0);
  return { user, subject, state: isLate ? 'late' : 'open' };
}

async function withdrawalsTo(
  { core }: Pick<FundsDeps, 'core'>,
  { accountId }: UserRecord,
  methodId: number,
): Promise<WithdrawalRecord[]> {
  const isTo = (one: FundsRecord): one is WithdrawalRecord => one.kind === 'withdrawal' && one.methodId === methodId;
  return (await core.unfinished(accountId)).filter(isTo);
}
