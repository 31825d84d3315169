import { closeAccountRefusals, demoRefusals, openAccountRefusals } from '../packages/domain/src/engine/account-life.ts';
import { amendOrderRefusals } from '../packages/domain/src/engine/amend-order.ts';
import { breakEvenRefusals } from '../packages/domain/src/engine/break-even.ts';
import { removeAlertRefusals, setAlertRefusals } from '../packages/domain/src/engine/change-alert.ts';
import { amendStopsRefusals, cancelOrderRefusals } from '../packages/domain/src/engine/change-order.ts';
import {
  closeOrderRefusals,
  closePriceRefusals,
  queueCloseRefusals,
} from '../packages/domain/src/engine/close-order.ts';
import { closeOrdersRefusals } from '../packages/domain/src/engine/close-orders.ts';
import type { Command } from '../packages/domain/src/engine/command.ts';
import { approveFundsRefusals } from '../packages/domain/src/engine/funds/approvals.ts';
import {
  amendFundsRefusals,
  cancelWithdrawalRefusals,
  markPaidRefusals,
  rejectFundsRefusals,
} from '../packages/domain/src/engine/funds/changes.ts';
import {
  proposeCorrectionRefusals,
  requestDepositRefusals,
  requestWithdrawalRefusals,
} from '../packages/domain/src/engine/funds/requests.ts';
import { linkOrdersRefusals } from '../packages/domain/src/engine/link-orders.ts';
import { placeOrderRefusals } from '../packages/domain/src/engine/place-order.ts';
import type { RefusalRule } from '../packages/domain/src/engine/refusal.ts';
import { reverseOrderRefusals } from '../packages/domain/src/engine/reverse-order.ts';

/** Refusals of each command in the order of the engine (R-ORD-18). */
export const refusalLists = {
  PlaceOrder: placeOrderRefusals,
  CloseOrder: [...closeOrderRefusals, ...closePriceRefusals, ...queueCloseRefusals],
  CloseOrders: closeOrdersRefusals,
  ReverseOrder: reverseOrderRefusals,
  BreakEven: breakEvenRefusals,
  AmendOrder: amendOrderRefusals,
  LinkOrders: linkOrdersRefusals,
  AmendStops: amendStopsRefusals,
  CancelOrder: cancelOrderRefusals,
  SetAlert: setAlertRefusals,
  RemoveAlert: removeAlertRefusals,
  OpenAccount: openAccountRefusals,
  ResetDemo: demoRefusals,
  ExpireDemo: demoRefusals,
  CloseAccount: closeAccountRefusals,
  RequestDeposit: requestDepositRefusals,
  RequestWithdrawal: requestWithdrawalRefusals,
  ProposeCorrection: proposeCorrectionRefusals,
  ApproveFunds: approveFundsRefusals,
  AmendFunds: amendFundsRefusals,
  RejectFunds: rejectFundsRefusals,
  MarkWithdrawalPaid: markPaidRefusals,
  CancelWithdrawal: cancelWithdrawalRefusals,
} satisfies Record<Command['type'], readonly Pick<RefusalRule<never>, 'code' | 'when'>[]>;

const introduction = `# Refusals in their order

The first reason that applies is the answer (R-ORD-18). \`npm run api-docs\` writes this page from the lists of the engine, and
a test fails while it differs from them. A close that may wait for a price is queued instead of refused for \`no-price\`,
\`price-stale\`, \`conversion-stale\` and \`no-conversion\` (R-ORD-33). Every command but OpenAccount is refused first with
\`account-not-found\` if the engine has no such account.
`;

/** Returns docs/REFUSALS.md. */
export function describeRefusals(): string {
  const sections = Object.entries(refusalLists).map(([command, rules]) => {
    const lines = rules.map(({ code, when }, at) => `${at + 1}. \`${code}\`: ${when}\n`);
    return `\n## ${command}\n\n${lines.join('')}`;
  });
  return introduction + sections.join('');
}
