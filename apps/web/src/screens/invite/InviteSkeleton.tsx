import { t } from '../../i18n/text.ts';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import inkCardStyles from '../../ui/InkCard.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import styles from './Invite.module.css';

export function InviteSkeleton() {
  return (
    <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
      <section className={cx(inkCardStyles.card, styles.invite)} data-part="account-card" data-theme="dark">
        <Bone width={104} height={14} marginBlock={2} />
        <Bone width={180} height={34} marginBlock="11px 7px" />
        <div className={styles.link}>
          <Bone height={36} borderRadius={18} />
        </div>
      </section>
      <section className={cx(cardStyles.card, styles.skeletonSteps, styles.skeletonSteps)}>
        {['62%', '40%', '70%'].map((width) => (
          <div key={width} className={styles.skeletonStep}>
            <Bone isCircle width={20} height={20} />
            <Bone width={width} height={34} />
          </div>
        ))}
      </section>
    </div>
  );
}
