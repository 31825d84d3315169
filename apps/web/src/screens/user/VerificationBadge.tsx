import { useVerification } from '../../data/verification.ts';
import { t } from '../../i18n/text.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Status of the identity check; nothing before documents were sent, or while unknown. */
export function VerificationBadge() {
  const state = useVerification().data;
  if (state === undefined) return null;
  if (state.status === 'not-submitted') {
    return state.remark === '' ? null : (
      <span className={cx(badgeStyles.badge, badgeStyles.bad)} data-part="badge">
        {t('verify.notApproved')}
      </span>
    );
  }
  if (state.status === 'waiting')
    return (
      <span className={cx(badgeStyles.badge, badgeStyles.wait)} data-part="badge">
        {t('verify.inReview')}
      </span>
    );
  return (
    <span className={cx(badgeStyles.badge, badgeStyles.good)} data-part="badge">
      <Icon name="check" />
      {t('verify.verified')}
    </span>
  );
}
