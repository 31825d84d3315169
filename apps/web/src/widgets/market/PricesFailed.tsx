import { refreshCategories } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { LoadFailed } from '../LoadFailed.tsx';

export interface PricesFailedProps {
  /** Of the page's own query: another observer of it would ask again as it comes on screen, and so on without end. */
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
}

/** In place of a list of prices that did not load: nothing old stands in for it. */
export function PricesFailed({ query }: PricesFailedProps) {
  const texts = { title: t('market.errorTitle'), noAnswer: t('market.errorText') };
  // What keeps prices away keeps the categories above them away as well.
  const retry = () => void Promise.all([query.refetch(), refreshCategories()]);
  return <LoadFailed {...texts} error={query.error} onRetry={retry} />;
}
