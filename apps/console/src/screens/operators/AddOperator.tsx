import { operatorCalls } from '@candor/contracts/console/people';
import type { OperatorRole } from '@candor/contracts/http/console';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { ActionDialog } from '../../parts/ActionDialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { text } from '../../text/en.ts';
import { RoleSelect } from './RoleSelect.tsx';

/** Adds an operator, and shows his first password once. */
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
      {added !== null && (
        <Dialog open maxWidth="sm" fullWidth aria-labelledby="added-title">
          <DialogTitle id="added-title">{text.operators.password}</DialogTitle>
          <DialogContent>
            <Facts
              facts={[
                { label: text.operators.email, value: added.email },
                { label: text.signIn.password, value: <span className="code">{added.password}</span> },
              ]}
            />
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={() => setAdded(null)}>
              {text.common.close}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
