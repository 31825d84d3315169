import type { ConsoleCall } from '@candor/contracts/console/call';
import { isPermitted } from '@candor/contracts/console/permissions';
import Button from '@mui/material/Button';
import { type ReactNode, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { CallInput } from '../api/api.ts';
import { session } from '../api/console-api.ts';
import { newClientId, useAction } from '../api/use-action.ts';
import { ActionDialog, type DialogField } from './ActionDialog.tsx';
import type { Fact } from './Facts.tsx';

interface ActionButtonProps<Call extends ConsoleCall> {
  readonly call: Call;
  /** What the call is made with, from what was typed; the id is that of this intent, also when it is sent again. */
  readonly input: (values: Record<string, string>, clientId: string) => CallInput<Call>;
  readonly label: string;
  /** The dialog's title, where the button says less. */
  readonly title?: string;
  readonly lead?: string;
  readonly facts?: readonly Fact[];
  readonly fields?: readonly DialogField[];
  readonly isGrave?: boolean;
  readonly isMain?: boolean;
  readonly icon?: ReactNode;
  /** What is said once it is done. */
  readonly done?: string | ((data: z.output<Call['answer']>) => string);
  /** Takes what was answered, where it is shown only once. */
  readonly onDone?: (data: z.output<Call['answer']>) => void;
}

/** Whether the one signed in would be let through. */
export function mayCall({ permission }: Pick<ConsoleCall, 'permission'>): boolean {
  const operator = session.current?.operator;
  return operator !== undefined && (permission === null || isPermitted(operator, permission));
}

/** A button that asks what its call takes, makes the call, and is not there for who would be refused. */
export function ActionButton<Call extends ConsoleCall>(props: ActionButtonProps<Call>) {
  const { call, input, label, title = label, isGrave = false, isMain = false, icon, done, onDone, ...asked } = props;
  const [isOpen, setIsOpen] = useState(false);
  const clientId = useRef('');
  const act = useAction();
  const open = () => {
    clientId.current = newClientId();
    setIsOpen(true);
  };
  const confirm = async (values: Record<string, string>) => {
    const outcome = await act(call, input(values, clientId.current), done);
    // What was refused is decided; only what nobody answered is the same intent when it is tried again.
    if (outcome.data !== undefined) onDone?.(outcome.data);
    if (outcome.isAnswered) clientId.current = newClientId();
    return outcome;
  };
  if (!mayCall(call)) return null;
  return (
    <>
      <Button
        variant={isMain ? 'contained' : 'outlined'}
        color={isGrave ? 'error' : 'primary'}
        startIcon={icon}
        onClick={open}
      >
        {label}
      </Button>
      {isOpen && (
        <ActionDialog
          title={title}
          confirm={title}
          isGrave={isGrave}
          {...asked}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
