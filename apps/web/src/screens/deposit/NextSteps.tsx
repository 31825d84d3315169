import { t } from '../../i18n/text.ts';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { MoneySteps } from '../../widgets/funds/MoneySteps.tsx';
import styles from './Deposit.module.css';

/** Steps of a deposit (DESIGN 1). */
export function NextSteps({ isWatched = false }: { isWatched?: boolean }) {
  return (
    <>
      <h2 className={layoutStyles.sectionTitle}>{t('deposit.next')}</h2>
      <div className={cx(layoutStyles.gutters, styles.stepsPlace)}>
        <section className={cx(cardStyles.card, styles.stepsCard)}>
          <MoneySteps
            className={styles.steps}
            now={0}
            steps={[
              { label: t('deposit.stepSubmit'), by: t('deposit.stepSubmitBy') },
              isWatched
                ? { label: t('deposit.stepConfirm'), by: t('deposit.stepConfirmBy') }
                : { label: t('deposit.stepReview'), by: t('deposit.stepReviewBy') },
              { label: t('deposit.stepCredited') },
            ]}
          />
        </section>
      </div>
    </>
  );
}
