import { operatorCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import type * as z from 'zod/mini';
import { ActionButton } from '../../parts/ActionButton.tsx';
import { reasonField } from '../../parts/ActionDialog.tsx';
import { Moment } from '../../parts/Figures.tsx';
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
    cell: ({ is_disabled }) => (
      <ToneChip
        label={is_disabled ? text.operators.disabled : text.operators.active}
        tone={is_disabled ? 'bad' : 'quiet'}
      />
    ),
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

function OperatorActions({ operator }: { readonly operator: Operator }) {
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <ChangeOperator operator={operator} />
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
