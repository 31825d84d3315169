import { useComplaintEmail } from '../../data/company.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/share.ts';
import bigIconStyles from '../../ui/BigIcon.module.css';
import buttonStyles from '../../ui/Button.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import styles from './CompanyEmailScreen.module.css';

/** E-mail address for questions and complaints, to copy or write to (R-COM-07). */
export function CompanyEmailScreen() {
  const query = useComplaintEmail();
  return (
    <FormPage isCanvas bar={<NavBar title={t('user.companyEmail')} />}>
      <div className={layoutStyles.gutters}>
        {query.data !== undefined ? (
          <Address email={query.data} />
        ) : query.error !== null && !query.isFetching ? (
          <LoadFailed title={t('email.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton />
        )}
      </div>
    </FormPage>
  );
}

function Address({ email }: { email: string }) {
  async function copy(): Promise<void> {
    if (await copyText(email)) showToast('ok', t('common.copied'));
  }
  if (email === '') return <Empty drawing="search" title={t('email.emptyTitle')} text={t('email.emptyText')} />;
  return (
    <section className={cx(cardStyles.card, styles.card)} data-part="mail-card" aria-label={t('user.companyEmail')}>
      <span className={cx(bigIconStyles.icon, styles.icon)} data-part="big-icon">
        <Icon name="mail" size={36} />
      </span>
      <p className={cx(typographyStyles.small, typographyStyles.secondary, styles.text)}>{t('email.text')}</p>
      <p className={styles.address}>
        <bdi>{email}</bdi>
      </p>
      <div className={cx(buttonStyles.buttons, styles.actions)}>
        <a
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
        >
          {t('email.write')}
        </a>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}
          onClick={() => void copy()}
        >
          <Icon name="copy" size={18} />
          {t('common.copy')}
        </button>
      </div>
    </section>
  );
}

function Skeleton() {
  return (
    <div
      className={cx(cardStyles.card, styles.card)}
      data-part="mail-card"
      role="status"
      aria-label={t('common.loading')}
    >
      <Bone isCircle width={88} height={88} />
      <Bone width={180} height={14} marginTop={19} />
      <Bone width={220} height={24} marginTop={11} />
      <Bone width="100%" height={44} marginTop={24} />
    </div>
  );
}
