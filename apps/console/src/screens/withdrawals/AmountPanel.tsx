import { accountCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Amount, Figure, Moment, Rate } from '../../parts/Figures.tsx';
import { Section } from '../../parts/Section.tsx';
import type { Withdrawal } from './WithdrawalsPage.tsx';

/** Calculation of the payout: amount, less fee, times rate, is what the client receives; and the account that pays it. */
export function AmountPanel({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { amount, fee, rate, received, currency, memo, external_id: reference } = withdrawal;
  return (
    <Section title={text.queue.whatLeaves}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', columnGap: 1.5, rowGap: 1, mb: 1 }}>
        <Term label={text.queue.asked} value={<Amount value={amount} currency="USD" />} />
        <Sign sign="−" />
        <Term label={text.funds.fee} value={<Amount value={fee} currency="USD" />} />
        <Sign sign="×" />
        <Term label={text.funds.rate} value={<Rate value={rate} currency={currency} />} />
        <Sign sign="=" />
        <Term label={text.queue.receives} value={<Amount value={received} currency={currency} />} isLead />
      </Box>
      <Facts
        facts={[
          ...(memo === '' ? [] : [{ label: text.funds.memo, value: memo }]),
          ...(reference === ''
            ? []
            : [{ label: text.funds.externalId, value: <span className="code">{reference}</span> }]),
        ]}
      />
      <AccountFacts id={withdrawal.account_id} />
    </Section>
  );
}

function Term(props: { readonly label: string; readonly value: ReactNode; readonly isLead?: boolean }) {
  const { label, value, isLead = false } = props;
  return (
    <div>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{label}</Box>
      <Box sx={{ fontSize: isLead ? '1.25rem' : '1rem', fontWeight: 650 }}>{value}</Box>
    </div>
  );
}

function Sign({ sign }: { readonly sign: string }) {
  return <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{sign}</Box>;
}

/** Current figures of the account that pays. */
function AccountFacts({ id }: { readonly id: number }) {
  const { data } = useCall(accountCalls.one, { params: { id } }, { isWanted: mayCall(accountCalls.one) });
  if (data === undefined) return null;
  const facts: Fact[] = [
    { label: text.queue.balance, value: <Amount value={data.balance} currency={data.currency} /> },
    { label: text.queue.equity, value: <Amount value={data.equity} currency={data.currency} /> },
    {
      label: text.queue.marginLevel,
      value:
        data.margin_level === null ? (
          text.common.none
        ) : (
          <>
            <Figure value={data.margin_level} /> %
          </>
        ),
    },
  ];
  return <Facts facts={facts} />;
}

/** Figures of a withdrawal for the dialog that confirms its approval. */
export function moneyFacts({
  received,
  currency,
  amount,
  fee,
  rate,
  memo,
  external_id,
  held_until,
}: Withdrawal): Fact[] {
  return [
    { label: text.funds.received, value: <Amount value={received} currency={currency} />, isLead: true },
    { label: text.common.amount, value: <Amount value={amount} currency="USD" /> },
    { label: text.funds.fee, value: <Amount value={fee} currency="USD" /> },
    { label: text.funds.rate, value: <Rate value={rate} currency={currency} /> },
    ...(held_until === null ? [] : [{ label: text.funds.heldUntil, value: <Moment ms={held_until} /> }]),
    ...(memo === '' ? [] : [{ label: text.funds.memo, value: memo }]),
    ...(external_id === ''
      ? []
      : [{ label: text.funds.externalId, value: <span className="code">{external_id}</span> }]),
  ];
}
