import type {
  CorrectionRecord,
  FundsActor,
  FundsKind,
  FundsRequest,
  FundsRequestId,
  FundsStatus,
} from '@candor/domain/engine/funds/funds-request';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { FundsHistory } from '../../ports/funds.ts';
import type { OperatorAccountStore, UserDirectory, UserFacts } from '../../ports/operators.ts';
import { type DepositView, withDepositMethods } from './deposit-history.ts';
import { paidToOf } from './deposits.ts';
import type { FundsDeps } from './funds-deps.ts';
import { correctionHash, depositHash, withdrawalHash } from './payload-hash.ts';
import { FundsRefusal } from './refusals.ts';
import { type WithdrawalView, withDestinations } from './withdrawal-history.ts';

/** Dependencies of the operators' side. */
export interface DeskDeps extends FundsDeps {
  readonly history: FundsHistory;
  readonly users: Pick<UserDirectory, 'find' | 'people'>;
  readonly operators: Pick<OperatorAccountStore, 'emails'>;
  /** Returns verified names by user id; users without one are left out. */
  readonly verifiedNames: (companyId: CompanyId, userIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Returns a link to a proof for one operator, valid for one minute. */
  readonly proofUrl: (companyId: CompanyId, uploadId: string, operatorId: number) => string;
}

/** The people of a queue row. */
export interface DeskPeople extends UserFacts {
  /** Verified name; empty without one. */
  readonly name: string;
  /** Address of an operator who proposed or approved; null if unknown. */
  readonly emailOf: (operatorId: number) => string | null;
}

/** One queue row: the request with its people and full content. */
export type DeskRecord =
  | { readonly kind: 'deposit'; readonly people: DeskPeople; readonly view: DepositView; readonly paidTo: string }
  | { readonly kind: 'withdrawal'; readonly people: DeskPeople; readonly view: WithdrawalView }
  | { readonly kind: 'correction'; readonly people: DeskPeople; readonly correction: CorrectionRecord };

export type DeskRecordOf<Kind extends FundsKind> = Extract<DeskRecord, { readonly kind: Kind }>;

export interface DeskQuery {
  /** A status of the queue's kind; an unknown one finds nothing. */
  readonly status: string | undefined;
  readonly uid: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Returns a company's requests of one kind: waiting ones first, oldest first (R-FND-32). */
export async function listRequests<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: CompanyId,
  kind: Kind,
  { status, uid, page, pageSize }: DeskQuery,
): Promise<{ readonly rows: readonly DeskRecordOf<Kind>[]; readonly total: number }> {
  const filter = { kind, ...(status === undefined ? {} : { status: status as FundsStatus }) };
  const user = uid === undefined ? undefined : await deps.users.find(companyId, uid);
  if (user === null) return { rows: [], total: 0 };
  const { funds, total } =
    user === undefined
      ? await deps.history.ofCompany(companyId, filter, page, pageSize)
      : await deps.history.ofAccount(companyId, user.user.accountId, filter, page, pageSize);
  return { rows: await viewRequests<Kind>(deps, companyId, funds), total };
}

/** Returns the current request. Refuses `fundsNotFound`, also for another kind. */
export async function requireRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: CompanyId,
  kind: Kind,
  id: number,
): Promise<Extract<FundsRequest, { kind: Kind }>> {
  const funds = await deps.history.find(companyId, id as FundsRequestId);
  if (funds?.kind !== kind) throw new FundsRefusal('fundsNotFound');
  return funds as Extract<FundsRequest, { kind: Kind }>;
}

/** Returns the request of a number, of any kind; null if the company has none. */
export async function findRequest(deps: DeskDeps, companyId: CompanyId, id: number): Promise<DeskRecord | null> {
  const funds = await deps.history.find(companyId, id as FundsRequestId);
  if (funds === null) return null;
  const [row] = await viewRequests<FundsKind>(deps, companyId, [funds]);
  return row ?? null;
}

/** Returns the open requests of an account, oldest first, at most `limit` of each kind. */
export async function openRequestsOf(
  deps: DeskDeps,
  companyId: CompanyId,
  accountId: AccountId,
  limit: number,
): Promise<readonly DeskRecord[]> {
  const statuses = [
    ['withdrawal', 'requested'],
    ['withdrawal', 'approved'],
    ['deposit', 'waiting'],
  ] as const;
  const pages = await Promise.all(
    statuses.map(([kind, status]) => deps.history.ofAccount(companyId, accountId, { kind, status }, 1, limit)),
  );
  return viewRequests<FundsKind>(
    deps,
    companyId,
    pages.flatMap(({ funds }) => funds),
  );
}

export async function viewRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: CompanyId,
  funds: Extract<FundsRequest, { kind: Kind }>,
): Promise<DeskRecordOf<Kind>> {
  const [row] = await viewRequests<Kind>(deps, companyId, [funds]);
  if (row === undefined) throw new Error(`Invariant: request ${funds.id} has one view`);
  return row;
}

async function viewRequests<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: CompanyId,
  funds: readonly FundsRequest[],
): Promise<DeskRecordOf<Kind>[]> {
  const peopleOf = await readPeople(deps, companyId, funds);
  const deposits = await withDepositMethods(
    deps,
    companyId,
    funds.filter((one) => one.kind === 'deposit'),
  );
  const paid = await Promise.all(
    deposits.map(async (view) => ({
      kind: 'deposit' as const,
      people: peopleOf(view.deposit.accountId),
      view,
      paidTo: await paidToOfView(deps, companyId, view),
    })),
  );
  const destined = await withDestinations(
    deps,
    companyId,
    funds.filter((one) => one.kind === 'withdrawal'),
  );
  const rows: DeskRecord[] = [
    ...paid,
    ...destined.map((view) => ({ kind: 'withdrawal', people: peopleOf(view.withdrawal.accountId), view }) as const),
    ...funds
      .filter((one) => one.kind === 'correction')
      .map((correction) => ({ kind: 'correction', people: peopleOf(correction.accountId), correction }) as const),
  ];
  return rows as DeskRecordOf<Kind>[];
}

/** Reads the people of all requests at once: their owners, and the operators who proposed or approved them. */
async function readPeople(
  { users, operators, verifiedNames }: DeskDeps,
  companyId: CompanyId,
  funds: readonly FundsRequest[],
): Promise<(accountId: AccountId) => DeskPeople> {
  const owners = [...new Set(funds.map(({ accountId }) => accountId))];
  const deciders = new Set(funds.flatMap(actorsOf).flatMap((actor) => (actor.kind === 'operator' ? [actor.id] : [])));
  const facts = await users.people(companyId, owners);
  const names = await verifiedNames(companyId, owners);
  const emails = await operators.emails(companyId, [...deciders]);
  const emailOf = (operatorId: number) => emails.get(operatorId) ?? null;
  return (accountId) => {
    const { uid, language } = facts.get(accountId) ?? { uid: '', language: '' };
    return { uid, language, name: names.get(accountId) ?? '', emailOf };
  };
}

function actorsOf(funds: FundsRequest): readonly FundsActor[] {
  const approvers = funds.approvals.map(({ by }) => by);
  return funds.kind === 'correction' ? [...approvers, funds.proposedBy] : approvers;
}

/** Empty if the method is unknown, or its pool gave this user no address. */
async function paidToOfView(
  deps: DeskDeps,
  companyId: CompanyId,
  { deposit, depositMethod }: DepositView,
): Promise<string> {
  return depositMethod === null ? '' : ((await paidToOf(deps, companyId, deposit.accountId, depositMethod)) ?? '');
}

/**
 * Refuses a request that no longer matches its hash: `methodChanged` if the destination was changed, removed or erased,
 * else `payloadChanged` (R-FND-34).
 */
export function requireUnchanged(companyId: CompanyId, row: DeskRecord): void {
  if (row.kind === 'withdrawal' && row.view.isMethodChanged) throw new FundsRefusal('methodChanged');
  if (!hashesOf(companyId, row).includes(payloadHashOf(row))) throw new FundsRefusal('payloadChanged');
}

function payloadHashOf(row: DeskRecord): string {
  if (row.kind === 'deposit') return row.view.deposit.payloadHash;
  return row.kind === 'withdrawal' ? row.view.withdrawal.payloadHash : row.correction.payloadHash;
}

/**
 * Returns the hashes that the request may have: without its time, and with it if it is from before hashes left it out; a
 * payment reported by a provider names no destination.
 */
function hashesOf(companyId: CompanyId, row: DeskRecord): string[] {
  if (row.kind === 'correction') {
    const { correction } = row;
    return [undefined, correction.requestedAtMs].map((atMs) => correctionHash(companyId, correction, atMs));
  }
  if (row.kind === 'withdrawal') {
    const { withdrawal, protocol } = row.view;
    return [undefined, withdrawal.requestedAtMs].map((atMs) => withdrawalHash(companyId, protocol, withdrawal, atMs));
  }
  const { deposit } = row.view;
  const destinations = deposit.proofId === null ? [row.paidTo, ''] : [row.paidTo];
  return destinations.flatMap((paidTo) =>
    [undefined, deposit.requestedAtMs].map((atMs) => depositHash(companyId, paidTo, deposit, atMs)),
  );
}

/** Wraps the tables so that reads wait until they hold everything already announced. */
export function createCurrentHistory(deps: {
  readonly store: FundsHistory;
  readonly caughtUp: (companyId: CompanyId) => Promise<void>;
}): FundsHistory {
  return {
    async ofAccount(...asked) {
      await deps.caughtUp(asked[0]);
      return deps.store.ofAccount(...asked);
    },
    async ofCompany(...asked) {
      await deps.caughtUp(asked[0]);
      return deps.store.ofCompany(...asked);
    },
    async find(...asked) {
      await deps.caughtUp(asked[0]);
      return deps.store.find(...asked);
    },
    async payoutTimes(...asked) {
      await deps.caughtUp(asked[0]);
      return deps.store.payoutTimes(...asked);
    },
  };
}
