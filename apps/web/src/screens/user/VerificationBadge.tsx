import { useVerification } from '../../data/verification.ts';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';

const notSubmitted = 0;
const waiting = 1;

/** Status of the identity check; nothing before documents were sent, or while unknown. */
export function VerificationBadge() {
  const state = useVerification().data;
  if (state === undefined) return null;
  if (state.review_status === notSubmitted) {
    return state.remark === '' ? null : <span className="badge badge--bad">{t('verify.notApproved')}</span>;
  }
  if (state.review_status === waiting) return <span className="badge badge--wait">{t('verify.inReview')}</span>;
  return (
    <span className="badge badge--ok">
      <Icon name="check" />
      {t('verify.verified')}
    </span>
  );
}
