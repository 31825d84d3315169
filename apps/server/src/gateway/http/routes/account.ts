import { type AccountDetail, accountCalls, type BillingList, type CommandAnswer } from '@candor/contracts/http/account';
import { pageSize } from '@candor/contracts/http/paths';
import { cashKey } from '@candor/domain/ledger/ledger';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountIdentity } from '../../../ports/trading-port.ts';
import type { Session } from '../../../services/identity/tokens.ts';
import { languageOf, RefusalError } from '../envelope.ts';
import { toAnsweredOrder } from '../order-calls.ts';
import { registerCall } from '../register-call.ts';
import { memoOf } from '../texts/account-texts.ts';
import { textOf } from '../texts/text-of.ts';
import { toRefusalError } from '../to-command.ts';
import type { TradeRouteDeps } from './trade.ts';

/** Registers the calls about the account's money, and about the decision on a command. */
export function registerAccountRoutes(app: FastifyInstance, deps: TradeRouteDeps): void {
  registerCall(app, deps, accountCalls.billing, async ({ session, input, request }) =>
    billing(deps, request, await accountOf(deps, session), input.page),
  );
  registerCall(app, deps, accountCalls.accountDetail, ({ session }) => detailOf(deps, session));
  registerCall(app, deps, accountCalls.balance, async ({ session }) => {
    const { balance } = await detailOf(deps, session);
    return { balance };
  });
  registerCall(app, deps, accountCalls.command, async ({ session, input, request }) =>
    commandAnswer(deps, request, await accountOf(deps, session), input.client_id),
  );
}

async function accountOf(deps: TradeRouteDeps, { user }: Session): Promise<AccountIdentity> {
  const account = await deps.core.findAccount(user.accountId);
  if (account === null) throw new RefusalError('sessionExpired');
  return account;
}

async function detailOf(deps: TradeRouteDeps, { user }: Session): Promise<AccountDetail> {
  const view = await deps.core.viewAccount(user.accountId);
  if (view === null) throw new RefusalError('sessionExpired');
  return { balance: formatBalance(view.summary.balance), lock_balance: formatBalance(view.locked) };
}

async function billing(
  deps: TradeRouteDeps,
  request: FastifyRequest,
  account: AccountIdentity,
  page: number,
): Promise<BillingList> {
  const key = cashKey(account, account.id);
  const { postings, total } = await deps.history.postings(account.tenantId, key, page, pageSize);
  const data = postings.map(({ seq, line, amount, balance, kind, atMs, orderId }) => ({
    Id: `${seq}-${line}`,
    Value: formatMoney(amount),
    MemoTran: memoOf(kind, languageOf(request)),
    CreatedAtTran: atMs,
    OrderId: orderId,
    Balance: formatBalance(balance),
  }));
  return { data, total };
}

async function commandAnswer(
  deps: TradeRouteDeps,
  request: FastifyRequest,
  account: AccountIdentity,
  clientId: string,
): Promise<CommandAnswer> {
  const id = clientId.toLowerCase().replaceAll('-', '');
  const decision = await deps.core.findAnswer(account.id, id).catch(() => {
    throw new RefusalError('unavailable', { httpStatus: 503 });
  });
  if (decision === null || decision.kind === 'conflict') return { status: 'unknown' };
  if (decision.kind === 'done') return { status: 'done', order: toAnsweredOrder(deps.market, decision.events) };
  const { code, data } = toRefusalError(decision.refusal);
  const msg = textOf(code, languageOf(request), (data as { field?: string } | null)?.field);
  return { status: 'refused', code, msg };
}
