import { operatorCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { formatAge } from '../../format/figures.ts';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { Moment, useNow } from '../../parts/Figures.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import type { Column } from '../../parts/RowTable.tsx';
import { ToneChip } from '../../parts/StatusChip.tsx';
import { AddOperator, ChangeOperator } from './operator-forms.tsx';

type Operator = z.output<typeof operatorCalls.one.answer>;

const columns: readonly Column<Operator>[] = [
  { key: 'email', label: text.operators.email, cell: ({ email }) => email },
  { key: 'role', label: text.operators.role, cell: ({ role }) => text.operators.roles[role] },
  {
    key: 'factor',
    label: text.operators.factor,
    cell: ({ has_totp }) => (
      <ToneChip
        label={has_totp ? text.operators.factorSet : text.operators.factorMissing}
        tone={has_totp ? 'good' : 'waiting'}
      />
    ),
  },
  {
    key: 'state',
    label: text.operators.state,
    cell: (operator) => <State {...operator} />,
  },
  { key: 'created_at', label: text.operators.created, cell: ({ created_at }) => <Moment ms={created_at} /> },
  { key: 'change', label: text.list.actions, cell: (operator) => <OperatorActions operator={operator} /> },
];

/** List of operators and their roles. */
export default function OperatorsPage() {
  return (
    <ListPage<Operator>
      name="operators"
      title={text.menu.operators}
      lead={text.operators.lead}
      columns={columns}
      sort={{ field: 'id', order: 'ASC' }}
      actions={<AddOperator />}
    />
  );
}

/** Disabled, invited with the end of the invitation, in the cooling-off with its end, or active. */
function State({ is_disabled, invited_until, approves_from }: Operator) {
  const nowMs = useNow();
  if (is_disabled) return <ToneChip label={text.operators.disabled} tone="bad" />;
  if (invited_until !== null && invited_until <= nowMs)
    return <ToneChip label={text.operators.inviteEnded} tone="bad" />;
  if (invited_until !== null)
    return <ToneChip label={text.operators.invited(formatAge(invited_until - nowMs))} tone="waiting" />;
  if (approves_from === null || approves_from <= nowMs) return <ToneChip label={text.operators.active} tone="quiet" />;
  return <ToneChip label={text.operators.coolingOff(formatAge(approves_from - nowMs))} tone="waiting" />;
}

function OperatorActions({ operator }: { readonly operator: Operator }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <ChangeOperator operator={operator} />
      {operator.invited_until !== null && !operator.is_disabled && (
        <ActionButton
          call={operatorCalls.invite}
          label={text.operators.sendAgain}
          lead={text.operators.sendAgainLead}
          facts={[{ label: text.operators.email, value: operator.email }]}
          fields={[]}
          input={() => ({ params: { id: operator.id } })}
        />
      )}
      {operator.has_totp && (
        <ActionButton
          call={operatorCalls.resetTotp}
          label={text.operators.resetTotp}
          lead={text.operators.resetTotpLead}
          facts={[{ label: text.operators.email, value: operator.email }]}
          fields={[reasonField]}
          isGrave
          input={({ reason = '' }) => ({ params: { id: operator.id }, body: { reason } })}
        />
      )}
    </Box>
  );
}
