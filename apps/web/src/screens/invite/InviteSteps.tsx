import { t } from '../../i18n/text.ts';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import timelineStyles from '../../ui/Timeline.module.css';
import styles from './Invite.module.css';

/** Steps of an invitation; rewards are mentioned only if the company pays them. */
export function InviteSteps({ hasRewards }: { hasRewards: boolean }) {
  return (
    <section className={cx(cardStyles.card, styles.steps)}>
      <ol className={cx(timelineStyles.timeline, timelineStyles.numbered)} data-part="numbered-steps">
        <li>
          <h2>{t('invite.step1')}</h2>
          <p>{t('invite.step1Text')}</p>
        </li>
        <li>
          <h2>{t('invite.step2')}</h2>
          <p>{t('invite.step2Text')}</p>
        </li>
        <li>
          <h2>{t('invite.step3')}</h2>
          <p>{hasRewards ? t('invite.step3Rewards') : t('invite.step3NoRewards')}</p>
        </li>
      </ol>
    </section>
  );
}
