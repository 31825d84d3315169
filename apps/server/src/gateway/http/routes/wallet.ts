import { bindMethodBody, drawMethodQuery, removeMethodBody } from '@candor/contracts/http/funds';
import type { FastifyInstance } from 'fastify';
import { bindMethod, readDetails, removeMethod, withUsableTimes } from '../../../services/funds/payout-methods.ts';
import { requireRealUser } from '../authenticate.ts';
import { companyOf } from '../company-of.ts';
import { languageOf, sendOk } from '../envelope.ts';
import { parseInput } from '../parse.ts';
import { clientIdOf } from '../state-change.ts';
import { toBoundMethod } from '../to-funds.ts';
import { type FundsRouteDeps, kindOf, proofOf } from './withdrawals.ts';

/** The addresses and accounts that a user is paid to (product spec section 7). */
export function registerWalletRoutes(app: FastifyInstance, deps: FundsRouteDeps): void {
  const { funds, tokens } = deps;
  app.get('/api/wallet/get_draw_method', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const { draw_type: type, draw_id: currencyId } = parseInput(drawMethodQuery, request.query);
    const methods = (await withUsableTimes(funds, user, await funds.methods.list(user.companyId, user.id))).filter(
      ({ currency }) =>
        (type === undefined || currency.kind === kindOf(type)) && (!currencyId || currency.id === currencyId),
    );
    const { companyId } = user;
    const answer = methods.map((method) => toBoundMethod(method, readDetails(funds.sealer, companyId, method)));
    return sendOk(request, reply, answer);
  });
  app.post('/api/wallet/bind_draw_method', async (request, reply) => {
    const session = await requireRealUser(tokens, request);
    const { user } = session;
    const body = parseInput(bindMethodBody, request.body);
    const method = await bindMethod(funds, user, {
      currencyId: body.draw_id,
      kind: kindOf(body.type),
      details: {
        address: body.dc_address,
        bankName: body.bank_name,
        bankAddress: body.bank_address,
        bankSwift: body.bank_swift,
        payeeName: body.payee_name,
        payeeAccount: body.payee_account,
      },
      clientId: clientIdOf(request, body.client_id),
      company: companyOf(request),
      language: languageOf(request),
      prove: proofOf(deps, session, request, 'wallet/bind_draw_method', body),
    });
    return sendOk(request, reply, toBoundMethod(method, readDetails(funds.sealer, user.companyId, method)));
  });
  app.post('/api/wallet/del_draw_method', async (request, reply) => {
    const { user } = await requireRealUser(tokens, request);
    const { id } = parseInput(removeMethodBody, request.body);
    await removeMethod(funds, user, id, { company: companyOf(request), language: languageOf(request) });
    return sendOk(request, reply, null);
  });
}
