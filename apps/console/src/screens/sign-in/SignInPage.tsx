import { codes } from '@candor/contracts/codes';
import type { OperatorSignedIn } from '@candor/contracts/http/console';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../api/api.ts';
import { api, queryClient, session } from '../../api/console-api.ts';
import { forgetSignedOutNote, signedOutNote, wantedPage } from '../../auth/end-session.ts';
import { InvitationForm } from '../../auth/InvitationForm.tsx';
import { PasswordForm } from '../../auth/PasswordForm.tsx';
import { CodeField, TotpForm } from '../../auth/TotpForm.tsx';
import { forgetShownLists } from '../../parts/list-state.ts';

type Need = 'password' | 'totp';

/**
 * Sign-in page; at the first sign-in it also changes the password and sets up the second factor (R-OPS-73). For an invited
 * operator it accepts the invitation first (R-CON-28).
 */
export function SignInPage({ isInvited = false }: { readonly isInvited?: boolean }) {
  const [began, setBegan] = useState<{ readonly answer: OperatorSignedIn; readonly password: string } | null>(null);
  const [needs, setNeeds] = useState<readonly Need[]>([]);
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${text.signIn.title} · ${text.product}`;
    // Nothing of the session before stays in memory.
    queryClient.clear();
    forgetShownLists();
  }, []);
  const enter = (answer: OperatorSignedIn) => {
    const { token } = answer;
    const { id, email, role, is_installation } = answer.operator;
    forgetSignedOutNote();
    session.begin({ token, operator: { id, email, role, is_installation } });
    void navigate(wantedPage(window.location.search) ?? '/', { replace: true });
  };
  const goOn = (left: readonly Need[], answer: OperatorSignedIn) => {
    setNeeds(left);
    if (left.length === 0) enter(answer);
  };
  const onSignedIn = (answer: OperatorSignedIn, password: string) => {
    setBegan({ answer, password });
    goOn(answer.operator.needs, answer);
  };
  const next = needs[0];
  if (isInvited && began === null)
    return (
      <Frame title={text.signIn.invitationTitle} lead={text.signIn.invitationLead}>
        <InvitationForm onSignedIn={onSignedIn} />
      </Frame>
    );
  if (began === null || next === undefined)
    return (
      <Frame title={text.signIn.title} lead={text.signIn.lead}>
        <SignInForm onSignedIn={onSignedIn} />
      </Frame>
    );
  const { token, operator } = began.answer;
  const who = text.signIn.signsIn(operator.email);
  const onDone = () => goOn(needs.slice(1), began.answer);
  if (next === 'password')
    return (
      <Frame title={text.signIn.passwordTitle} lead={`${who} ${text.signIn.passwordLead}`}>
        <PasswordForm token={token} oldPassword={began.password} onDone={onDone} />
      </Frame>
    );
  return (
    <Frame title={text.signIn.totpTitle} lead={`${who} ${text.signIn.totpLead}`}>
      <TotpForm token={token} onDone={onDone} />
    </Frame>
  );
}

function SignInForm({ onSignedIn }: { readonly onSignedIn: (answer: OperatorSignedIn, password: string) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const note = signedOutNote();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    try {
      onSignedIn(await api.signIn({ email: email.trim(), password, ...(code !== null && { code }) }), password);
    } catch (error) {
      const isAskedFor = error instanceof CallError && error.code === codes.secondFactorRequired && code === null;
      if (isAskedFor) setCode('');
      else setProblem((error as Error).message);
    }
    setIsBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      {note !== null && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {note}
        </Alert>
      )}
      <TextField
        label={text.signIn.email}
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label={text.signIn.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {code !== null && <CodeField value={code} onChange={setCode} />}
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
        disabled={isBusy || email === '' || password === '' || (code !== null && code.length !== 6)}
      >
        {text.signIn.submit}
      </Button>
    </form>
  );
}

function Frame(props: { readonly title: string; readonly lead: string; readonly children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', bgcolor: 'background.default', p: 2 }}
    >
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 2.5, sm: 4 }, borderRadius: '20px' }}>
        <Typography variant="caption" color="textSecondary">
          {text.product}
        </Typography>
        <Typography variant="h1" sx={{ mt: 0.5, mb: 0.75 }}>
          {props.title}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {props.lead}
        </Typography>
        {props.children}
      </Paper>
    </Box>
  );
}
