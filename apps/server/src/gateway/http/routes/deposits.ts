import {
  chargeSubmitBody,
  type DepositRow,
  depositListQuery,
  type FundsPage,
  wireInfoQuery,
  wireSubmitBody,
} from '@candor/contracts/http/funds';
import type { Language } from '@candor/contracts/languages';
import type { FastifyInstance } from 'fastify';
import type { UserRecord } from '../../../ports/identity.ts';
import { depositRecords, viewReport } from '../../../services/funds/deposit-history.ts';
import {
  bankCoins,
  coinOptions,
  type DepositReport,
  reportDeposit,
  wireOptions,
} from '../../../services/funds/deposits.ts';
import { requireRealUser } from '../authenticate.ts';
import { languageOf, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { addStateChange, askedAs } from '../state-change.ts';
import { toAddressOption, toDepositRow, toWireOption } from '../to-funds.ts';
import type { FundsRouteDeps } from './withdrawals.ts';

/** Paying in: where to, saying that one has, and what became of it (product spec section 7). */
export function registerDepositRoutes(app: FastifyInstance, deps: FundsRouteDeps): void {
  const { funds, tokens } = deps;
  app.get('/api/quickCharge/info', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    return sendOk(request, reply, (await coinOptions(funds, user)).map(toAddressOption));
  });
  app.get('/api/quickCharge/symbols', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    return sendOk(request, reply, await bankCoins(funds, user));
  });
  app.get('/api/quickCharge/wire_info', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const { bank_coin: coinId } = parseInput(wireInfoQuery, request.query);
    return sendOk(request, reply, (await wireOptions(funds, user, coinId)).map(toWireOption));
  });
  addStateChange(app, '/api/quickCharge/submit', deps, async (request, input, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const body = parseInput(chargeSubmitBody, input);
    const { number, proofImg: proof, address, charge_id: optionId, tx, usd_price: usdPrice } = body;
    const asked = askedAs(request, 'quickCharge/submit', body);
    const report = { ...asked, kind: 'coin', optionId, number, proof, address, tx, usdPrice } as const;
    return sendOk(request, reply, await rowOf(deps, user, report, languageOf(request)));
  });
  addStateChange(app, '/api/quickCharge/wire_submit', deps, async (request, input, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const body = parseInput(wireSubmitBody, input);
    const { number, proofImg: proof, wire_id: optionId, usd_price: usdPrice } = body;
    const asked = askedAs(request, 'quickCharge/wire_submit', body);
    const report = { ...asked, kind: 'bank', optionId, number, proof, address: null, tx: '', usdPrice } as const;
    return sendOk(request, reply, await rowOf(deps, user, report, languageOf(request)));
  });
  app.get('/api/quickCharge/quick_ist', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const { type, page } = parseInput(depositListQuery, request.query);
    const method = type === undefined ? undefined : type === 0 ? 'coin' : 'bank';
    const { rows, total } = await depositRecords({ ...funds, history: deps.history }, user, method, page);
    const answer: FundsPage<DepositRow> = { data: rows.map((row) => toDepositRow(row, languageOf(request))), total };
    return sendOk(request, reply, answer);
  });
}

async function rowOf(
  { funds, history }: FundsRouteDeps,
  user: UserRecord,
  report: DepositReport,
  language: Language,
): Promise<DepositRow> {
  const reported = await reportDeposit({ ...funds, history }, user, report);
  return toDepositRow(await viewReport(funds, user.companyId, reported), language);
}
