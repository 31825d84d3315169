import { operatorCalls } from '@candor/contracts/console/people';
import { canMoreThan } from '@candor/contracts/console/permissions';
import type { FastifyInstance } from 'fastify';
import { coolingOffMs, type OperatorRecord, type OperatorRole } from '../../../ports/operators.ts';
import type { AccountRefusal, OperatorAccounts } from '../../../services/operators/accounts.ts';
import type { Invitations } from '../../../services/operators/invitations.ts';
import type { OwnAccount, OwnAccountRefusal } from '../../../services/operators/own-account.ts';
import { tokenOf } from '../authenticate.ts';
import { RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { addGovernedCall, type GovernedDeps } from './governed-calls.ts';

/** Operators' accounts: each operator's own, and for admins those of the others. */
export function registerOperatorCalls(
  app: FastifyInstance,
  deps: GovernedDeps & {
    readonly accounts: OperatorAccounts;
    readonly ownAccount: OwnAccount;
    readonly invitations: Invitations;
  },
): void {
  const { accounts } = deps;
  registerOwnCalls(app, deps, deps.ownAccount);
  addConsoleCall(app, deps, operatorCalls.list, async ({ operator, company, query }) => {
    const asked = { page: query.page, pageSize: query.per_page, isNewestFirst: query.order === 'DESC' };
    const { operators, total } = await accounts.list(operator, asked);
    return { data: operators.map((row) => toRow(row, company.isTrial)), total };
  });
  addConsoleCall(app, deps, operatorCalls.one, async ({ operator, company, params }) => {
    const found = await accounts.find(operator, params.id);
    if (found === null) throw new RefusalError('operatorNotFound');
    return toRow(found, company.isTrial);
  });
  addConsoleCall(app, deps, operatorCalls.invite, async ({ operator, company, params }) =>
    toRow(orRefuse(await deps.invitations.sendAgain(operator, company, params.id)), company.isTrial),
  );
  registerOperatorChanges(app, deps, accounts);
}

function registerOperatorChanges(app: FastifyInstance, deps: GovernedDeps, accounts: OperatorAccounts): void {
  const kind = 'operator';
  const requireOther = async (operator: OperatorRecord, id: number) => {
    if (id === operator.id) refuse('notPermitted');
    const found = await accounts.find(operator, id);
    if (found === null) throw new RefusalError('operatorNotFound');
    return found;
  };
  addGovernedCall(app, deps, operatorCalls.add, {
    kind,
    plan({ body }) {
      const email = body.email.toLowerCase();
      return Promise.resolve({ subject: email, before: {}, after: { email, role: body.role }, isGoverned: true });
    },
    async act({ operator, company, body }) {
      return toRow(orRefuse(await accounts.add(operator, company, body)), company.isTrial);
    },
  });
  addGovernedCall(app, deps, operatorCalls.change, {
    kind,
    async plan({ operator, params, body }) {
      if (params.id === operator.id && body.role === operator.role && !body.is_disabled)
        return { subject: operator.email, before: {}, after: {}, isGoverned: false };
      const other = await requireOther(operator, params.id);
      const before = { ...known(other), is_disabled: other.isDisabled };
      const after = { ...before, role: body.role, is_disabled: body.is_disabled };
      return { subject: other.email, before, after, isGoverned: isRaise(before, after) };
    },
    async act({ operator, company, params, body }) {
      const { role, is_disabled: isDisabled, reason } = body;
      const before = await accounts.find(operator, params.id);
      if (before === null) throw new RefusalError('operatorNotFound');
      const isRaised = isRaise({ role: before.role, is_disabled: before.isDisabled }, body);
      const change = { role, isDisabled, isRaised, reason };
      return toRow(orRefuse(await accounts.change(operator, company, params.id, change)), company.isTrial);
    },
  });
  addGovernedCall(app, deps, operatorCalls.resetTotp, {
    kind,
    async plan({ operator, params }) {
      const other = await requireOther(operator, params.id);
      const before = { ...known(other), has_totp: other.hasTotp };
      return { subject: other.email, before, after: { ...before, has_totp: false }, isGoverned: true };
    },
    act: async ({ operator, params, body }) => refuse(await accounts.resetTotp(operator, params.id, body.reason)),
  });
}

/** Fields that an approval about an operator always shows: who it is, the role, and since when the rights are. */
function known({ email, role, rightsSinceMs, createdAtMs }: OperatorRecord) {
  return { email, role, rights_since: new Date(Math.max(rightsSinceMs, createdAtMs)).toISOString() };
}

interface Rights {
  readonly role: OperatorRole;
  readonly is_disabled: boolean;
}

/**
 * True if the operator can do something afterwards that they could not do before; one person may take rights away. A
 * role counts also while the operator is disabled: they have it once they are enabled.
 */
function isRaise(before: Rights, after: Rights): boolean {
  return canMoreThan(after.role, before.role) || (before.is_disabled && !after.is_disabled);
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

function toRow(operator: OperatorRecord, isTrial: boolean) {
  const { id, email, role, isDisabled, hasTotp, createdAtMs, rightsSinceMs, invitedUntilMs } = operator;
  const approves_from = isTrial || rightsSinceMs === 0 ? null : rightsSinceMs + coolingOffMs;
  const row = { id, email, role, is_disabled: isDisabled, has_totp: hasTotp, created_at: createdAtMs };
  return { ...row, invited_until: invitedUntilMs, approves_from };
}
