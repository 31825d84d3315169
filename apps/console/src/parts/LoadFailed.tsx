import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useRouteError } from 'react-router';

/** Alert about a failed read, with the server's text and a button to try again. */
export function LoadFailed(props: {
  readonly error: Error;
  readonly title?: string;
  readonly onAgain?: (() => void) | undefined;
}) {
  const { error, title = text.errors.failed, onAgain } = props;
  const code = (error as { code?: number }).code ?? 0;
  const again = onAgain !== undefined && (
    <Button color="inherit" size="small" onClick={onAgain}>
      {text.errors.again}
    </Button>
  );
  return (
    <Alert severity="error" action={again} sx={{ my: 1 }}>
      <AlertTitle>{title}</AlertTitle>
      {error.message}
      {code > 0 && ` · ${text.errors.code} ${code}`}
    </Alert>
  );
}

/** Content of a page that threw; the frame stays. */
export function PageError() {
  const error = useRouteError();
  const reason = error instanceof Error ? error.message : String(error);
  return <LoadFailed error={new Error(`${text.errors.broken} ${reason}`)} onAgain={() => window.location.reload()} />;
}

export function NotFound() {
  return <LoadFailed error={new Error(text.errors.notFound)} />;
}
