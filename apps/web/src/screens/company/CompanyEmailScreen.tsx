import { useComplaintEmail } from '../../data/company.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/clipboard.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { FormPage } from '../../widgets/FormPage.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';

/** E-mail address for questions and complaints, to copy or write to (R-COM-07). */
export function CompanyEmailScreen() {
  const query = useComplaintEmail();
  return (
    <FormPage isCanvas bar={<NavBar title={t('user.companyEmail')} />}>
      <div className="pad">
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
    <section className="card mailcard" aria-label={t('user.companyEmail')}>
      <span className="bigicon">
        <Icon name="mail" size={36} />
      </span>
      <p className="sm t2">{t('email.text')}</p>
      <p className="mailcard-a">
        <bdi>{email}</bdi>
      </p>
      <div className="btns">
        <a className="btn btn--secondary btn--md" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          {t('email.write')}
        </a>
        <button type="button" className="btn btn--primary btn--md" onClick={() => void copy()}>
          <Icon name="copy" size={18} />
          {t('common.copy')}
        </button>
      </div>
    </section>
  );
}

function Skeleton() {
  return (
    <div className="card mailcard" role="status" aria-label={t('common.loading')}>
      <i className="sk sk--c" style={{ width: 88, height: 88 }} />
      <i className="sk" style={{ width: 180, height: 14, marginTop: 19 }} />
      <i className="sk" style={{ width: 220, height: 24, marginTop: 11 }} />
      <i className="sk" style={{ width: '100%', height: 44, marginTop: 24 }} />
    </div>
  );
}
