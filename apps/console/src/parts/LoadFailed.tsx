import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';

/** Alert about a failed read, with the server's text and a button to try again. */
export function LoadFailed({ error, onAgain }: { readonly error: Error; readonly onAgain?: (() => void) | undefined }) {
  const code = (error as { code?: number }).code ?? 0;
  const again = onAgain !== undefined && (
    <Button color="inherit" size="small" onClick={onAgain}>
      {text.errors.again}
    </Button>
  );
  return (
    <Alert severity="error" action={again} sx={{ my: 1 }}>
      <AlertTitle>{text.errors.failed}</AlertTitle>
      {error.message}
      {code > 0 && ` · ${text.errors.code} ${code}`}
    </Alert>
  );
}
