import { t } from '../../i18n/text.ts';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import inkCardStyles from '../../ui/InkCard.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import inviteCardStyles from './InviteCard.module.css';
import styles from './InviteSkeleton.module.css';
import inviteStepsStyles from './InviteSteps.module.css';

export function InviteSkeleton() {
  return (
    <div className={layoutStyles.gutters} role="status" aria-label={t('common.loading')}>
      <section className={cx(inkCardStyles.card, inviteCardStyles.invite)} data-part="account-card" data-theme="dark">
        <Bone width={104} height={14} marginBlock={2} />
        <Bone width={180} height={34} marginBlock="11px 7px" />
        <div className={inviteCardStyles.link}>
          <Bone height={36} borderRadius={18} />
        </div>
      </section>
      <section className={cx(cardStyles.card, inviteStepsStyles.steps, styles.steps)}>
        {['62%', '40%', '70%'].map((width) => (
          <div key={width} className={styles.step}>
            <Bone isCircle width={20} height={20} />
            <Bone width={width} height={34} />
          </div>
        ))}
      </section>
    </div>
  );
}
