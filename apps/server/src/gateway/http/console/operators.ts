import { operatorCalls } from '@candor/contracts/console/people';
import type { FastifyInstance } from 'fastify';
import type { OperatorRecord } from '../../../ports/operators.ts';
import type { AccountRefusal, OperatorAccounts } from '../../../services/operators/accounts.ts';
import type { OwnAccount, OwnAccountRefusal } from '../../../services/operators/own-account.ts';
import { tokenOf } from '../authenticate.ts';
import { RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

/** Operators' accounts: each operator's own, and for admins those of the others. */
export function registerOperatorCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly accounts: OperatorAccounts; readonly ownAccount: OwnAccount },
): void {
  const { accounts } = deps;
  registerOwnCalls(app, deps, deps.ownAccount);
  addConsoleCall(app, deps, operatorCalls.list, async ({ operator, query }) => {
    const asked = { page: query.page, pageSize: query.per_page, isNewestFirst: query.order === 'DESC' };
    const { operators, total } = await accounts.list(operator, asked);
    return { data: operators.map(toRow), total };
  });
  addConsoleCall(app, deps, operatorCalls.one, async ({ operator, params }) => {
    const found = await accounts.find(operator, params.id);
    if (found === null) throw new RefusalError('operatorNotFound');
    return toRow(found);
  });
  addConsoleCall(app, deps, operatorCalls.add, async ({ operator, body }) => {
    const { operator: added, password } = orRefuse(await accounts.add(operator, body));
    return { ...toRow(added), password };
  });
  addConsoleCall(app, deps, operatorCalls.change, async ({ operator, params, body }) => {
    const { role, is_disabled: isDisabled, reason } = body;
    return toRow(orRefuse(await accounts.change(operator, params.id, { role, isDisabled, reason })));
  });
  addConsoleCall(app, deps, operatorCalls.resetTotp, async ({ operator, params, body }) => {
    return refuse(await accounts.resetTotp(operator, params.id, body.reason));
  });
}

function registerOwnCalls(app: FastifyInstance, deps: ConsoleDeps, own: OwnAccount): void {
  addConsoleCall(app, deps, operatorCalls.beginTotp, async ({ operator, company }) =>
    orRefuse(await own.beginTotp(operator, company.name)),
  );
  addConsoleCall(app, deps, operatorCalls.confirmTotp, async ({ operator, body, request }) => {
    return refuse(await own.confirmTotp(operator, tokenOf(request), body.code));
  });
  addConsoleCall(app, deps, operatorCalls.changePassword, async ({ operator, body, request }) => {
    const given = { old: body.old_password, fresh: body.new_password };
    return refuse(await own.changePassword(operator, tokenOf(request), given));
  });
}

function orRefuse<Done extends object>(outcome: Done | AccountRefusal | OwnAccountRefusal): Done {
  return typeof outcome === 'object' ? outcome : refuse(outcome);
}

function refuse<Refused extends AccountRefusal | OwnAccountRefusal | null>(
  refusal: Refused,
): Refused extends null ? null : never;
function refuse(refusal: AccountRefusal | OwnAccountRefusal | null): null {
  if (refusal === null) return null;
  const httpStatus = refusal === 'notPermitted' ? 403 : refusal === 'tooManyRequests' ? 429 : 200;
  throw new RefusalError(refusal, { httpStatus });
}

function toRow({ id, email, role, isDisabled, hasTotp, createdAtMs }: OperatorRecord) {
  return { id, email, role, is_disabled: isDisabled, has_totp: hasTotp, created_at: createdAtMs };
}
