import { text } from '@candor/texts/console';
import { useRouteError } from 'react-router';
import { LoadFailed } from '../parts/LoadFailed.tsx';

/** Content of a page that threw; the frame stays. */
export function PageError() {
  const error = useRouteError();
  const reason = error instanceof Error ? error.message : String(error);
  return <LoadFailed error={new Error(`${text.errors.broken} ${reason}`)} onAgain={() => window.location.reload()} />;
}

export function NotFound() {
  return <LoadFailed error={new Error(text.errors.notFound)} />;
}
