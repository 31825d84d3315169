import { type DepositRow, depositCalls } from '@candor/contracts/http/funds';
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
import { languageOf } from '../envelope.ts';
import { registerCall } from '../register-call.ts';
import { idempotencyKeyOf } from '../state-change.ts';
import { toAddressOption, toDepositRow, toWireOption } from '../to-funds.ts';
import type { FundsRouteDeps } from './withdrawals.ts';

/** Registers the calls about deposits: options, reports, history (product spec section 7). */
export function registerDepositRoutes(app: FastifyInstance, deps: FundsRouteDeps): void {
  const { funds } = deps;
  registerCall(app, deps, depositCalls.depositAddresses, async ({ session }) =>
    (await coinOptions(funds, session.user)).map(toAddressOption),
  );
  registerCall(app, deps, depositCalls.bankCoins, ({ session }) => bankCoins(funds, session.user));
  registerCall(app, deps, depositCalls.wireOptions, async ({ session, input }) =>
    (await wireOptions(funds, session.user, input.bank_coin)).map(toWireOption),
  );
  registerCall(app, deps, depositCalls.reportCoins, ({ session, input, request }) => {
    const { number, proofImg: proof, address, charge_id: optionId, tx, usd_price: usdPrice } = input;
    const asked = idempotencyKeyOf(request, 'quickCharge/submit', input);
    const report = { ...asked, kind: 'coin', optionId, number, proof, address, tx, usdPrice } as const;
    return rowOf(deps, session.user, report, languageOf(request));
  });
  registerCall(app, deps, depositCalls.reportWire, ({ session, input, request }) => {
    const { number, proofImg: proof, wire_id: optionId, usd_price: usdPrice } = input;
    const asked = idempotencyKeyOf(request, 'quickCharge/wire_submit', input);
    const report = { ...asked, kind: 'bank', optionId, number, proof, address: null, tx: '', usdPrice } as const;
    return rowOf(deps, session.user, report, languageOf(request));
  });
  registerCall(app, deps, depositCalls.deposits, async ({ session, input, request }) => {
    const { type, page } = input;
    const method = type === undefined ? undefined : type === 0 ? 'coin' : 'bank';
    const { rows, total } = await depositRecords({ ...funds, history: deps.history }, session.user, method, page);
    return { data: rows.map((row) => toDepositRow(row, languageOf(request))), total };
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
