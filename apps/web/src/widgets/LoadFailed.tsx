import { CallError } from '../data/client.ts';
import { refreshCategories } from '../data/queries.ts';
import { t } from '../i18n/text.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Empty } from '../ui/Empty.tsx';
import { Icon } from '../ui/Icon.tsx';

export interface LoadFailedProps {
  readonly title: string;
  /** Text if the server gave none. */
  readonly noAnswer?: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly paddingTop?: number;
}

/**
 * Failed first load: the server's text, or that there was no answer, with the code and a button to try again (DESIGN
 * 6).
 */
export function LoadFailed({ title, noAnswer = t('common.noAnswer'), error, onRetry, paddingTop }: LoadFailedProps) {
  const known = error instanceof CallError ? error : null;
  return (
    <Empty
      drawing="error"
      title={title}
      text={known?.answered === true ? known.message : noAnswer}
      {...(known === null ? {} : { note: t('common.code', { code: known.code }) })}
      {...(paddingTop === undefined ? {} : { paddingTop })}
      action={
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          onClick={onRetry}
        >
          <Icon name="refresh" size={18} />
          {t('common.tryAgain')}
        </button>
      }
    />
  );
}

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
