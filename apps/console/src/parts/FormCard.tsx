import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { useBlocker } from 'react-router';
import type { Outcome } from '../api/use-action.ts';
import { ActionDialog } from './ActionDialog.tsx';

/**
 * A form that is saved as a whole. A refusal is shown at the field it names, or above the button if the form has no such
 * field. Operators without the permission see it read-only.
 */
export function FormCard<Values extends object>(props: {
  readonly record: Values;
  readonly label: string;
  readonly isReadOnly?: boolean;
  readonly onSave: (values: Values) => Promise<Pick<Outcome<unknown>, 'problem' | 'fields'>>;
  readonly children: ReactNode;
}) {
  const { record, label, isReadOnly = false, onSave, children } = props;
  const form = useForm({ defaultValues: record as FieldValues });
  const { isDirty, isSubmitting } = form.formState;
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (values: FieldValues, inputs: HTMLFormControlsCollection) => {
    const { problem: refused, fields = {} } = await onSave(values as Values);
    const shown = Object.entries(fields).filter(([name]) => inputs.namedItem(name) !== null);
    setProblem(shown.length === 0 ? refused : null);
    for (const [name, message] of shown) form.setError(name, { message }, { shouldFocus: true });
    if (refused === null) form.reset(values);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { elements } = event.currentTarget;
    void form.handleSubmit((values) => save(values, elements))(event);
  };
  const leaving = useBlocker(({ currentLocation, nextLocation }) => {
    const isUnsaved = isDirty && !isReadOnly && !isSubmitting;
    return isUnsaved && currentLocation.pathname !== nextLocation.pathname;
  });
  return (
    <FormProvider {...form}>
      {leaving.state === 'blocked' && <UnsavedDialog onLeave={leaving.proceed} onStay={leaving.reset} />}
      <form onSubmit={submit} noValidate>
        <Box component="fieldset" disabled={isReadOnly} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
          {children}
        </Box>
        {problem !== null && (
          <Alert severity="error" role="alert" sx={{ my: 1 }}>
            {problem}
          </Alert>
        )}
        {isReadOnly ? (
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', mt: 1 }}>{text.common.readOnly}</Box>
        ) : (
          <Button type="submit" variant="contained" disabled={!isDirty || isSubmitting} sx={{ mt: 1 }}>
            {label}
          </Button>
        )}
      </form>
    </FormProvider>
  );
}

/** Asks before unsaved changes are left; leaving by saving is not asked about. */
function UnsavedDialog({ onLeave, onStay }: { readonly onLeave: () => void; readonly onStay: () => void }) {
  return (
    <ActionDialog
      title={text.errors.leave}
      lead={text.errors.unsaved}
      confirm={text.errors.leaveUnsaved}
      isGrave
      onConfirm={async () => {
        onLeave();
        return { problem: null };
      }}
      onClose={onStay}
    />
  );
}

/** Two columns of fields; one on a phone. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2, alignItems: 'start' }}>
      {children}
    </Box>
  );
}
