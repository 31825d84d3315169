import { correctionCalls, type correctionRow } from '@candor/contracts/console/money';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField, remarkField } from '../../parts/ActionDialog.tsx';
import type { Fact } from '../../parts/Facts.tsx';
import { Amount } from '../../parts/Figures.tsx';
import { isUndecided } from '../../parts/funds-facts.tsx';
import { TextInput } from '../../parts/inputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { queueEveryMs, requestHead, requestTail } from '../../parts/request-columns.tsx';
import { allChoice, StatusFilter } from '../../parts/StatusFilter.tsx';

type Correction = z.output<typeof correctionRow>;

const columns: readonly Column<Correction>[] = [
  ...requestHead,
  { key: 'amount', label: text.common.amount, isNumber: true, cell: ({ amount }) => <Amount value={amount} /> },
  { key: 'reason', label: text.common.reason, cell: ({ reason }) => reason },
  { key: 'proposed_by', label: text.funds.proposedBy, cell: ({ proposed_by }) => proposed_by },
  ...requestTail,
  { key: 'decide', label: text.list.actions, cell: (row) => <Decide correction={row} /> },
];

const states = [
  ['proposed', text.status.proposed],
  ['posted', text.status.posted],
  ['rejected', text.status.rejected],
  allChoice,
] as const;

/** List of corrections: one operator proposes, another one posts (R-OPS-76). */
export default function CorrectionsPage() {
  return (
    <ListPage<Correction>
      name="corrections"
      title={text.menu.corrections}
      columns={columns}
      startFilter={{ status: 'proposed' }}
      isQueue
      everyMs={queueEveryMs}
      actions={<Propose />}
      filters={
        <>
          <StatusFilter source="status" label={text.common.status} choices={states} />
          <TextInput source="uid" label={text.list.user} helperText={false} />
        </>
      }
    />
  );
}

function Propose() {
  return (
    <ActionButton
      call={correctionCalls.propose}
      label={text.funds.propose}
      lead={text.funds.proposeLead}
      isMain
      fields={[
        { name: 'uid', label: text.list.user },
        { name: 'amount', label: text.funds.correctionAmount, isDecimal: true },
        { ...reasonField, hint: text.common.remarkHint },
      ]}
      input={({ uid = '', amount = '', reason = '' }, client_id) => ({
        body: { uid: uid.trim(), amount: amount.trim().replace('−', '-'), reason, client_id },
      })}
    />
  );
}

function Decide({ correction }: { readonly correction: Correction }) {
  if (!isUndecided(correction)) return null;
  const { id, payload_hash } = correction;
  const facts: Fact[] = [
    {
      label: text.common.amount,
      value: (
        <>
          <Amount value={correction.amount} /> USD
        </>
      ),
      isLead: true,
    },
    { label: text.common.user, value: <span className="num">{correction.uid}</span> },
    { label: text.common.reason, value: correction.reason },
    { label: text.funds.proposedBy, value: correction.proposed_by },
  ];
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <ActionButton
        call={correctionCalls.reject}
        label={text.common.reject}
        title={text.funds.rejectCorrection}
        facts={facts}
        fields={[remarkField]}
        isGrave
        input={({ remark = '' }, client_id) => ({ params: { id }, body: { remark, client_id } })}
      />
      <ActionButton
        call={correctionCalls.approve}
        label={text.common.approve}
        title={text.funds.approveCorrection}
        lead={text.funds.approveCorrectionLead}
        facts={facts}
        input={(_, client_id) => ({ params: { id }, body: { payload_hash, client_id } })}
      />
    </Box>
  );
}
