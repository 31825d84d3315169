import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import styles from './CurrencyTag.module.css';

/** Currency of a figure; a button if there is a choice. */
export function CurrencyTag({ code, onPick }: { code: string; onPick?: () => void }) {
  if (onPick === undefined) {
    return (
      <span className={cx(styles.currency, styles.fixed)} data-part="currency">
        <CurrencyLogo code={code} size={28} />
        {code}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.currency}
      data-part="currency"
      aria-haspopup="dialog"
      aria-label={`${t('funds.currency')}: ${code}`}
      onClick={onPick}
    >
      <CurrencyLogo code={code} size={28} />
      {code}
      <Icon name="down" />
    </button>
  );
}
