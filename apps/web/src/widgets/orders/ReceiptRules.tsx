import { publicPaths } from '@candor/contracts/http/paths';
import type { ReceiptFields } from '@candor/contracts/http/receipts';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import keyValueStyles from '../../ui/KeyValue.module.css';
import typographyStyles from '../../ui/typography.module.css';
import styles from './ReceiptRules.module.css';

/** Versions of the rules that decided a fill, and where anyone can read them (R-LOG-29); nothing for older receipts. */
export function ReceiptRules({ rules }: Pick<ReceiptFields, 'rules'>) {
  if (rules === undefined) return null;
  const { policy, terms, catalogue } = rules;
  return (
    <section className={styles.rules} aria-label={t('receipt.rules')} data-testid="receipt-rules">
      <h4 className={cx(typographyStyles.small, typographyStyles.strong)}>{t('receipt.rules')}</h4>
      <dl className={cx(keyValueStyles.well, figuresStyles.number, figuresStyles.inText)} data-part="well">
        <Rule label={t('receipt.policy')}>{versionText(policy)}</Rule>
        <Rule label={t('receipt.ownTerms')}>{terms === null ? t('receipt.noTerms') : versionText(terms)}</Rule>
        {catalogue === undefined ? null : <Rule label={t('receipt.catalogue')}>{versionText(catalogue)}</Rule>}
      </dl>
      <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
        {t('receipt.rulesText')} <a href={publicPaths.log}>{t('receipt.toLog')}</a>
      </p>
    </section>
  );
}

/** Fills from before versions were counted have none. */
function versionText(version: number): string {
  return version === 0 ? '—' : t('receipt.version', { version });
}

function Rule({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={keyValueStyles.row}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
