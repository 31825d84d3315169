import { withdrawalCalls } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { formatTime } from '../../format/figures.ts';
import { ActionButton, mayCall } from '../../parts/ActionButton.tsx';
import { reasonField, remarkField } from '../../parts/ActionDialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { useNow } from '../../parts/Figures.tsx';
import { isUndecided, requestFacts } from '../../parts/funds-facts.tsx';
import { mustCompare } from '../../parts/queue/PayeeMark.tsx';
import { useRemarks } from '../../parts/queue/use-remarks.ts';
import { Section } from '../../parts/Section.tsx';
import { StatusChip } from '../../parts/StatusChip.tsx';
import { AccountLink, UserLink } from '../../parts/UserLink.tsx';
import { moneyFacts } from './AmountPanel.tsx';
import { destinationFacts } from './PayeePanel.tsx';
import type { Withdrawal } from './WithdrawalsPage.tsx';

/** Approvals so far, the exact content that is approved, and the buttons of the decision, always at the same place. */
export function DecisionPanel(props: { readonly withdrawal: Withdrawal; readonly onDecided: () => void }) {
  const { withdrawal, onDecided } = props;
  return (
    <Section title={text.queue.decision}>
      <Facts facts={[...whoFacts(withdrawal), ...requestFacts(withdrawal)]} />
      <Box sx={{ mt: 1, mb: 1.5 }}>
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{text.queue.approves}</Box>
        <Box className="code" sx={{ bgcolor: 'action.hover', borderRadius: '8px', p: 1, overflowWrap: 'anywhere' }}>
          {withdrawal.payload_hash}
        </Box>
      </Box>
      {isUndecided(withdrawal) && <WithdrawalActions withdrawal={withdrawal} onDecided={onDecided} />}
    </Section>
  );
}

function whoFacts({ uid, client_name: name, account_id, status }: Withdrawal) {
  return [
    { label: text.common.status, value: <StatusChip status={status} /> },
    ...(name === '' ? [] : [{ label: text.queue.verifiedName, value: <bdi>{name}</bdi> }]),
    { label: text.common.user, value: <UserLink uid={uid} /> },
    { label: text.common.account, value: <AccountLink id={account_id} /> },
  ];
}

/** Reason why the withdrawal can be neither approved nor paid yet, in one line; null if it can. */
function reasonForWaiting(
  { held_until, waits_for_market, payee_match }: Withdrawal,
  nowMs: number,
  isCompared: boolean,
): string | null {
  if (held_until !== null && held_until > nowMs) return text.funds.heldReason(formatTime(held_until));
  if (waits_for_market) return text.funds.marketReason;
  return mustCompare(payee_match) && !isCompared ? text.queue.compareFirst : null;
}

function WithdrawalActions({
  withdrawal,
  onDecided,
}: {
  readonly withdrawal: Withdrawal;
  readonly onDecided: () => void;
}) {
  const { id, fee, payee_match: match } = withdrawal;
  const [isCompared, setIsCompared] = useState(false);
  const offReason = reasonForWaiting(withdrawal, useNow(), isCompared);
  const templates = useRemarks('withdrawal', withdrawal.client_language);
  const params = { id };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {mustCompare(match) && mayCall(withdrawalCalls.approve) && (
        <FormControlLabel
          sx={{ width: '100%' }}
          label={text.queue.compared}
          control={<Checkbox checked={isCompared} onChange={(_, isTicked) => setIsCompared(isTicked)} />}
        />
      )}
      <ApproveOrPay withdrawal={withdrawal} offReason={offReason} onDecided={onDecided} />
      <ActionButton
        call={withdrawalCalls.reject}
        label={text.common.reject}
        title={text.funds.rejectWithdrawal}
        lead={text.funds.rejectWithdrawalLead}
        fields={[remarkField]}
        templates={templates}
        hotkey="r"
        isGrave
        input={({ remark = '' }, client_id) => ({ params, body: { remark, client_id } })}
        onDone={onDecided}
      />
      <ActionButton
        call={withdrawalCalls.amend}
        label={text.funds.lowerFee}
        lead={text.funds.lowerFeeLead}
        fields={[{ name: 'fee', label: text.funds.newFee, start: fee, isDecimal: true }, reasonField]}
        input={({ fee: lower = '', reason = '' }) => ({ params, body: { fee: lower.trim(), reason } })}
      />
    </Box>
  );
}

/** The main button: approves a request, or marks an approved one as paid. */
function ApproveOrPay(props: {
  readonly withdrawal: Withdrawal;
  readonly offReason: string | null;
  readonly onDecided: () => void;
}) {
  const { withdrawal, offReason, onDecided } = props;
  const { id, payload_hash, status } = withdrawal;
  const params = { id };
  const facts = [...moneyFacts(withdrawal), ...destinationFacts(withdrawal), ...whoFacts(withdrawal)];
  const shared = { facts, isMain: true, hotkey: 'a', offReason, onDone: onDecided } as const;
  if (status === 'approved')
    return (
      <ActionButton
        {...shared}
        call={withdrawalCalls.paid}
        label={text.funds.markPaid}
        lead={text.funds.markPaidLead}
        fields={[{ name: 'external_id', label: text.funds.payReference, lengthMin: 3 }]}
        input={({ external_id = '' }, client_id) => ({ params, body: { payload_hash, external_id, client_id } })}
      />
    );
  return (
    <ActionButton
      {...shared}
      call={withdrawalCalls.approve}
      label={text.common.approve}
      title={text.funds.approveWithdrawal}
      lead={text.funds.approveWithdrawalLead}
      input={(_, client_id) => ({ params, body: { payload_hash, client_id } })}
    />
  );
}
