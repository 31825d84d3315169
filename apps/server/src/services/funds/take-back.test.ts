import type { FundsCommand } from '@candor/domain/engine/funds/funds-command';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import type { UserRecord } from '../../ports/identity.ts';
import type { FundsDeps } from './funds-deps.ts';
import { type TakeBackDeps, takeBack } from './take-back.ts';

const user = { companyId: 1 as CompanyId, id: 7, accountId: 7 as AccountId } as UserRecord;
const context = { company: { id: user.companyId, name: 'Candor', hosts: [], url: '' }, language: 'en' } as const;

test('R-FND-43 taking back a method cancels its unapproved withdrawals and skips approved ones', async () => {
  const toMethod = (id: number, approvals: number, methodId = 3) => ({
    id,
    kind: 'withdrawal',
    methodId,
    approvals: Array.from({ length: approvals }, () => ({})),
  });
  const unfinished = [toMethod(1, 1), toMethod(2, 0), toMethod(3, 2), toMethod(4, 0), toMethod(5, 0, 4)];
  const submitted: FundsCommand[] = [];
  const core = {
    viewAccount: () => Promise.resolve({ fundsRequests: unfinished }),
    submit({ command }: { command: FundsCommand }) {
      submitted.push(command);
      return Promise.resolve({ kind: 'done', events: [{ funds: { kind: 'withdrawal' } }] });
    },
  };
  const funds = { core, clock: { nowMs: () => 1_000 } } as unknown as FundsDeps;
  const link = { kind: 'method', companyId: user.companyId, accountId: user.accountId, id: 3 } as const;
  const taken = takeBack({ funds } as unknown as TakeBackDeps, user, link, context);
  await expect(taken).rejects.toMatchObject({ reason: 'methodInUse' });
  expect(submitted.map(({ type, ...rest }) => [type, 'fundsId' in rest && rest.fundsId])).toEqual([
    ['CancelWithdrawal', 2],
    ['CancelWithdrawal', 4],
  ]);
});
