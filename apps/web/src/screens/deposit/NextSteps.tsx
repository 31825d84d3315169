import { t } from '../../i18n/text.ts';
import { MoneySteps } from '../../widgets/funds/MoneySteps.tsx';

/** Steps of a deposit (DESIGN 1). */
export function NextSteps({ isWatched = false }: { isWatched?: boolean }) {
  return (
    <>
      <h2 className="sec">{t('deposit.next')}</h2>
      <div className="pad" style={{ paddingBottom: 16 }}>
        <section className="card steps-c">
          <MoneySteps
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
