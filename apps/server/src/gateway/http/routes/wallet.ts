import { withdrawalCalls } from '@candor/contracts/http/funds';
import type { FastifyInstance } from 'fastify';
import { bindMethod, readDetails, removeMethod, withUsableTimes } from '../../../services/funds/payout-methods.ts';
import { companyOf } from '../company-of.ts';
import { languageOf } from '../envelope.ts';
import { registerCall } from '../register-call.ts';
import { clientIdOf } from '../state-change.ts';
import { toBoundMethod } from '../to-funds.ts';
import { type FundsRouteDeps, kindOf, proofOf } from './withdrawals.ts';

/** Registers the calls about payout methods (product spec section 7). */
export function registerWalletRoutes(app: FastifyInstance, deps: FundsRouteDeps): void {
  const { funds } = deps;
  registerCall(app, deps, withdrawalCalls.methods, async ({ session: { user }, input }) => {
    const { draw_type: type, draw_id: currencyId } = input;
    const methods = (await withUsableTimes(funds, user, await funds.methods.list(user.companyId, user.id))).filter(
      ({ currency }) =>
        (type === undefined || currency.kind === kindOf(type)) && (!currencyId || currency.id === currencyId),
    );
    const { companyId } = user;
    return methods.map((method) => toBoundMethod(method, readDetails(funds.sealer, companyId, method)));
  });
  registerCall(app, deps, withdrawalCalls.bindMethod, async ({ session, input, request }) => {
    const { user } = session;
    const method = await bindMethod(funds, user, {
      currencyId: input.draw_id,
      kind: kindOf(input.type),
      details: {
        address: input.dc_address,
        bankName: input.bank_name,
        bankAddress: input.bank_address,
        bankSwift: input.bank_swift,
        payeeName: input.payee_name,
        payeeAccount: input.payee_account,
      },
      clientId: clientIdOf(request, input.client_id),
      company: companyOf(request),
      language: languageOf(request),
      prove: proofOf(deps, session, request, 'wallet/bind_draw_method', input),
    });
    return toBoundMethod(method, readDetails(funds.sealer, user.companyId, method));
  });
  registerCall(app, deps, withdrawalCalls.removeMethod, async ({ session, input, request }) => {
    await removeMethod(funds, session.user, input.id, { company: companyOf(request), language: languageOf(request) });
    return null;
  });
}
