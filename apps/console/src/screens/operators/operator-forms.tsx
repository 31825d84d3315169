import { operatorCalls } from '@candor/contracts/console/people';
import type { OperatorRole } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { ActionDialog, reasonField } from '../../parts/ActionDialog.tsx';

const roles = Object.entries(text.operators.roles) as [OperatorRole, string][];

function RoleSelect(props: { readonly value: OperatorRole; readonly onChange: (role: OperatorRole) => void }) {
  return (
    <TextField
      select
      label={text.operators.role}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value as OperatorRole)}
    >
      {roles.map(([role, name]) => (
        <MenuItem key={role} value={role}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Adds an operator, who gets an invitation by mail. */
export function AddOperator() {
  const [isOpen, setIsOpen] = useState(false);
  const [role, setRole] = useState<OperatorRole>('support');
  const act = useAction();
  const confirm = ({ email = '', reason = '' }: Record<string, string>) =>
    act(operatorCalls.add, { body: { email: email.trim(), role, reason } }, (added) =>
      text.operators.added(added.email),
    );
  return (
    <>
      <Button variant="contained" startIcon={<Add />} onClick={() => setIsOpen(true)}>
        {text.operators.add}
      </Button>
      {isOpen && (
        <ActionDialog
          title={text.operators.add}
          lead={text.operators.addLead}
          confirm={text.operators.add}
          fields={[{ name: 'email', label: text.operators.email }, reasonField]}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        >
          <RoleSelect value={role} onChange={setRole} />
        </ActionDialog>
      )}
    </>
  );
}

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
