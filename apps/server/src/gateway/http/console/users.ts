import { userCalls } from '@candor/contracts/console/people';
import type { FastifyInstance } from 'fastify';
import type { SetUserDisabled } from '../../../services/operators/set-user-disabled.ts';
import { RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';

/** Traders as operators see them, and what operators may do to them. */
export function registerUserCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly setUserDisabled: SetUserDisabled },
): void {
  for (const [call, isDisabled] of [
    [userCalls.disable, true],
    [userCalls.enable, false],
  ] as const)
    addConsoleCall(app, deps, call, async ({ operator, company, params, body }) => {
      const change = { uid: params.uid, isDisabled, reason: body.reason };
      if (!(await deps.setUserDisabled(operator, company, change))) throw new RefusalError('userNotFound');
      return null;
    });
}
