import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useState } from 'react';
import { type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { useBlocker } from 'react-router';
import type { Outcome } from '../api/use-action.ts';

/**
 * A form that is saved as a whole. A refusal is shown at the field it names and above the button. Operators without the
 * permission see it read-only.
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
  const save = form.handleSubmit(async (values) => {
    const outcome = await onSave(values as Values);
    setProblem(outcome.problem);
    for (const [name, message] of Object.entries(outcome.fields ?? {})) form.setError(name, { message });
    if (outcome.problem === null) form.reset(values);
  });
  useUnsavedWarning(isDirty && !isReadOnly, isSubmitting);
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void save(event)} noValidate>
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
function useUnsavedWarning(isUnsaved: boolean, isSaving: boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isUnsaved && !isSaving && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(text.errors.unsaved)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

/** Two columns of fields; one on a phone. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2, alignItems: 'start' }}>
      {children}
    </Box>
  );
}
