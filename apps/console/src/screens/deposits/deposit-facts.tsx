import type { depositRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import type { Fact } from '../../parts/Facts.tsx';
import { Amount, Rate } from '../../parts/Figures.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';

export type Deposit = z.output<typeof depositRow>;

/** Returns the rows that show a deposit’s amounts, its pay way, address and transaction. */
export function moneyFacts(deposit: Deposit): Fact[] {
  const { credit, paid, currency, rate, method, protocol, paid_to, external_id, confirmations } = deposit;
  return [
    {
      label: text.funds.credit,
      value: (
        <>
          <Amount value={credit} /> USD
        </>
      ),
      isLead: true,
    },
    { label: text.funds.paid, value: <Amount value={paid} currency={currency} /> },
    { label: text.funds.rate, value: <Rate value={rate} currency={currency} /> },
    {
      label: text.funds.depositMethod,
      value: protocol === '' ? text.funds[method] : `${text.funds[method]} · ${protocol}`,
    },
    { label: text.funds.paidTo, value: <span className="code">{paid_to}</span> },
    ...(external_id === ''
      ? []
      : [{ label: text.funds.externalId, value: <span className="code">{external_id}</span> }]),
    ...(confirmations === null ? [] : [{ label: text.funds.confirmations, value: confirmationsText(confirmations) }]),
  ];
}

/** Returns the owner and the state of a deposit as facts. */
export function whoFacts({ uid, client_name: name, account_id, status, contested }: Deposit): Fact[] {
  return [
    { label: text.common.status, value: <StatusChip status={contested === null ? status : 'contested'} /> },
    { label: text.queue.verifiedName, value: name === '' ? text.queue.notVerified : <bdi>{name}</bdi> },
    { label: text.common.user, value: <UserLink uid={uid} /> },
    { label: text.common.account, value: <AccountLink id={account_id} /> },
  ];
}

function confirmationsText({ seen, needed, is_reverted }: NonNullable<Deposit['confirmations']>): string {
  return is_reverted ? text.funds.reverted : `${seen} / ${needed}`;
}
