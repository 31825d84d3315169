import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FundsRequest, FundsRequestId, WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { FundsHistory } from '../../ports/funds.ts';
import type { IdentityStore, UserRecord } from '../../ports/identity.ts';
import type { KeyRing } from '../../ports/secrets.ts';
import { findFundsRequests } from './commands.ts';
import type { FundsDeps } from './funds-deps.ts';
import { methodName, type NoticeContext, readDetails, removeMethod } from './payout-methods.ts';
import { EngineRefusal, FundsRefusal } from './refusals.ts';
import { cancelWithdrawal } from './withdrawals.ts';

/** Subject of a link, described for its owner. */
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

/** Returns a link's subject and whether it can be taken back; null if it does not exist. Changes nothing. */
export async function viewTakeBack(deps: TakeBackDeps, link: TakeBackLink): Promise<TakeBackView | null> {
  const user = await deps.identity.findUser(link.companyId, link.accountId);
  if (user === null) return null;
  return link.kind === 'withdrawal' ? viewWithdrawal(deps, user, link.id) : viewMethod(deps, user, link.id);
}

/**
 * Takes back the link's subject; a method together with its unapproved withdrawals (R-FND-43). Refuses what cancelling
 * and unbinding refuse.
 */
export async function takeBack(
  { funds }: Pick<TakeBackDeps, 'funds'>,
  user: UserRecord,
  link: TakeBackLink,
  context: NoticeContext,
): Promise<void> {
  const asked = { clientId: null, bodyHash: null };
  if (link.kind === 'withdrawal') {
    await cancelWithdrawal(funds, user, { ...asked, id: link.id });
    return;
  }
  for (const withdrawal of await withdrawalsTo(funds, user, link.id))
    if (withdrawal.approvals.length === 0) await cancelWithdrawal(funds, user, { ...asked, id: withdrawal.id });
  await removeMethod(funds, user, link.id, context);
}

/** True if the request lost a race: the state must be read again. */
export function isOvertaken(error: unknown): boolean {
  if (error instanceof EngineRefusal) return true;
  return error instanceof FundsRefusal && (error.reason === 'methodInUse' || error.reason === 'methodNotFound');
}

async function viewWithdrawal(deps: TakeBackDeps, user: UserRecord, id: number): Promise<TakeBackView | null> {
  const found = await deps.history.find(user.companyId, id as FundsRequestId);
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
  const isTo = (one: FundsRequest): one is WithdrawalRecord => one.kind === 'withdrawal' && one.methodId === methodId;
  return (await findFundsRequests(core, accountId)).filter(isTo);
}

/** Subject and owner of a link. */
export interface TakeBackLink {
  readonly kind: 'withdrawal' | 'method';
  readonly companyId: CompanyId;
  readonly accountId: AccountId;
  /** Id of the withdrawal or method. */
  readonly id: number;
}

export type ReadLink =
  | { readonly kind: 'good'; readonly link: TakeBackLink }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'expired' };

type LinkedCompany = Pick<CompanyRecord, 'id' | 'hosts' | 'url'>;
/** Origin of a company's pages; null if the installation does not know one. */
type PageOriginOf = (company: LinkedCompany) => string | null;

/** Equals the longest hold of a new method. */
const lifeMs = 7 * 24 * 3_600_000;
const macBytes = 32;

/**
 * Signed links for taking back a withdrawal or method without a login (R-FND-43). A link works once, because its
 * subject can be taken back once.
 */
export class TakeBackLinks {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  readonly #pageOriginOf: PageOriginOf;

  constructor(ring: Pick<KeyRing, 'secret'>, clock: Clock, pageOriginOf: PageOriginOf) {
    this.#secret = ring.secret('take-back links');
    this.#clock = clock;
    this.#pageOriginOf = pageOriginOf;
  }

  /**
   * Returns the link at the company's own address; null if unknown. Never uses the request's host, which the sender
   * controls.
   */
  urlOf(company: LinkedCompany, link: TakeBackLink): string | null {
    const origin = this.#pageOriginOf(company);
    return origin === null ? null : `${origin}/take-back/${this.tokenOf(link)}`;
  }

  tokenOf({ kind, companyId, accountId, id }: TakeBackLink): string {
    const fields = [kind, companyId, accountId, id, this.#clock.nowMs() + lifeMs];
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
    return `${body}.${this.#mac(body).toString('base64url')}`;
  }

  read(token: string): ReadLink {
    const [body = '', mac = '', ...rest] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    if (rest.length > 0 || given.length !== macBytes || !timingSafeEqual(given, this.#mac(body)))
      return { kind: 'wrong' };
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
      TakeBackLink['kind'],
      CompanyId,
      AccountId,
      number,
      number,
    ];
    const [kind, companyId, accountId, id, expiresAtMs] = fields;
    if (this.#clock.nowMs() > expiresAtMs) return { kind: 'expired' };
    return { kind: 'good', link: { kind, companyId, accountId, id } };
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest();
  }
}
