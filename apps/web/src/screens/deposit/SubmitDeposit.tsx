import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import cardStyles from '../../ui/Card.module.css';
import { cx } from '../../ui/class-names.ts';
import layoutStyles from '../../ui/layout.module.css';
import { MoneySteps } from '../../widgets/funds/MoneySteps.tsx';
import type { PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import styles from './Deposit.module.css';
import type { DepositForm } from './use-deposit-form.ts';

/** Submit button; enabled once there is an amount, and a proof if one is needed. */
export function SubmitDeposit({ form, proof }: { form: DepositForm; proof: PictureSlot }) {
  const isUploading = proof.picture.phase === 'preparing' || proof.picture.phase === 'sending';
  return (
    <BusyButton
      label={isUploading ? t('deposit.uploading') : t('deposit.submit')}
      isBusy={form.isBusy || isUploading}
      isDisabled={!form.isReady || isUploading}
    />
  );
}

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
