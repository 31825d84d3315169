import { withdrawalCalls, type withdrawalRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useParams } from 'react-router';
import type * as z from 'zod/mini';
import { useCall } from '../../api/use-call.ts';
import { formatTime } from '../../format/figures.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField, remarkField } from '../../parts/ActionDialog.tsx';
import { DetailPage } from '../../parts/DetailPage.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Amount, Moment, Rate, useNow } from '../../parts/Figures.tsx';
import { isUndecided, requestFacts } from '../../parts/funds-facts.tsx';
import { Section } from '../../parts/Section.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';

type Withdrawal = z.output<typeof withdrawalRow>;

/** Page of one withdrawal: amount, destination, waiting time and approvals (R-OPS-75). */
export default function WithdrawalPage() {
  const id = useParams()['id'] ?? '';
  const loaded = useCall(withdrawalCalls.one, { params: { id } });
  return (
    <DetailPage
      title={`${text.funds.withdrawal} ${id}`}
      back={{ to: '/withdrawals', label: text.menu.withdrawals }}
      loaded={loaded}
      renderActions={(withdrawal) => <WithdrawalActions withdrawal={withdrawal} />}
    >
      {(withdrawal) => (
        <>
          {withdrawal.is_method_changed && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {text.funds.methodChanged}
            </Alert>
          )}
          {withdrawal.waits_for_market && isUndecided(withdrawal) && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {text.funds.marketClosedRisk}
            </Alert>
          )}
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
            <Section>
              <Facts facts={[...moneyFacts(withdrawal), ...requestFacts(withdrawal)]} />
            </Section>
            <Section title={text.funds.destination}>
              <Facts facts={[...destinationFacts(withdrawal), ...whoFacts(withdrawal)]} />
            </Section>
          </Box>
        </>
      )}
    </DetailPage>
  );
}

function moneyFacts({ received, currency, amount, fee, rate, memo, external_id, held_until }: Withdrawal): Fact[] {
  return [
    { label: text.funds.received, value: <Amount value={received} currency={currency} />, isLead: true },
    {
      label: text.common.amount,
      value: (
        <>
          <Amount value={amount} /> USD
        </>
      ),
    },
    {
      label: text.funds.fee,
      value: (
        <>
          <Amount value={fee} /> USD
        </>
      ),
    },
    { label: text.funds.rate, value: <Rate value={rate} currency={currency} /> },
    ...(held_until === null ? [] : [{ label: text.funds.heldUntil, value: <Moment ms={held_until} /> }]),
    ...(memo === '' ? [] : [{ label: text.funds.memo, value: memo }]),
    ...(external_id === ''
      ? []
      : [{ label: text.funds.externalId, value: <span className="code">{external_id}</span> }]),
  ];
}

function destinationFacts({ method, protocol, destination }: Withdrawal): Fact[] {
  return [
    { label: text.funds.method, value: protocol === '' ? text.funds[method] : `${text.funds[method]} · ${protocol}` },
    ...Object.entries(destination)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ label: nameOf(name), value: <span className="code">{value}</span> })),
  ];
}

/** Returns the label of a field of the payout method, e.g. of `payee_name`. */
function nameOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function whoFacts({ uid, account_id, status }: Withdrawal): Fact[] {
  return [
    { label: text.common.status, value: <StatusChip status={status} /> },
    { label: text.common.user, value: <UserLink uid={uid} /> },
    { label: text.common.account, value: <AccountLink id={account_id} /> },
  ];
}

/** Reason why the withdrawal can be neither approved nor paid yet, in one line; null if it can. */
function reasonForWaiting({ held_until, waits_for_market }: Withdrawal, nowMs: number): string | null {
  if (held_until !== null && held_until > nowMs) return text.funds.heldReason(formatTime(held_until));
  return waits_for_market ? text.funds.marketReason : null;
}

function WithdrawalActions({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { id, fee, payload_hash, status } = withdrawal;
  const offReason = reasonForWaiting(withdrawal, useNow());
  if (!isUndecided(withdrawal)) return null;
  const params = { id };
  const facts = [...moneyFacts(withdrawal), ...destinationFacts(withdrawal), ...whoFacts(withdrawal)];
  return (
    <>
      <ActionButton
        call={withdrawalCalls.amend}
        label={text.funds.lowerFee}
        lead={text.funds.lowerFeeLead}
        fields={[{ name: 'fee', label: text.funds.newFee, start: fee, isDecimal: true }, reasonField]}
        input={({ fee: lower = '', reason = '' }) => ({ params, body: { fee: lower.trim(), reason } })}
      />
      <ActionButton
        call={withdrawalCalls.reject}
        label={text.common.reject}
        title={text.funds.rejectWithdrawal}
        lead={text.funds.rejectWithdrawalLead}
        fields={[remarkField]}
        isGrave
        input={({ remark = '' }, client_id) => ({ params, body: { remark, client_id } })}
      />
      {status === 'approved' ? (
        <ActionButton
          call={withdrawalCalls.paid}
          label={text.funds.markPaid}
          lead={text.funds.markPaidLead}
          facts={facts}
          fields={[{ name: 'external_id', label: text.funds.payReference, lengthMin: 3 }]}
          isMain
          offReason={offReason}
          input={({ external_id = '' }, client_id) => ({ params, body: { payload_hash, external_id, client_id } })}
        />
      ) : (
        <ActionButton
          call={withdrawalCalls.approve}
          label={text.common.approve}
          title={text.funds.approveWithdrawal}
          lead={text.funds.approveWithdrawalLead}
          facts={facts}
          isMain
          offReason={offReason}
          input={(_, client_id) => ({ params, body: { payload_hash, client_id } })}
        />
      )}
    </>
  );
}
