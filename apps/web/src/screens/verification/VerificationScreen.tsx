import { useVerification } from '../../data/verification.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { FieldSkeletons } from '../../widgets/FieldSkeletons.tsx';
import { FormPage } from '../../widgets/FormPage.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import { Approved } from './Approved.tsx';
import { Steps } from './Steps.tsx';
import styles from './Verification.module.css';
import { VerificationForm } from './VerificationForm.tsx';
import { Waiting } from './Waiting.tsx';

/** Identity check: the form, the wait for the review, or the approved identity (R-KYC-02). */
export function VerificationScreen() {
  return (
    <OnlyReal title={t('verify.title')}>
      <Verification />
    </OnlyReal>
  );
}

function Verification() {
  const { data: state, error, isFetching, refetch } = useVerification();
  if (state?.status === 'not-submitted') return <VerificationForm remark={state.remark} />;
  if (state?.status === 'waiting') return <Waiting sentAt={state.submittedAtMs} />;
  if (state !== undefined) return <Approved state={state} />;
  return (
    <FormPage bar={<NavBar title={t('verify.title')} />}>
      {error !== null && !isFetching ? (
        <LoadFailed title={t('verify.errorTitle')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </FormPage>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Steps done={0} />
      <div className={cx(layoutStyles.gutters, styles.waiting)}>
        <Bone width={210} height={26} />
        <Bone width={290} height={16} marginTop={12} />
        <FieldSkeletons count={2} />
      </div>
    </div>
  );
}
