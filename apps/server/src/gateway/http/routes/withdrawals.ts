import {
  drawBody,
  drawCancelBody,
  drawListQuery,
  drawSymbolQuery,
  type WithdrawList,
  type WithdrawOptions,
  type WithdrawRow,
} from '@candor/contracts/http/funds';
import type { Language } from '@candor/contracts/languages';
import type { WithdrawalRecord } from '@candor/domain/engine/funds/cash-request';
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
import { requireRealUser } from '../authenticate.ts';
import { pageOf } from '../caller.ts';
import { languageOf, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { askedAs, bodyHashOf } from '../state-change.ts';
import { toWithdrawClock, toWithdrawCurrency, toWithdrawRow } from '../to-funds.ts';

export interface FundsRouteDeps {
  readonly funds: FundsDeps;
  readonly history: FundsHistory;
  readonly factors: Pick<IdentityDeps, 'clock' | 'factors'>;
  readonly tokens: Tokens;
  readonly legacyGetWrites: boolean;
}

/** Paying out: in what and how much, asking for it, taking it back, and what became of it (product spec section 7). */
export function registerWithdrawalRoutes(app: FastifyInstance, deps: FundsRouteDeps): void {
  const { funds, history, tokens } = deps;
  app.get('/api/account/draw_symbol_list', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const { type } = parseInput(drawSymbolQuery, request.query);
    const options = await withdrawOptions({ ...funds, history }, user, kindOf(type));
    const answer: WithdrawOptions = {
      data: options.currencies.map(toWithdrawCurrency),
      available: toCentsBelow(options.available),
      frozen_until: options.frozenUntilMs,
      is_verified: options.isVerified,
      hold_hours: options.holdHours,
      clock: toWithdrawClock(options.clock),
    };
    return sendOk(request, reply, answer);
  });
  app.post('/api/account/draw', async (request, reply) => {
    const session = await requireRealUser(tokens, request);
    const body = parseInput(drawBody, request.body);
    const withdrawal = await requestWithdrawal({ ...funds, history }, session.user, {
      ...askedAs(request, 'account/draw', body),
      currencyId: body.draw_currency_id,
      methodId: body.draw_method_id,
      number: body.number,
      memo: body.memo,
      fee: body.fee,
      usdPrice: body.usd_price,
      prove: proofOf(deps, session, request, 'account/draw', body),
    });
    return sendOk(request, reply, await rowOf(deps, session.user, withdrawal, languageOf(request)));
  });
  app.post('/api/account/draw_cancel', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const body = parseInput(drawCancelBody, request.body);
    const asked = { ...askedAs(request, 'account/draw_cancel', body), id: body.id };
    const withdrawal = await cancelWithdrawal(funds, user, asked);
    return sendOk(request, reply, await rowOf(deps, user, withdrawal, languageOf(request)));
  });
  app.get('/api/account/draw_list', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const { type, page } = parseInput(drawListQuery, request.query);
    const method = type === undefined ? undefined : kindOf(type);
    const { rows, total } = await withdrawalRecords({ ...funds, history }, user, method, page);
    const clock = await payoutClock({ ...funds, history }, user);
    const data = rows.map((row) => toWithdrawRow(row, languageOf(request), funds.clock.nowMs()));
    const answer: WithdrawList = { data, total, clock: toWithdrawClock(clock) };
    return sendOk(request, reply, answer);
  });
}

/** 1 coin, 2 bank. */
export function kindOf(type: number): 'coin' | 'bank' {
  return type === 1 ? 'coin' : 'bank';
}

/** A second proof of who asks, bound to all that is asked, for what a stolen session must not do (R-SES-31). */
export function proofOf(
  deps: FundsRouteDeps,
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

/** Never more than there is. */
function toCentsBelow(amount: Money): string {
  return formatDecimal(divFloor(amount, 10n ** BigInt(moneyScale - 2)), 2);
}
