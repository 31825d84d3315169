import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { Form, ResourceContextProvider, SaveButton } from 'react-admin';
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
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (values: object) => {
    const outcome = await onSave(values as Values);
    setProblem(outcome.problem);
    return outcome.fields;
  };
  return (
    <Form record={record} onSubmit={save} warnWhenUnsavedChanges={!isReadOnly}>
      <Box component="fieldset" disabled={isReadOnly} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <ResourceContextProvider value="form">{children}</ResourceContextProvider>
      </Box>
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ my: 1 }}>
          {problem}
        </Alert>
      )}
      {!isReadOnly && <SaveButton label={label} icon={<></>} sx={{ mt: 1 }} />}
      {isReadOnly && <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', mt: 1 }}>{text.common.readOnly}</Box>}
    </Form>
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
