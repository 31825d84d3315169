import { around, type BrokenVariant, editing } from './sabotage.ts';

/** Matches the transfers of an event of this type, as written. */
const transfersOf = (type: string) => new RegExp(`("type":"${type}".*?"transfers":\\[)(\\{[^\\]]*\\})\\]`);

/** Faults of the money desk. */
export const fundsSabotages: Readonly<Record<string, BrokenVariant>> = {
  'credits a deposit twice in one': {
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
  'lets the first of two claims win': {
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
  'locks nothing of what is asked for': {
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
  'gives a lock back twice': {
    sabotage: editing((payload) => payload.replace(/(\{"kind":"withdrawal-release"[^}]*\})/, '$1,$1')),
    caughtBy: /L6-posted-once|L5-lock/,
  },
  'pays out what was never approved': {
    sabotage: editing((payload) =>
      payload.replace(
        /"type":"FundsApproved"(.*?"kind":"withdrawal","status":)"requested"/,
        '"type":"WithdrawalApproved"$1"approved"',
      ),
    ),
    caughtBy: /L6-approved/,
  },
  'lets one operator be two': {
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
  'forgets what moved within a day': {
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
  'keeps approvals over an edit': {
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
  'reads a typed word as a number': {
    sabotage: editing((payload) => payload.replace(/"memo":"~+(\d)/, '"memo":"$1')),
    caughtBy: /L6-funds/,
  },
};
