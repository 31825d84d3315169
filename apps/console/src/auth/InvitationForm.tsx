import type { OperatorSignedIn } from '@candor/contracts/http/console';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { api } from '../api/console-api.ts';
import { NewPasswordFields, newPasswordProblem } from './NewPasswordFields.tsx';

/**
 * Accepts an invitation with a password of the operator's own, and signs in with it. The invitation is the part of the
 * address behind #, which browsers send to no server; without it, it is typed.
 */
export function InvitationForm(props: { readonly onSignedIn: (answer: OperatorSignedIn, password: string) => void }) {
  const given = window.location.hash.slice(1);
  const [token, setToken] = useState(given);
  const [fresh, setFresh] = useState({ password: '', again: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password } = fresh;
    const fault = newPasswordProblem(fresh);
    if (fault !== null) return setProblem(fault);
    setIsBusy(true);
    setProblem(null);
    try {
      const { email } = await api.acceptInvitation({ token: token.trim(), new_password: password });
      props.onSignedIn(await api.signIn({ email, password }), password);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setIsBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {given === '' && (
        <TextField
          label={text.signIn.invitation}
          autoComplete="off"
          autoFocus
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
      )}
      <NewPasswordFields value={fresh} onChange={setFresh} />
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ my: 1 }}>
          {problem}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        fullWidth
        sx={{ mt: 1, minHeight: 42 }}
        disabled={isBusy || token === ''}
      >
        {text.signIn.accept}
      </Button>
    </form>
  );
}
