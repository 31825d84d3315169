import { operatorCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { api } from '../api/console-api.ts';
import { NewPasswordFields, newPasswordProblem } from './NewPasswordFields.tsx';

/** Changes the operator's password, with the given session or the session of the tab. */
export function PasswordForm(props: {
  readonly token?: string;
  readonly oldPassword?: string;
  readonly onDone: () => void;
}) {
  const { token, oldPassword, onDone } = props;
  const [old, setOld] = useState(oldPassword ?? '');
  const [fresh, setFresh] = useState({ password: '', again: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = newPasswordProblem(fresh);
    if (fault !== null) return setProblem(fault);
    setIsBusy(true);
    setProblem(null);
    try {
      await api.call(
        operatorCalls.changePassword,
        { body: { old_password: old, new_password: fresh.password } },
        token,
      );
      setFresh({ password: '', again: '' });
      onDone();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setIsBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {oldPassword === undefined && (
        <TextField
          type="password"
          label={text.signIn.oldPassword}
          autoComplete="current-password"
          value={old}
          onChange={({ target }) => setOld(target.value)}
        />
      )}
      <NewPasswordFields value={fresh} onChange={setFresh} />
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ my: 1 }}>
          {problem}
        </Alert>
      )}
      <Button type="submit" variant="contained" fullWidth sx={{ mt: 1, minHeight: 42 }} disabled={isBusy}>
        {text.signIn.changePassword}
      </Button>
    </form>
  );
}
