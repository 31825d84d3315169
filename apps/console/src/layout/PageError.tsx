import { text } from '@candor/texts/console';
import { LoadFailed } from '../parts/LoadFailed.tsx';

/** Content of a page that threw; the frame stays. Replaces react-admin's error page, which links to other sites. */
export function PageError(props: { readonly error: Error; readonly resetErrorBoundary?: (args?: unknown) => void }) {
  const { error, resetErrorBoundary } = props;
  const told = new Error(`${text.errors.broken} ${error.message}`);
  return <LoadFailed error={told} onAgain={() => resetErrorBoundary?.()} />;
}

export function NotFound() {
  return <LoadFailed error={new Error(text.errors.notFound)} />;
}
