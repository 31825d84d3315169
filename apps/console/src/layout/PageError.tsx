import { text } from '@candor/texts/console';
import { LoadFailed } from '../parts/LoadFailed.tsx';

/** A page that broke; the frame around it stands. Nothing leads outside, as react-admin's own page would. */
export function PageError(props: { readonly error: Error; readonly resetErrorBoundary?: (args?: unknown) => void }) {
  const { error, resetErrorBoundary } = props;
  const told = new Error(`${text.errors.broken} ${error.message}`);
  return <LoadFailed error={told} onAgain={() => resetErrorBoundary?.()} />;
}

export function NotFound() {
  return <LoadFailed error={new Error(text.errors.notFound)} />;
}
