import { operatorCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { ActionDialog, reasonField } from '../../parts/ActionDialog.tsx';
import { RoleSelect } from './RoleSelect.tsx';

type Operator = z.output<typeof operatorCalls.one.answer>;

/** Changes the role of an operator, or disables them. */
export function ChangeOperator({ operator }: { readonly operator: Operator }) {
  const [isOpen, setIsOpen] = useState(false);
  const [role, setRole] = useState(operator.role);
  const [isDisabled, setIsDisabled] = useState(operator.is_disabled);
  const act = useAction();
  const open = () => {
    setRole(operator.role);
    setIsDisabled(operator.is_disabled);
    setIsOpen(true);
  };
  const confirm = ({ reason = '' }: Record<string, string>) =>
    act(operatorCalls.change, { params: { id: operator.id }, body: { role, is_disabled: isDisabled, reason } });
  return (
    <>
      <Button variant="outlined" onClick={open}>
        {text.operators.change}
      </Button>
      {isOpen && (
        <ActionDialog
          title={`${text.operators.change}: ${operator.email}`}
          lead={text.operators.changeLead}
          confirm={text.common.save}
          fields={[reasonField]}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        >
          <RoleSelect value={role} onChange={setRole} />
          <FormControlLabel
            label={text.operators.disabled}
            control={<Switch checked={isDisabled} onChange={({ target }) => setIsDisabled(target.checked)} />}
          />
        </ActionDialog>
      )}
    </>
  );
}
