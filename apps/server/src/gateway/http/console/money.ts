import { correctionCalls, depositCalls, withdrawalCalls } from '@candor/contracts/console/money';
import type { FastifyInstance } from 'fastify';
import {
  amendDeposit,
  amendWithdrawal,
  approveRequest,
  type DecisionRequest,
  markPaid,
  openRequest,
  proposeCorrection,
  rejectRequest,
} from '../../../services/funds/approvals.ts';
import { decideClaim, openClaims } from '../../../services/funds/deposit-claims.ts';
import { type DeskDeps, type DeskQuery, type DeskRecordOf, listRequests } from '../../../services/funds/requests.ts';
import { invalidField } from '../envelope.ts';
import { idempotencyKeyOf } from '../state-change.ts';
import { addConsoleCall, type ConsoleDeps, type ConsoleInput } from './add-console-call.ts';
import { toCorrectionDeskRow, toDepositDeskRow, toSeenPayment, toWithdrawalDeskRow } from './to-desk-row.ts';

export interface MoneyCallDeps extends ConsoleDeps {
  readonly desk: DeskDeps;
}

type AnyInput = Pick<ConsoleInput<(typeof depositCalls)['approve']>, 'operator' | 'request'> & {
  readonly params: { readonly id: number };
  readonly body: object;
};

/** Deposits, withdrawals and corrections, as operators list and decide them. */
export function registerMoneyCalls(app: FastifyInstance, deps: MoneyCallDeps): void {
  registerDeposits(app, deps);
  registerWithdrawals(app, deps);
  registerCorrections(app, deps);
}

function registerDeposits(app: FastifyInstance, deps: MoneyCallDeps): void {
  const { desk } = deps;
  addConsoleCall(app, deps, depositCalls.list, async ({ company, query }) => {
    const { rows, total } = await listRequests(desk, company.id, 'deposit', toQuery(query));
    return { data: rows.map((row) => toDepositDeskRow(row, null)), total };
  });
  addConsoleCall(app, deps, depositCalls.one, async ({ operator, params }) => {
    const row = await openRequest(desk, operator, 'deposit', params.id);
    return toDepositDeskRow(row, proofUrlOf(desk, operator, row));
  });
  addConsoleCall(app, deps, depositCalls.approve, async (input) => {
    const asked = { ...decisionOf('deposits/approve', input), payloadHash: input.body.payload_hash };
    return toDepositDeskRow(await approveRequest(desk, 'deposit', asked), null);
  });
  for (const [call, isVoid] of [
    [depositCalls.reject, false],
    [depositCalls.void, true],
  ] as const)
    addConsoleCall(app, deps, call, async (input) => {
      const asked = {
        ...decisionOf(`deposits/${isVoid ? 'void' : 'reject'}`, input),
        remark: input.body.remark,
        isVoid,
      };
      return toDepositDeskRow(await rejectRequest(desk, 'deposit', asked), null);
    });
  addConsoleCall(app, deps, depositCalls.claims, async ({ operator, params }) => {
    const { claims, credited, payments } = await openClaims(desk, operator, params.id);
    const withProof = (row: DeskRecordOf<'deposit'>) => toDepositDeskRow(row, proofUrlOf(desk, operator, row));
    return {
      claims: claims.map(withProof),
      credited: credited === null ? null : withProof(credited),
      payments: payments.map(toSeenPayment),
    };
  });
  addConsoleCall(app, deps, depositCalls.decideClaim, async (input) => {
    const { payload_hash: payloadHash, rivals, reason } = input.body;
    const asked = { ...decisionOf('deposits/decide', input), payloadHash, rivals, reason };
    return toDepositDeskRow(await decideClaim(desk, asked), null);
  });
  addConsoleCall(app, deps, depositCalls.amend, async (input) => {
    const { paid, reason } = input.body;
    return toDepositDeskRow(await amendDeposit(desk, { ...decisionOf('deposits/amend', input), paid, reason }), null);
  });
}

function proofUrlOf(desk: DeskDeps, operator: AnyInput['operator'], { view }: DeskRecordOf<'deposit'>): string | null {
  const { proofId } = view.deposit;
  return proofId === null ? null : desk.proofUrl(operator.companyId, proofId, operator.id);
}

function registerWithdrawals(app: FastifyInstance, deps: MoneyCallDeps): void {
  const { desk } = deps;
  addConsoleCall(app, deps, withdrawalCalls.list, async ({ company, query }) => {
    const { rows, total } = await listRequests(desk, company.id, 'withdrawal', toQuery(query));
    return { data: rows.map((row) => toWithdrawalDeskRow(row, false)), total };
  });
  addConsoleCall(app, deps, withdrawalCalls.one, async ({ operator, params }) =>
    toWithdrawalDeskRow(await openRequest(desk, operator, 'withdrawal', params.id), true),
  );
  addConsoleCall(app, deps, withdrawalCalls.approve, async (input) => {
    const asked = { ...decisionOf('withdrawals/approve', input), payloadHash: input.body.payload_hash };
    return toWithdrawalDeskRow(await approveRequest(desk, 'withdrawal', asked), false);
  });
  addConsoleCall(app, deps, withdrawalCalls.reject, async (input) => {
    const asked = { ...decisionOf('withdrawals/reject', input), remark: input.body.remark };
    return toWithdrawalDeskRow(await rejectRequest(desk, 'withdrawal', asked), false);
  });
  addConsoleCall(app, deps, withdrawalCalls.paid, async (input) => {
    const { payload_hash: payloadHash, external_id: externalId } = input.body;
    const asked = { ...decisionOf('withdrawals/paid', input), payloadHash, externalId };
    return toWithdrawalDeskRow(await markPaid(desk, asked), false);
  });
  addConsoleCall(app, deps, withdrawalCalls.amend, async (input) => {
    const { fee, reason } = input.body;
    const asked = { ...decisionOf('withdrawals/amend', input), fee, reason };
    return toWithdrawalDeskRow(await amendWithdrawal(desk, asked), false);
  });
}

function registerCorrections(app: FastifyInstance, deps: MoneyCallDeps): void {
  const { desk } = deps;
  addConsoleCall(app, deps, correctionCalls.list, async ({ company, query }) => {
    const { rows, total } = await listRequests(desk, company.id, 'correction', toQuery(query));
    return { data: rows.map(toCorrectionDeskRow), total };
  });
  addConsoleCall(app, deps, correctionCalls.propose, async ({ operator, body, request }) => {
    const { uid, amount, reason } = body;
    const asked = idempotencyKeyOf(request, `console/${operator.id}/corrections`, body);
    return toCorrectionDeskRow(await proposeCorrection(desk, { ...asked, operator, uid, amount, reason }));
  });
  addConsoleCall(app, deps, correctionCalls.approve, async (input) => {
    const asked = { ...decisionOf('corrections/approve', input), payloadHash: input.body.payload_hash };
    return toCorrectionDeskRow(await approveRequest(desk, 'correction', asked));
  });
  addConsoleCall(app, deps, correctionCalls.reject, async (input) => {
    const asked = { ...decisionOf('corrections/reject', input), remark: input.body.remark };
    return toCorrectionDeskRow(await rejectRequest(desk, 'correction', asked));
  });
}

/** Scopes a request id to its operator: the same id of another operator is another request. */
function decisionOf(call: string, { operator, params, body, request }: AnyInput): DecisionRequest {
  const asked = idempotencyKeyOf(request, `console/${operator.id}/${call}/${params.id}`, body);
  return { ...asked, operator, id: params.id };
}

/** Puts waiting requests first, in either sort order. */
function toQuery(query: {
  readonly sort: string;
  readonly page: number;
  readonly per_page: number;
  readonly status?: string | undefined;
  readonly uid?: string | undefined;
}): DeskQuery {
  if (query.sort !== 'id') throw invalidField('sort');
  return { status: query.status, uid: query.uid, page: query.page, pageSize: query.per_page };
}
