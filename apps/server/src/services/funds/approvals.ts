import { calculateCredit, calculateReceived, paymentScale } from '@candor/domain/calc/funds';
import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type {
  DepositRecord,
  FundsKind,
  FundsRequest,
  WithdrawalRecord,
} from '@candor/domain/engine/funds/funds-request';
import { spellingsOf } from '@candor/domain/engine/funds/payments';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import { parseMoney } from '@candor/domain/values/money';
import type { OperatorRecord } from '../../ports/operators.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import type { IdempotencyKey } from '../../ports/trading-port.ts';
import { usdText } from './amounts.ts';
import { findPriorAnswer, submitFunds } from './commands.ts';
import { fundsSettingsOf } from './funds-deps.ts';
import { correctionHash, depositHash, normalizeDestination, withdrawalHash } from './payload-hash.ts';
import { EngineRefusal, FundsRefusal } from './refusals.ts';
import {
  type DeskDeps,
  type DeskRecord,
  type DeskRecordOf,
  requireRequest,
  requireUnchanged,
  viewRequest,
} from './requests.ts';

export interface DecisionRequest extends IdempotencyKey {
  readonly operator: OperatorRecord;
  readonly id: number;
}

/** One entry of the operators' audit log. */
interface AuditAction {
  /** Past tense. */
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
}

/** Returns one request in full. The view is recorded first; without the record nothing is shown (R-FND-32). */
export async function openRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  operator: OperatorRecord,
  kind: Kind,
  id: number,
): Promise<DeskRecordOf<Kind>> {
  const { companyId } = operator;
  const request = await requireRequest(deps, companyId, kind, id);
  await record(deps, operator, { action: `${kind}-opened`, subject: subjectOf(request), reason: 'to judge it' });
  return viewRequest(deps, companyId, request);
}

/**
 * Approves a request under the hash that was shown (R-FND-34). Refuses `fundsNotFound`, `methodChanged`,
 * `payloadChanged` and the engine's refusals.
 */
export async function approveRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  kind: Kind,
  { payloadHash, ...request }: DecisionRequest & { readonly payloadHash: string },
): Promise<DeskRecordOf<Kind>> {
  const audited = { action: `${kind}-approved`, reason: `content ${payloadHash}` };
  return decide(deps, kind, request, audited, (funds, by, row) => ({
    type: 'ApproveFunds',
    ...by,
    ...holdOf(row),
    fundsId: funds.id,
    payloadHash,
  }));
}

/** Marks a withdrawal paid under the payment's external id. Refuses as `approveRequest` does. */
export function markPaid(
  deps: DeskDeps,
  {
    payloadHash,
    externalId,
    ...request
  }: DecisionRequest & { readonly payloadHash: string; readonly externalId: string },
): Promise<DeskRecordOf<'withdrawal'>> {
  const audited = { action: 'withdrawal-paid', reason: `content ${payloadHash}, payment ${externalId}` };
  return decide(deps, 'withdrawal', request, audited, (funds, by, row) => ({
    type: 'MarkWithdrawalPaid',
    ...by,
    ...holdOf(row),
    fundsId: funds.id,
    externalId,
    payloadHash,
  }));
}

/**
 * Rejects a request regardless of approvals so far; a deposit can be voided instead. Refuses `fundsNotFound` and the
 * engine's refusals.
 */
export function rejectRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  kind: Kind,
  { remark, isVoid = false, ...request }: DecisionRequest & { readonly remark: string; readonly isVoid?: boolean },
): Promise<DeskRecordOf<Kind>> {
  const audited = { action: `${kind}-${isVoid ? 'voided' : 'rejected'}`, reason: remark, isUnchecked: true };
  return decide(deps, kind, request, audited, (funds, by) => ({
    type: 'RejectFunds',
    ...by,
    fundsId: funds.id,
    remark,
    isVoid,
  }));
}

/**
 * Corrects a deposit's paid amount and voids its approvals. Refuses `invalidField`, `fundsNotFound` and the engine's
 * refusals.
 */
export async function amendDeposit(
  deps: DeskDeps,
  { paid: text, reason, ...request }: DecisionRequest & { readonly paid: string; readonly reason: string },
): Promise<DeskRecordOf<'deposit'>> {
  const { companyId } = request.operator;
  const paid = parseDecimal(text, paymentScale);
  if (paid === null) throw new FundsRefusal('invalidField', { field: 'paid' });
  const { depositSecondFrom } = await fundsSettingsOf(deps.currencies, companyId);
  const audited = { action: 'deposit-amended', reason: `paid ${text}: ${reason}` };
  return decide(deps, 'deposit', request, audited, (funds, by, row) => {
    const credit = calculateCredit(paid, funds.rate);
    const { externalId } = funds;
    const changed: DepositRecord = { ...funds, paid, credit };
    return {
      type: 'AmendFunds',
      ...by,
      fundsId: funds.id,
      change: { kind: 'deposit-paid', paid, credit, externalId },
      secondFrom: depositSecondFrom,
      payloadHash: depositHash(companyId, row.paidTo, changed),
    };
  });
}

/**
 * Lowers a withdrawal's fee and voids its approvals. Refuses `invalidField`, `fundsNotFound` and the engine's refusals.
 */
export async function amendWithdrawal(
  deps: DeskDeps,
  { fee: text, reason, ...request }: DecisionRequest & { readonly fee: string; readonly reason: string },
): Promise<DeskRecordOf<'withdrawal'>> {
  const { companyId } = request.operator;
  const fee = parseMoney(text);
  if (fee === null || fee < 0n) throw new FundsRefusal('invalidField', { field: 'fee' });
  const { withdrawalSecondFrom } = await fundsSettingsOf(deps.currencies, companyId);
  const audited = { action: 'withdrawal-amended', reason: `fee ${text}: ${reason}` };
  return decide(deps, 'withdrawal', request, audited, (funds, by, row) => {
    const received = calculateReceived(funds.amount, fee, funds.rate, funds.payoutCurrency);
    const changed: WithdrawalRecord = { ...funds, fee, received };
    return {
      type: 'AmendFunds',
      ...by,
      fundsId: funds.id,
      change: { kind: 'withdrawal-fee', fee, received },
      secondFrom: withdrawalSecondFrom,
      payloadHash: withdrawalHash(companyId, row.view.protocol, changed),
    };
  });
}

export interface CorrectionProposal extends IdempotencyKey {
  readonly operator: OperatorRecord;
  readonly uid: string;
  /** In USD; negative amounts debit the balance. */
  readonly amount: string;
  /** Shown to the trader. */
  readonly reason: string;
}

/**
 * Proposes a compensating entry for another operator to post. Refuses `userNotFound`, `invalidField` and the engine's
 * refusals.
 */
export async function proposeCorrection(
  deps: DeskDeps,
  { operator, uid, amount: text, reason, clientId, bodyHash }: CorrectionProposal,
): Promise<DeskRecordOf<'correction'>> {
  const { companyId } = operator;
  const found = await deps.users.find(companyId, uid);
  if (found === null) throw new FundsRefusal('userNotFound');
  const amount = parseMoney(text);
  if (amount === null || amount === 0n) throw new FundsRefusal('invalidField', { field: 'amount' });
  const { accountId } = found.user;
  const atMs = deps.clock.nowMs();
  const content = { accountId, amount, reason, proposedBy: { kind: 'operator', id: operator.id } } as const;
  const payloadHash = correctionHash(companyId, content);
  const audited = {
    action: 'correction-proposed',
    subject: `account ${accountId}`,
    reason: `${usdText(amount)}: ${reason}`,
  };
  const command = { type: 'ProposeCorrection', atMs, ...content, payloadHash } as const;
  const funds = await submitRecorded(deps, operator, audited, { command, clientId, bodyHash });
  if (funds.kind !== 'correction') throw new FundsRefusal('idempotencyConflict');
  return viewRequest(deps, companyId, funds);
}

/** The hold under the current credentials, which may have changed since the request (R-FND-48). */
function holdOf(row: DeskRecord): { readonly heldUntilMs?: number } {
  const heldUntilMs = row.kind === 'withdrawal' ? row.view.heldUntilMs : undefined;
  return heldUntilMs === undefined ? {} : { heldUntilMs };
}

type Decider = Pick<Extract<FundsCommand, { type: 'RejectFunds' }>, 'atMs' | 'accountId' | 'by'>;

/** Reads the request again, checks it against its hash (unless it is being rejected) and submits the command. */
export async function decide<Kind extends FundsKind>(
  deps: DeskDeps,
  kind: Kind,
  { operator, id, clientId, bodyHash }: DecisionRequest,
  audited: { readonly action: string; readonly reason: string; readonly isUnchecked?: boolean },
  toCommand: (request: Extract<FundsRequest, { kind: Kind }>, by: Decider, row: DeskRecordOf<Kind>) => FundsCommand,
): Promise<DeskRecordOf<Kind>> {
  const { companyId } = operator;
  const request = await requireRequest(deps, companyId, kind, id);
  const atMs = deps.clock.nowMs();
  const { accountId } = request;
  const earlier = await findPriorAnswer(deps.core, accountId, { clientId, bodyHash });
  if (earlier !== null) return viewDecided(deps, companyId, kind, earlier.funds);
  const row = await viewRequest<Kind>(deps, companyId, request);
  const action = { action: audited.action, subject: subjectOf(request), reason: audited.reason };
  const by = { atMs, accountId, by: { kind: 'operator', id: operator.id } } as const;
  const command = toCommand(request, by, row);
  const isSeenElsewhere =
    row.kind === 'deposit' && (await belongsToAnother(deps, companyId, row as DeskRecordOf<'deposit'>));
  const check = () => {
    if (audited.isUnchecked === true) return;
    requireUnchanged(companyId, row);
    if (isSeenElsewhere) throw new EngineRefusal('deposit-known');
  };
  return viewDecided(
    deps,
    companyId,
    kind,
    await submitRecorded(deps, operator, action, { command, clientId, bodyHash }, check),
  );
}

/**
 * True if every observed payment of a deposit's transaction belongs to another deposit, or was paid to an address given
 * only to another user. The core knows payments by name, and one payment may have two names (R-FND-06).
 */
async function belongsToAnother(
  deps: DeskDeps,
  companyId: CompanyId,
  { view, paidTo }: DeskRecordOf<'deposit'>,
): Promise<boolean> {
  const { id, accountId, externalId } = view.deposit;
  if (externalId === null) return false;
  const seen = await deps.observedPayments.ofTransaction(companyId, spellingsOf(externalId));
  const remaining = seen.filter(({ state }) => state !== 'dropped');
  const isOpenTo = ({ userId, fundsId, state, address }: ObservedPaymentRecord) =>
    fundsId === id ||
    (state !== 'credited' &&
      (userId === null ||
        userId === (accountId as number) ||
        normalizeDestination(address) === normalizeDestination(paidTo)));
  return remaining.length > 0 && !remaining.some(isOpenTo);
}

function viewDecided<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: CompanyId,
  kind: Kind,
  funds: FundsRequest,
): Promise<DeskRecordOf<Kind>> {
  if (funds.kind !== kind) throw new FundsRefusal('idempotencyConflict');
  return viewRequest(deps, companyId, funds as Extract<FundsRequest, { kind: Kind }>);
}

/**
 * Records the action, submits it, and records a refusal too (R-FND-33). The audit log and the journal are two stores:
 * the audit log may claim more than was done, never less (docs/adr/0021).
 */
async function submitRecorded(
  deps: DeskDeps,
  operator: OperatorRecord,
  action: AuditAction,
  request: Parameters<typeof submitFunds>[1],
  check: () => void = () => undefined,
): Promise<FundsRequest> {
  await record(deps, operator, action);
  try {
    check();
    return (await submitFunds(deps.core, request)).funds;
  } catch (error) {
    const reason = refusalOf(error);
    await record(deps, operator, { ...action, action: `${action.action}-refused`, reason });
    throw error;
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof EngineRefusal) return error.refusal;
  return error instanceof FundsRefusal ? error.reason : 'unavailable';
}

export function record(deps: DeskDeps, { companyId, id }: OperatorRecord, action: AuditAction): Promise<void> {
  return deps.audit.append(companyId, { operatorId: id, ...action });
}

export function subjectOf({ kind, id, accountId }: FundsRequest): string {
  return `${kind} ${id}, account ${accountId}`;
}
