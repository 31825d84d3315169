import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Outcome } from '../api/use-action.ts';
import { type Fact, Facts } from './Facts.tsx';
import { TemplateChoices, type Templates } from './TemplateChoices.tsx';

export interface DialogField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly start?: string;
  readonly isLong?: boolean;
  readonly isDecimal?: boolean;
  /** Minimum length, checked before the call is made. */
  readonly lengthMin?: number;
}

interface ActionDialogProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Facts of the decision, shown in full. */
  readonly facts?: readonly Fact[] | undefined;
  readonly fields?: readonly DialogField[] | undefined;
  /** Ready texts for one of the fields. */
  readonly templates?: Templates | undefined;
  readonly confirm: string;
  readonly isGrave?: boolean | undefined;
  readonly onConfirm: (values: Record<string, string>) => Promise<Pick<Outcome<unknown>, 'problem' | 'fields'>>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export const reasonField: DialogField = {
  name: 'reason',
  label: text.common.reason,
  hint: text.common.reasonHint,
  isLong: true,
  lengthMin: 3,
};
export const remarkField: DialogField = {
  name: 'remark',
  label: text.common.remark,
  hint: text.common.remarkHint,
  isLong: true,
  lengthMin: 3,
};

/** Confirms by Ctrl and Enter, from any field of the dialog. */
function confirmByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Lets the content scroll between title and buttons, which stay in view on a phone. */
const scrollingForm = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;

/** Dialog that confirms an action and asks for its fields; after a refusal it stays open and shows the reason at its field, or below. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, lead, facts, fields = [], templates, confirm, isGrave = false, onConfirm, onClose, children } = props;
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(({ name, start }) => [name, start ?? ''])));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = fields.filter(({ name, lengthMin = 1 }) => (values[name] ?? '').trim().length < lengthMin);
    setProblems(Object.fromEntries(missing.map(({ name }) => [name, text.errors.required])));
    if (missing.length > 0 || isBusy) return;
    setIsBusy(true);
    const outcome = await onConfirm(values);
    setIsBusy(false);
    const isShown = fields.some(({ name }) => outcome.fields?.[name] !== undefined);
    setProblem(isShown ? null : outcome.problem);
    setProblems(outcome.fields ?? {});
    if (outcome.problem === null) onClose();
  };
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby="action-title">
      <Box
        component="form"
        onSubmit={(event: FormEvent) => void submit(event)}
        onKeyDown={confirmByKeys}
        noValidate
        sx={scrollingForm}
      >
        <DialogTitle id="action-title">{title}</DialogTitle>
        <DialogContent>
          {lead !== undefined && <DialogContentText sx={{ mb: 1 }}>{lead}</DialogContentText>}
          {facts !== undefined && <Facts facts={facts} />}
          {children}
          {templates !== undefined && (
            <TemplateChoices
              templates={templates}
              chosen={values[templates.field] ?? ''}
              onChoose={(text) => setValues((before) => ({ ...before, [templates.field]: text }))}
            />
          )}
          {fields.map((field, at) => (
            <FieldInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              problem={problems[field.name]}
              hasFocus={at === 0 && templates === undefined}
              onChange={(typed) => setValues((before) => ({ ...before, [field.name]: typed }))}
            />
          ))}
          {problem !== null && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy} color="inherit" autoFocus={fields.length === 0}>
            {text.common.cancel}
          </Button>
          <Button type="submit" variant="contained" color={isGrave ? 'error' : 'primary'} disabled={isBusy}>
            {confirm}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function FieldInput(props: {
  readonly field: DialogField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly hasFocus: boolean;
  readonly onChange: (typed: string) => void;
}) {
  const { field, value, problem, hasFocus, onChange } = props;
  return (
    <TextField
      label={field.label}
      autoFocus={hasFocus}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      helperText={problem ?? field.hint}
      error={problem !== undefined}
      multiline={field.isLong === true}
      minRows={field.isLong === true ? 2 : 1}
      slotProps={{ htmlInput: { maxLength: 20_000, inputMode: field.isDecimal === true ? 'decimal' : 'text' } }}
    />
  );
}
