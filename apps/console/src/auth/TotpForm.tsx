import { operatorCalls } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { renderSVG } from 'uqr';
import { api } from '../api/console-api.ts';
import { LoadFailed } from '../parts/LoadFailed.tsx';

/** Sets up the operator's second factor: shows a new secret as QR code and text and asks for a code of the app. */
export function TotpForm({ token, onDone }: { readonly token?: string; readonly onDone: () => void }) {
  const [secret, setSecret] = useState<{ readonly secret: string; readonly uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isHere = true;
    api.call(operatorCalls.beginTotp, {}, token).then(
      (begun) => isHere && setSecret(begun),
      (error: unknown) => isHere && setProblem(error as Error),
    );
    return () => {
      isHere = false;
    };
  }, [token]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    try {
      await api.call(operatorCalls.confirmTotp, { body: { code } }, token);
      onDone();
    } catch (error) {
      setProblem(error as Error);
    }
    setIsBusy(false);
  };
  if (secret === null) return problem === null ? null : <LoadFailed error={problem} />;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Box sx={{ textAlign: 'center', my: 1 }}>
        <QrCode value={secret.uri} label={text.signIn.qr} />
      </Box>
      <Typography variant="caption" color="textSecondary">
        {text.signIn.totpSecret}
      </Typography>
      <p className="code">{secret.secret}</p>
      <CodeField value={code} onChange={setCode} />
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ my: 1 }}>
          {problem.message}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        fullWidth
        sx={{ mt: 1, minHeight: 42 }}
        disabled={isBusy || code.length !== 6}
      >
        {text.signIn.confirm}
      </Button>
    </form>
  );
}

/** Field for the six digits of an authenticator app. */
export function CodeField({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  return (
    <TextField
      label={text.signIn.code}
      autoFocus
      autoComplete="one-time-code"
      value={value}
      onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, 6))}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 6, className: 'num' } }}
    />
  );
}

/** A QR code, black on white in both themes so that every camera reads it. */
function QrCode({ value, label }: { readonly value: string; readonly label: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(value, { border: 2 }))}`;
  return (
    <Box component="img" src={source} alt={label} sx={{ width: 208, height: 208, borderRadius: 2, bgcolor: '#fff' }} />
  );
}
