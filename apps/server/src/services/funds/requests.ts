import type {
  CorrectionRecord,
  FundsId,
  FundsKind,
  FundsRecord,
  FundsStatus,
} from '@candor/domain/engine/funds/funds-record';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { AuditLog } from '../../ports/audit.ts';
import type { FundsHistory } from '../../ports/funds.ts';
import type { UserDirectory } from '../../ports/operators.ts';
import { type StatedDeposit, withWays } from './deposit-history.ts';
import { paidToOf } from './deposits.ts';
import type { FundsDeps } from './funds-deps.ts';
import { correctionHash, depositHash, withdrawalHash } from './payload-hash.ts';
import { FundsRefusal } from './refusals.ts';
import { type StatedWithdrawal, withDestinations } from './withdrawal-history.ts';

/** What the operators' side of the desk is made of beside the traders'. */
export interface DeskDeps extends FundsDeps {
  readonly history: FundsHistory;
  readonly users: Pick<UserDirectory, 'find' | 'uids'>;
  readonly audit: Pick<AuditLog, 'append'>;
  /** A link to a picture for one operator, good for a minute. */
  readonly proofUrl: (companyId: TenantId, uploadId: string, operatorId: number) => string;
}

/** One row of a queue: the request, whose it is, and what it says in full. */
export type DeskRecord =
  | { readonly kind: 'deposit'; readonly uid: string; readonly stated: StatedDeposit; readonly paidTo: string }
  | { readonly kind: 'withdrawal'; readonly uid: string; readonly stated: StatedWithdrawal }
  | { readonly kind: 'correction'; readonly uid: string; readonly correction: CorrectionRecord };

export type DeskRecordOf<Kind extends FundsKind> = Extract<DeskRecord, { readonly kind: Kind }>;

export interface DeskQuery {
  /** Of its kind; one that no request can have finds nothing. */
  readonly status: string | undefined;
  readonly uid: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A company's requests of one kind, those that wait first, the oldest of them first (R-FND-32). */
export async function listRequests<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: TenantId,
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
  return { rows: await stateRequests<Kind>(deps, companyId, funds), total };
}

/** A request as it stands. Refuses `fundsNotFound`, also for one of another kind. */
export async function requireRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: TenantId,
  kind: Kind,
  id: number,
): Promise<Extract<FundsRecord, { kind: Kind }>> {
  const funds = await deps.history.find(companyId, id as FundsId);
  if (funds?.kind !== kind) throw new FundsRefusal('fundsNotFound');
  return funds as Extract<FundsRecord, { kind: Kind }>;
}

export async function stateRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: TenantId,
  funds: Extract<FundsRecord, { kind: Kind }>,
): Promise<DeskRecordOf<Kind>> {
  const [row] = await stateRequests<Kind>(deps, companyId, [funds]);
  if (row === undefined) throw new Error(`Invariant: request ${funds.id} is stated as one`);
  return row;
}

async function stateRequests<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: TenantId,
  funds: readonly FundsRecord[],
): Promise<DeskRecordOf<Kind>[]> {
  const uids = await deps.users.uids(
    companyId,
    funds.map(({ accountId }) => accountId),
  );
  const uidOf = (accountId: AccountId) => uids.get(accountId) ?? '';
  const deposits = await withWays(
    deps,
    companyId,
    funds.filter((one) => one.kind === 'deposit'),
  );
  const paid = await Promise.all(
    deposits.map(async (stated) => ({
      kind: 'deposit' as const,
      uid: uidOf(stated.deposit.accountId),
      stated,
      paidTo: await placeOf(deps, companyId, stated),
    })),
  );
  const destined = await withDestinations(
    deps,
    companyId,
    funds.filter((one) => one.kind === 'withdrawal'),
  );
  const rows: DeskRecord[] = [
    ...paid,
    ...destined.map((stated) => ({ kind: 'withdrawal', uid: uidOf(stated.withdrawal.accountId), stated }) as const),
    ...funds
      .filter((one) => one.kind === 'correction')
      .map((correction) => ({ kind: 'correction', uid: uidOf(correction.accountId), correction }) as const),
  ];
  return rows as DeskRecordOf<Kind>[];
}

/** Empty where the option is unknown, or was a pool's that gave this user nothing. */
async function placeOf(deps: DeskDeps, companyId: TenantId, { deposit, way }: StatedDeposit): Promise<string> {
  return way === null ? '' : ((await paidToOf(deps, companyId, deposit.accountId, way)) ?? '');
}

/**
 * Refuses what no longer says what its hash says: `methodChanged` where the destination was changed, removed or erased,
 * `payloadChanged` where anything else was (R-FND-34).
 */
export function requireAsHashed(companyId: TenantId, row: DeskRecord): void {
  if (row.kind === 'withdrawal' && row.stated.isMethodChanged) throw new FundsRefusal('methodChanged');
  if (!hashesOf(companyId, row).includes(payloadHashOf(row))) throw new FundsRefusal('payloadChanged');
}

export function payloadHashOf(row: DeskRecord): string {
  if (row.kind === 'deposit') return row.stated.deposit.payloadHash;
  return row.kind === 'withdrawal' ? row.stated.withdrawal.payloadHash : row.correction.payloadHash;
}

/** What the request hashes to as it stands; a payment that a provider told of names no place it was paid to. */
function hashesOf(companyId: TenantId, row: DeskRecord): string[] {
  if (row.kind === 'correction') return [correctionHash(companyId, row.correction)];
  if (row.kind === 'withdrawal') return [withdrawalHash(companyId, row.stated.protocol, row.stated.withdrawal)];
  const { deposit } = row.stated;
  const places = deposit.proofId === null ? [row.paidTo, ''] : [row.paidTo];
  return places.map((place) => depositHash(companyId, place, deposit));
}

/** The tables, once they hold everything that a reader may already have been told of. */
export function createCurrentHistory(deps: {
  readonly store: FundsHistory;
  readonly committedSeq: () => number;
  readonly caughtUp: (seq: number) => Promise<void>;
}): FundsHistory {
  const ready = () => deps.caughtUp(deps.committedSeq());
  return {
    async ofAccount(...asked) {
      await ready();
      return deps.store.ofAccount(...asked);
    },
    async ofCompany(...asked) {
      await ready();
      return deps.store.ofCompany(...asked);
    },
    async find(...asked) {
      await ready();
      return deps.store.find(...asked);
    },
    async payoutTimes(...asked) {
      await ready();
      return deps.store.payoutTimes(...asked);
    },
  };
}
