import { refreshCategories } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { LoadFailed } from '../LoadFailed.tsx';

export interface PricesFailedProps {
  /** The page's own query: another observer would request again when it appears, endlessly. */
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
}

/** Error in place of a list of prices that did not load; no old prices are shown. */
export function PricesFailed({ query }: PricesFailedProps) {
  const texts = { title: t('market.errorTitle'), noAnswer: t('market.errorText') };
  // The cause concerns the categories above as well.
  const retry = () => void Promise.all([query.refetch(), refreshCategories()]);
  return <LoadFailed {...texts} error={query.error} onRetry={retry} />;
}
