import type { CompanyStatus } from '../../data/company-info.ts';
import { t } from '../../i18n/text.ts';
import { wayOut } from '../../navigation/outside-link.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';
import styles from './ClosedScreen.module.css';

/** Page of a company out of service: redirects to the address that it names, or says so if none is safe (R-COM-02). */
export function ClosedScreen({ status }: { status: CompanyStatus }) {
  const isLeaving = wayOut(status.lossUrl, location) !== null;
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.middle)} aria-busy={isLeaving}>
      {isLeaving ? (
        <i className={cx(buttonStyles.spinner, styles.spinner)} role="status" aria-label={t('common.loading')} />
      ) : (
        <Empty isPage drawing="error" title={t('closed.title')} text={t('closed.text', { company: status.name })} />
      )}
    </main>
  );
}
