import {
  type AccountDetail,
  type BillingList,
  billingQuery,
  type CommandAnswer,
  commandQuery,
} from '@candor/contracts/http/account';
import { pageSize } from '@candor/contracts/http/trade';
import { type AccountState, ledgerScopeOf } from '@candor/domain/engine/state';
import { accountBalance, lockedBalance } from '@candor/domain/engine/valuation';
import { cashKey } from '@candor/domain/ledger/ledger';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireSession } from '../authenticate.ts';
import { languageOf, RefusalError, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { memoOf } from '../texts/account-texts.ts';
import { textOf } from '../texts/text-of.ts';
import { toRefusalError } from '../to-command.ts';
import { type TradeRouteDeps, toAnsweredOrder } from './trade.ts';

/** The account's money as the ledger has it, and what became of a command. */
export function registerAccountRoutes(app: FastifyInstance, deps: TradeRouteDeps): void {
  app.get('/v1/api/main/accountLog/forexChange', async (request, reply) => {
    const account = await accountOf(deps, request);
    const { page } = parseInput(billingQuery, request.query);
    return sendOk(request, reply, await billing(deps, request, account, page));
  });
  app.get('/v1/api/main/account/forexDetail', async (request, reply) => {
    const account = await accountOf(deps, request);
    return sendOk(request, reply, await detailOf(deps, account));
  });
  app.get('/v1/api/main/wallet/getBalance', async (request, reply) => {
    const { balance } = await detailOf(deps, await accountOf(deps, request));
    return sendOk(request, reply, { balance });
  });
  app.get('/v1/api/forex/command', async (request, reply) => {
    const account = await accountOf(deps, request);
    const { client_id: clientId } = parseInput(commandQuery, request.query);
    return sendOk(request, reply, await commandAnswer(deps, request, account, clientId));
  });
}

async function accountOf(deps: TradeRouteDeps, request: FastifyRequest): Promise<AccountState> {
  const { user } = await requireSession(deps.tokens, request);
  const account = deps.core.state.accounts.get(user.accountId);
  if (account === undefined) throw new RefusalError('sessionExpired');
  return account;
}

async function detailOf(deps: TradeRouteDeps, account: AccountState): Promise<AccountDetail> {
  return deps.core.read((state) => ({
    balance: formatBalance(accountBalance(state, account)),
    lock_balance: formatBalance(lockedBalance(state, account)),
  }));
}

async function billing(
  deps: TradeRouteDeps,
  request: FastifyRequest,
  account: AccountState,
  page: number,
): Promise<BillingList> {
  const key = cashKey(ledgerScopeOf(account), account.id);
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
  account: AccountState,
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
