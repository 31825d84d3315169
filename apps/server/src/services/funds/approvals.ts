import { calculateCredit } from '@candor/domain/calc/deposit';
import { calculateReceived, paymentScale } from '@candor/domain/calc/withdrawal';
import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type { DepositRecord, FundsKind, FundsRecord, WithdrawalRecord } from '@candor/domain/engine/funds/funds-record';
import { spellingsOf } from '@candor/domain/engine/funds/payment-names';
import { parseDecimal } from '@candor/domain/values/decimal';
import type { TenantId } from '@candor/domain/values/ids';
import { type Money, moneyScale, parseMoney } from '@candor/domain/values/money';
import type { OperatorRecord } from '../../ports/operators.ts';
import type { ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import { toAmountText } from './amounts.ts';
import { answeredBefore, submitFunds } from './commands.ts';
import { type AskedAs, fundsSettingsOf } from './funds-deps.ts';
import { correctionHash, depositHash, toPlace, withdrawalHash } from './payload-hash.ts';
import { EngineRefusal, FundsRefusal } from './refusals.ts';
import {
  type DeskDeps,
  type DeskRecord,
  type DeskRecordOf,
  requireAsHashed,
  requireRequest,
  stateRequest,
} from './requests.ts';

export interface Judged extends AskedAs {
  readonly operator: OperatorRecord;
  readonly id: number;
}

/** What stands in the record of operators' doings. */
interface Doing {
  /** Past tense. */
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
}

/** A single request in full: the look is recorded first, without the record nothing is shown (R-FND-32). */
export async function openRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  operator: OperatorRecord,
  kind: Kind,
  id: number,
): Promise<DeskRecordOf<Kind>> {
  const { companyId } = operator;
  const funds = await requireRequest(deps, companyId, kind, id);
  await record(deps, operator, { action: `${kind}-opened`, subject: subjectOf(funds), reason: 'to judge it' });
  return stateRequest(deps, companyId, funds);
}

/** Approves what was shown (R-FND-34). Refuses `fundsNotFound`, `methodChanged`, `payloadChanged`, and what the engine refuses. */
export async function approveRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  kind: Kind,
  { payloadHash, ...judged }: Judged & { readonly payloadHash: string },
): Promise<DeskRecordOf<Kind>> {
  const told = { action: `${kind}-approved`, reason: `content ${payloadHash}` };
  return judge(deps, kind, judged, told, (funds, by, row) => ({
    type: 'ApproveFunds',
    ...by,
    ...holdOf(row),
    fundsId: funds.id,
    payloadHash,
  }));
}

/** The payout has left the house under this name. Refuses as approving does. */
export function markPaid(
  deps: DeskDeps,
  { payloadHash, externalId, ...judged }: Judged & { readonly payloadHash: string; readonly externalId: string },
): Promise<DeskRecordOf<'withdrawal'>> {
  const told = { action: 'withdrawal-paid', reason: `content ${payloadHash}, payment ${externalId}` };
  return judge(deps, 'withdrawal', judged, told, (funds, by, row) => ({
    type: 'MarkWithdrawalPaid',
    ...by,
    ...holdOf(row),
    fundsId: funds.id,
    externalId,
    payloadHash,
  }));
}

/** Says no, whatever was approved so far; a deposit can be voided instead. Refuses `fundsNotFound`, and what the engine refuses. */
export function rejectRequest<Kind extends FundsKind>(
  deps: DeskDeps,
  kind: Kind,
  { remark, isVoid = false, ...judged }: Judged & { readonly remark: string; readonly isVoid?: boolean },
): Promise<DeskRecordOf<Kind>> {
  const told = { action: `${kind}-${isVoid ? 'voided' : 'rejected'}`, reason: remark, isUnchecked: true };
  return judge(deps, kind, judged, told, (funds, by) => ({
    type: 'RejectFunds',
    ...by,
    fundsId: funds.id,
    remark,
    isVoid,
  }));
}

/** Corrects what a deposit paid; approvals so far are void. Refuses `invalidField`, `fundsNotFound`, and what the engine refuses. */
export async function amendDeposit(
  deps: DeskDeps,
  { paid: text, reason, ...judged }: Judged & { readonly paid: string; readonly reason: string },
): Promise<DeskRecordOf<'deposit'>> {
  const { companyId } = judged.operator;
  const paid = parseDecimal(text, paymentScale);
  if (paid === null) throw new FundsRefusal('invalidField', { field: 'paid' });
  const { depositSecondFrom } = await fundsSettingsOf(deps.currencies, companyId);
  const told = { action: 'deposit-amended', reason: `paid ${text}: ${reason}` };
  return judge(deps, 'deposit', judged, told, (funds, by, row) => {
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

/** Lowers a withdrawal's fee; approvals so far are void. Refuses `invalidField`, `fundsNotFound`, and what the engine refuses. */
export async function amendWithdrawal(
  deps: DeskDeps,
  { fee: text, reason, ...judged }: Judged & { readonly fee: string; readonly reason: string },
): Promise<DeskRecordOf<'withdrawal'>> {
  const { companyId } = judged.operator;
  const fee = parseMoney(text);
  if (fee === null || fee < 0n) throw new FundsRefusal('invalidField', { field: 'fee' });
  const { withdrawalSecondFrom } = await fundsSettingsOf(deps.currencies, companyId);
  const told = { action: 'withdrawal-amended', reason: `fee ${text}: ${reason}` };
  return judge(deps, 'withdrawal', judged, told, (funds, by, row) => {
    const received = calculateReceived(funds.amount, fee, funds.rate, funds.payoutCurrency);
    const changed: WithdrawalRecord = { ...funds, fee, received };
    return {
      type: 'AmendFunds',
      ...by,
      fundsId: funds.id,
      change: { kind: 'withdrawal-fee', fee, received },
      secondFrom: withdrawalSecondFrom,
      payloadHash: withdrawalHash(companyId, row.stated.protocol, changed),
    };
  });
}

export interface CorrectionProposal extends AskedAs {
  readonly operator: OperatorRecord;
  readonly uid: string;
  /** In USD; below zero takes from the balance. */
  readonly amount: string;
  /** Shown to the trader. */
  readonly reason: string;
}

/** Proposes a compensating entry; another operator posts it. Refuses `userNotFound`, `invalidField`, and what the engine refuses. */
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
  const payloadHash = correctionHash(companyId, { ...content, requestedAtMs: atMs });
  const told = { action: 'correction-proposed', subject: `account ${accountId}`, reason: `${usd(amount)}: ${reason}` };
  const command = { type: 'ProposeCorrection', atMs, ...content, payloadHash } as const;
  const funds = await carryOut(deps, operator, told, { command, clientId, bodyHash });
  if (funds.kind !== 'correction') throw new FundsRefusal('idempotencyConflict');
  return stateRequest(deps, companyId, funds);
}

/** The hold as the credentials stand now, which may have changed since the withdrawal was asked for (R-FND-48). */
function holdOf(row: DeskRecord): { readonly heldUntilMs?: number } {
  const heldUntilMs = row.kind === 'withdrawal' ? row.stated.heldUntilMs : undefined;
  return heldUntilMs === undefined ? {} : { heldUntilMs };
}

type By = Pick<Extract<FundsCommand, { type: 'RejectFunds' }>, 'atMs' | 'accountId' | 'by'>;

/** Looks everything up again, checks it against its hash but where it is only refused, and does what was decided. */
export async function judge<Kind extends FundsKind>(
  deps: DeskDeps,
  kind: Kind,
  { operator, id, clientId, bodyHash }: Judged,
  told: { readonly action: string; readonly reason: string; readonly isUnchecked?: boolean },
  toCommand: (funds: Extract<FundsRecord, { kind: Kind }>, by: By, row: DeskRecordOf<Kind>) => FundsCommand,
): Promise<DeskRecordOf<Kind>> {
  const { companyId } = operator;
  const funds = await requireRequest(deps, companyId, kind, id);
  const atMs = deps.clock.nowMs();
  const { accountId } = funds;
  const earlier = await answeredBefore(deps.core, accountId, { clientId, bodyHash }, atMs);
  if (earlier !== null) return stateDecided(deps, companyId, kind, earlier.funds);
  const row = await stateRequest<Kind>(deps, companyId, funds);
  const doing = { action: told.action, subject: subjectOf(funds), reason: told.reason };
  const by = { atMs, accountId, by: { kind: 'operator', id: operator.id } } as const;
  const command = toCommand(funds, by, row);
  const isSeenElsewhere =
    row.kind === 'deposit' && (await isOfAnother(deps, companyId, row as DeskRecordOf<'deposit'>));
  const check = () => {
    if (told.isUnchecked === true) return;
    requireAsHashed(companyId, row);
    if (isSeenElsewhere) throw new EngineRefusal('deposit-known');
  };
  return stateDecided(
    deps,
    companyId,
    kind,
    await carryOut(deps, operator, doing, { command, clientId, bodyHash }, check),
  );
}

/**
 * Whether all that watchers saw of a deposit's transaction is another's: credited by another deposit, or paid to an address
 * that only another user was given. The core knows payments by their names, and one payment may have two (R-FND-06).
 */
async function isOfAnother(
  deps: DeskDeps,
  companyId: TenantId,
  { stated, paidTo }: DeskRecordOf<'deposit'>,
): Promise<boolean> {
  const { id, accountId, externalId } = stated.deposit;
  if (externalId === null) return false;
  const seen = await deps.sightings.ofTransaction(companyId, spellingsOf(externalId));
  const standing = seen.filter(({ state }) => state !== 'dropped');
  const isOpenTo = ({ userId, fundsId, state, address }: ObservedPaymentRecord) =>
    fundsId === id ||
    (state !== 'credited' &&
      (userId === null || userId === (accountId as number) || toPlace(address) === toPlace(paidTo)));
  return standing.length > 0 && !standing.some(isOpenTo);
}

function stateDecided<Kind extends FundsKind>(
  deps: DeskDeps,
  companyId: TenantId,
  kind: Kind,
  funds: FundsRecord,
): Promise<DeskRecordOf<Kind>> {
  if (funds.kind !== kind) throw new FundsRefusal('idempotencyConflict');
  return stateRequest(deps, companyId, funds as Extract<FundsRecord, { kind: Kind }>);
}

/**
 * Records what is about to be done, does it, and records a refusal too (R-FND-33): the journal and this record are two
 * stores, and of the two it is the record that may say more than was done, never less (docs/adr/0021).
 */
async function carryOut(
  deps: DeskDeps,
  operator: OperatorRecord,
  doing: Doing,
  request: Parameters<typeof submitFunds>[1],
  check: () => void = () => undefined,
): Promise<FundsRecord> {
  await record(deps, operator, doing);
  try {
    check();
    return (await submitFunds(deps.core, request)).funds;
  } catch (error) {
    const reason = refusalOf(error);
    await record(deps, operator, { ...doing, action: `${doing.action}-refused`, reason });
    throw error;
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof EngineRefusal) return error.refusal;
  return error instanceof FundsRefusal ? error.reason : 'unavailable';
}

export function record(deps: DeskDeps, { companyId, id }: OperatorRecord, doing: Doing): Promise<void> {
  return deps.audit.append(companyId, { operatorId: id, ...doing });
}

export function subjectOf({ kind, id, accountId }: FundsRecord): string {
  return `${kind} ${id}, account ${accountId}`;
}

function usd(amount: Money): string {
  return toAmountText(amount, moneyScale, 2);
}
