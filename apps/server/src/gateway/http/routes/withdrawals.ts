import { type WithdrawRow, withdrawalCalls } from '@candor/contracts/http/funds';
import type { Language } from '@candor/contracts/languages';
import type { WithdrawalRecord } from '@candor/domain/engine/funds/funds-request';
import { divFloor, formatDecimal } from '@candor/domain/values/decimal';
import { type Money, moneyScale } from '@candor/domain/values/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FundsHistory } from '../../../ports/funds.ts';
import type { UserRecord } from '../../../ports/identity.ts';
import type { FundsDeps } from '../../../services/funds/funds-deps.ts';
import { withDestinations, withdrawalRecords } from '../../../services/funds/withdrawal-history.ts';
import { payoutClock, withdrawOptions } from '../../../services/funds/withdrawal-options.ts';
import { cancelWithdrawal, requestWithdrawal } from '../../../services/funds/withdrawals.ts';
import type { IdentityDeps } from '../../../services/identity/identity-deps.ts';
import { requireBoundStepUp } from '../../../services/identity/step-up.ts';
import type { Session, Tokens } from '../../../services/identity/tokens.ts';
import { pageOf } from '../caller.ts';
import { languageOf } from '../envelope.ts';
import { registerCall } from '../register-call.ts';
import { bodyHashOf, idempotencyKeyOf } from '../state-change.ts';
import { toWithdrawClock, toWithdrawCurrency, toWithdrawRow } from '../to-funds.ts';

export interface FundsRouteDeps {
  readonly funds: FundsDeps;
  readonly history: FundsHistory;
  readonly factors: Pick<IdentityDeps, 'clock' | 'factors'>;
  readonly tokens: Tokens;
  readonly legacyGetWrites: boolean;
}

/** Registers the calls about withdrawals: options, request, cancellation, history (product spec section 7). */
export function registerWithdrawalRoutes(app: FastifyInstance, deps: FundsRouteDeps): void {
  const { funds, history } = deps;
  registerCall(app, deps, withdrawalCalls.withdrawOptions, async ({ session, input }) => {
    const options = await withdrawOptions({ ...funds, history }, session.user, kindOf(input.type));
    return {
      data: options.currencies.map(toWithdrawCurrency),
      available: toCentsBelow(options.available),
      frozen_until: options.frozenUntilMs,
      is_verified: options.isVerified,
      hold_hours: options.holdHours,
      clock: toWithdrawClock(options.clock),
    };
  });
  registerCall(app, deps, withdrawalCalls.requestWithdrawal, async ({ session, input, request }) => {
    const withdrawal = await requestWithdrawal({ ...funds, history }, session.user, {
      ...idempotencyKeyOf(request, 'account/draw', input),
      currencyId: input.draw_currency_id,
      methodId: input.draw_method_id,
      number: input.number,
      memo: input.memo,
      fee: input.fee,
      usdPrice: input.usd_price,
      prove: proofOf(deps, session, request, 'account/draw', input),
    });
    return rowOf(deps, session.user, withdrawal, languageOf(request));
  });
  registerCall(app, deps, withdrawalCalls.cancelWithdrawal, async ({ session: { user }, input, request }) => {
    const asked = { ...idempotencyKeyOf(request, 'account/draw_cancel', input), id: input.id };
    const withdrawal = await cancelWithdrawal(funds, user, asked);
    return rowOf(deps, user, withdrawal, languageOf(request));
  });
  registerCall(app, deps, withdrawalCalls.withdrawals, async ({ session: { user }, input, request }) => {
    const method = input.type === undefined ? undefined : kindOf(input.type);
    const { rows, total } = await withdrawalRecords({ ...funds, history }, user, method, input.page);
    const clock = await payoutClock({ ...funds, history }, user);
    const data = rows.map((row) => toWithdrawRow(row, languageOf(request), funds.clock.nowMs()));
    return { data, total, clock: toWithdrawClock(clock) };
  });
}

/** Returns the kind of a wire type: 1 coin, 2 bank. */
export function kindOf(type: number): 'coin' | 'bank' {
  return type === 1 ? 'coin' : 'bank';
}

/**
 * Returns the check of a step-up proof that is bound to all fields of the call, for calls that a stolen session must
 * not make (R-SES-31).
 */
export function proofOf(
  deps: Pick<FundsRouteDeps, 'factors'>,
  session: Session,
  request: FastifyRequest,
  call: string,
  body: Record<string, unknown>,
): () => Promise<void> {
  const proved = { call: `POST /api/${call}`, payload: bodyHashOf(call, body) };
  return () => requireBoundStepUp(deps.factors, session, pageOf(request), proved);
}

async function rowOf(
  { funds }: FundsRouteDeps,
  { companyId }: UserRecord,
  withdrawal: WithdrawalRecord,
  language: Language,
): Promise<WithdrawRow> {
  const [stated] = await withDestinations(funds, companyId, [withdrawal]);
  if (stated === undefined) throw new Error('Invariant: a withdrawal is stated as one');
  return toWithdrawRow(stated, language, funds.clock.nowMs());
}

/** Formats cents, rounded down. */
function toCentsBelow(amount: Money): string {
  return formatDecimal(divFloor(amount, 10n ** BigInt(moneyScale - 2)), 2);
}
