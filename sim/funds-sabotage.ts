import { around, type BrokenVariant, editing } from './sabotage.ts';

/** Matches the transfers of an event of this type, as written. */
const transfersOf = (type: string) => new RegExp(`("type":"${type}".*?"transfers":\\[)(\\{[^\\]]*\\})\\]`);

/** Faults of the money desk. */
export const fundsSabotages: Readonly<Record<string, BrokenVariant>> = {
  'doubles the credit of a deposit': {
    sabotage: editing((payload) => payload.replace(transfersOf('DepositCredited'), '$1$2,$2]')),
    caughtBy: /L6-posted-once/,
  },
  'credits one payment twice': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          submit(request) {
            core.state.creditedPayments.clear();
            return core.submit(request);
          },
        }),
    },
    caughtBy: /L6-payment-once|P6-refusal|P1-same-answer|P2-phantom/,
  },
  'credits the first of two claims': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          submit(request) {
            core.state.claims.clear();
            return core.submit(request);
          },
        }),
    },
    caughtBy: /E1-events|P6-refusal|P1-same-answer|P2-phantom/,
  },
  'locks nothing for a withdrawal': {
    sabotage: editing((payload) => payload.replace(transfersOf('WithdrawalRequested'), '$1]')),
    caughtBy: /L6-posted-once|L5-lock/,
  },
  'loses the lock in memory': {
    sabotage: {
      core: (core) =>
        around(core, {
          onTime() {
            for (const key of core.state.balances.keys()) if (key.includes('locked')) core.state.balances.delete(key);
            core.onTime();
          },
        }),
    },
    caughtBy: /L3-balance/,
  },
  'releases a lock twice': {
    sabotage: editing((payload) => payload.replace(/(\{"kind":"withdrawal-release"[^}]*\})/, '$1,$1')),
    caughtBy: /L6-posted-once|L5-lock/,
  },
  'pays a withdrawal without approval': {
    sabotage: editing((payload) =>
      payload.replace(
        /"type":"FundsApproved"(.*?"kind":"withdrawal","status":)"requested"/,
        '"type":"WithdrawalApproved"$1"approved"',
      ),
    ),
    caughtBy: /L6-approved/,
  },
  'counts one operator as two': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          submit(request) {
            const { command } = request;
            const open = core.state.accounts.get(command.accountId)?.funds;
            const funds = command.type === 'ApproveFunds' ? open?.get(command.fundsId) : undefined;
            // An earlier approver is taken for somebody else.
            const approvals = funds?.approvals.map((one) => ({ ...one, by: { kind: 'operator', id: 99 } as const }));
            if (funds !== undefined && approvals !== undefined) open?.set(funds.id, { ...funds, approvals });
            return core.submit(request);
          },
        }),
    },
    caughtBy: /L6-funds|E1-events|P1-same-answer|P6-refusal|P2-phantom/,
  },
  'forgets the amounts of the last 24 hours': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          submit(request) {
            const moved = core.state.accounts.get(request.command.accountId)?.movedFunds;
            moved?.deposit.splice(0);
            moved?.withdrawal.splice(0);
            return core.submit(request);
          },
        }),
    },
    caughtBy: /L6-funds|E1-events|P1-same-answer|P6-refusal|P2-phantom/,
  },
  'lets the approver pay': {
    sabotage: {
      isHidden: true,
      core: (core) =>
        around(core, {
          submit(request) {
            const { command } = request;
            const open = core.state.accounts.get(command.accountId)?.funds;
            const funds = command.type === 'MarkWithdrawalPaid' ? open?.get(command.fundsId) : undefined;
            const approvals = funds?.approvals.map((one) => ({ ...one, by: { kind: 'operator', id: 99 } as const }));
            if (funds !== undefined && approvals !== undefined) open?.set(funds.id, { ...funds, approvals });
            return core.submit(request);
          },
        }),
    },
    caughtBy: /L6-funds|E1-events|P1-same-answer|P6-refusal|P2-phantom/,
  },
  'keeps approvals after an edit': {
    sabotage: editing((payload) =>
      payload.includes('"type":"FundsAmended"')
        ? payload.replace(
            '"approvals":[]',
            '"approvals":[{"by":{"kind":"operator","id":1},"atMs":1,"payloadHash":"x"}]',
          )
        : payload,
    ),
    caughtBy: /L6-funds|L6-approved/,
  },
  'decodes a typed word as a number': {
    sabotage: editing((payload) => payload.replace(/"memo":"~+(\d)/, '"memo":"$1')),
    caughtBy: /L6-funds/,
  },
};
