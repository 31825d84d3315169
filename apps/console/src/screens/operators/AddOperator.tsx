import { operatorCalls } from '@candor/contracts/console/people';
import type { OperatorRole } from '@candor/contracts/console/permissions';
import { text } from '@candor/texts/console';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { ActionDialog } from '../../parts/ActionDialog.tsx';
import { FirstPassword } from '../../parts/FirstPassword.tsx';
import { RoleSelect } from './RoleSelect.tsx';

/** Adds an operator and shows their first password once. */
export function AddOperator() {
  const [isOpen, setIsOpen] = useState(false);
  const [role, setRole] = useState<OperatorRole>('support');
  const [added, setAdded] = useState<{ readonly email: string; readonly password: string } | null>(null);
  const act = useAction();
  const confirm = async ({ email = '' }: Record<string, string>) => {
    const outcome = await act(operatorCalls.add, { body: { email: email.trim(), role } });
    if (outcome.data !== undefined) setAdded(outcome.data);
    return outcome;
  };
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
          fields={[{ name: 'email', label: text.operators.email }]}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        >
          <RoleSelect value={role} onChange={setRole} />
        </ActionDialog>
      )}
      {added !== null && <FirstPassword given={added} onClose={() => setAdded(null)} />}
    </>
  );
}
