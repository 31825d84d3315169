import type { ConsoleCall } from '@candor/contracts/console/call';
import { isPermitted } from '@candor/contracts/console/permissions';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useId, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { CallInput } from '../api/api.ts';
import { session } from '../api/console-api.ts';
import { newClientId, useAction } from '../api/use-action.ts';
import { ActionDialog, type DialogField } from './ActionDialog.tsx';
import type { Fact } from './Facts.tsx';
import { Key } from './queue/Key.tsx';
import { useKeys } from './queue/keys.ts';
import type { Templates } from './TemplateChoices.tsx';

interface ActionButtonProps<Call extends ConsoleCall> {
  readonly call: Call;
  /** Builds the input of the call from the typed values; `clientId` stays the same when the same request is repeated. */
  readonly input: (values: Record<string, string>, clientId: string) => CallInput<Call>;
  readonly label: string;
  /** Title of the dialog if it differs from the button. */
  readonly title?: string;
  readonly lead?: string;
  readonly facts?: readonly Fact[];
  readonly fields?: readonly DialogField[];
  /** Ready texts for one of the fields. */
  readonly templates?: Templates | undefined;
  /** Key of the page that opens the dialog. */
  readonly hotkey?: string;
  readonly isGrave?: boolean;
  readonly isMain?: boolean;
  readonly icon?: ReactNode;
  /** Reason why the action is not possible now, shown under the disabled button; null if it is possible. */
  readonly offReason?: string | null;
  /** Notification after success. */
  readonly done?: string | ((data: z.output<Call['answer']>) => string);
  /** Called with the data of the answer. */
  readonly onDone?: (data: z.output<Call['answer']>) => void;
}

/** True if the signed-in operator may make the call. */
export function mayCall({ permission }: Pick<ConsoleCall, 'permission'>): boolean {
  const operator = session.current?.operator;
  return operator !== undefined && (permission === null || isPermitted(operator, permission));
}

/** Button that asks for the input of a call in a dialog and makes the call; hidden without the permission. */
export function ActionButton<Call extends ConsoleCall>(props: ActionButtonProps<Call>) {
  const {
    call,
    input,
    label,
    title = label,
    isGrave = false,
    isMain = false,
    icon,
    hotkey,
    offReason = null,
    done,
    onDone,
    ...asked
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const clientId = useRef('');
  const reasonId = useId();
  const act = useAction();
  const open = () => {
    clientId.current = newClientId();
    setIsOpen(true);
  };
  const confirm = async (values: Record<string, string>) => {
    const outcome = await act(call, input(values, clientId.current), done);
    // After an answer, the next press is a new request; without one it repeats the same request.
    if (outcome.data !== undefined) onDone?.(outcome.data);
    if (outcome.isAnswered) clientId.current = newClientId();
    return outcome;
  };
  const isOff = offReason !== null;
  const isMine = mayCall(call);
  useKeys(hotkey === undefined || isOff || !isMine ? {} : { [hotkey]: open });
  if (!isMine) return null;
  return (
    <>
      <Box sx={{ display: 'inline-flex', flexDirection: 'column' }}>
        <Button
          variant={isMain ? 'contained' : 'outlined'}
          color={isGrave ? 'error' : 'primary'}
          startIcon={icon}
          endIcon={hotkey === undefined ? undefined : <Key name={hotkey.toUpperCase()} />}
          aria-keyshortcuts={hotkey}
          disabled={isOff}
          aria-describedby={isOff ? reasonId : undefined}
          onClick={open}
        >
          {label}
        </Button>
        {isOff && (
          <Box id={reasonId} sx={{ color: 'text.secondary', fontSize: '0.75rem', mt: 0.25 }}>
            {offReason}
          </Box>
        )}
      </Box>
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
