import type { Verification } from '../../data/account-records.ts';
import { t } from '../../i18n/text.ts';
import badgeStyles from '../../ui/Badge.module.css';
import bigIconStyles from '../../ui/BigIcon.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import layoutStyles from '../../ui/layout.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { ToAccount } from './Steps.tsx';
import styles from './Verification.module.css';

/** Verified name and number, masked by the server. */
export function Approved({ state }: { state: Verification }) {
  return (
    <FormPage bar={<NavBar title={t('verify.title')} />} foot={<ToAccount />}>
      <div className={cx(layoutStyles.gutters, styles.verdict, styles.approved)}>
        <span className={cx(bigIconStyles.icon, bigIconStyles.good)} data-part="big-icon">
          <Icon name="shield" size={42} />
        </span>
        <h2 className={cx(typographyStyles.title, styles.title, typographyStyles.centred)}>
          {t('verify.approvedTitle')}
        </h2>
        <p className={cx(typographyStyles.lead, typographyStyles.centred)}>{t('verify.approvedText')}</p>
        <dl className={cx(keyValueStyles.well, styles.facts)} data-part="well">
          <div className={cx(keyValueStyles.row, keyValueStyles.large)}>
            <dt>{t('verify.shortName')}</dt>
            <dd>
              <bdi>{state.name}</bdi>
            </dd>
          </div>
          <div className={cx(keyValueStyles.row, keyValueStyles.large)}>
            <dt>{t('verify.cardId')}</dt>
            <dd>
              <bdi dir="ltr">{state.cardId}</bdi>
            </dd>
          </div>
          <div className={cx(keyValueStyles.row, keyValueStyles.large)}>
            <dt>{t('verify.status')}</dt>
            <dd>
              <span className={cx(badgeStyles.badge, badgeStyles.good)} data-part="badge">
                <Icon name="check" />
                {t('verify.verified')}
              </span>
            </dd>
          </div>
        </dl>
      </div>
    </FormPage>
  );
}
