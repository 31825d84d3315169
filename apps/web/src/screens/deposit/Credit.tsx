import { rateText } from '../../format/funds-text.ts';
import { missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import keyValueStyles from '../../ui/KeyValue.module.css';
import styles from './Deposit.module.css';
import type { DepositTerms } from './deposit-figures.ts';
import { creditText } from './deposit-figures.ts';

export interface CreditProps {
  readonly typed: string;
  readonly terms: DepositTerms;
  readonly code: string;
  readonly decimals: number;
  /** True if the rate has changed since it was shown, so that the figures need another look. */
  readonly isNew: boolean;
}

/** Amount credited to the account, with its rate (R-FND-81). */
export function Credit({ typed, terms, code, decimals, isNew }: CreditProps) {
  const credit = creditText(typed, terms, decimals);
  // Dollars need no conversion.
  if (code === 'USD' && rateText(terms.perUsd) === '1.00') return null;
  return (
    <>
      <dl className={styles.credit} aria-live="polite">
        <div className={cx(keyValueStyles.row, styles.line)}>
          <dt>{t('deposit.credited')}</dt>
          <dd className={figuresStyles.number}>{credit === null ? missing : `${credit} USD`}</dd>
        </div>
        <div className={cx(keyValueStyles.row, styles.line)}>
          <dt>{t('funds.rateOf', { code })}</dt>
          <dd className={figuresStyles.number}>{rateText(terms.perUsd)}</dd>
        </div>
      </dl>
      {isNew ? (
        <div className={styles.news}>
          <Banner kind="warn" isNews>
            {t('deposit.rateChanged')}
          </Banner>
        </div>
      ) : null}
    </>
  );
}
