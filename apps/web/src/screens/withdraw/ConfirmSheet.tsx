import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { requestWithdrawal } from '../../data/funds.ts';
import type { PayoutClock, WithdrawOptions } from '../../data/funds-records.ts';
import { exactMoneyText, paymentText, rateText } from '../../format/funds-text.ts';
import { sentences, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import keyValueStyles from '../../ui/KeyValue.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { methodAbout, methodName } from '../../widgets/funds/bound-method.tsx';
import { isRateChanged, isUnknownOutcome, toastSent } from '../../widgets/funds/lost-answer.ts';
import { useNow } from '../../widgets/funds/use-now.ts';
import { StepUpSheet } from '../../widgets/identity/StepUpSheet.tsx';
import { useStepUp } from '../../widgets/identity/step-up.ts';
import { zonedTimeText } from '../../widgets/zoned-time.ts';
import { feeLabel } from './AmountSection.tsx';
import type { Asked } from './use-withdraw-form.ts';
import styles from './Withdraw.module.css';
import { calculateWithdrawal } from './withdraw-figures.ts';
import { usualText } from './withdrawal-state.ts';

interface ConfirmSheetProps {
  readonly asked: Asked;
  readonly clock: PayoutClock;
  readonly renew: () => Promise<WithdrawOptions | undefined>;
  readonly onRenewed: (asked: Asked) => void;
  readonly onClose: () => void;
}

/**
 * Every figure once more, and one button. Changed figures are shown and confirmed again; the server may ask for a proof
 * of identity (R-FND-87).
 */
export function ConfirmSheet({ asked, clock, renew, onRenewed, onClose }: ConfirmSheetProps) {
  const navigate = useNavigate();
  const stepUp = useStepUp();
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [isNew, setNew] = useState(false);

  async function request(): Promise<void> {
    const { figures, currency, method, memo } = asked;
    const { number, feeText: fee } = figures;
    const fields = { number, fee, memo, methodId: method.id, currencyId: currency.id, perUsd: currency.perUsd };
    try {
      toastSent(await requestWithdrawal(fields), t('withdraw.requested'));
      await navigate({ to: '/mine/withdraw', search: { view: 'records', type: method.type } });
    } catch (error) {
      if (isUnknownOutcome(error)) return;
      if (!isRateChanged(error)) throw error;
      const next = (await renew())?.currencies.find(({ id }) => id === currency.id);
      const recalculated = next === undefined ? null : calculateWithdrawal(number, next);
      if (next === undefined || recalculated === null) throw error;
      onRenewed({ ...asked, currency: next, figures: recalculated });
      setNew(true);
    }
  }

  async function press(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setNew(false);
    await stepUp.guard(request);
    running.current = false;
    setBusy(false);
  }

  return (
    <>
      <Sheet
        title={t('withdraw.confirmTitle')}
        label={t('withdraw.confirmTitle')}
        onClose={onClose}
        renderFooter={() => (
          <BusyButton
            label={t('withdraw.confirm', { amount: paymentText(asked.figures.number, 'USD') })}
            isBusy={isBusy}
            onClick={() => void press()}
          />
        )}
      >
        <div className={cx(layoutStyles.column, styles.confirmation)}>
          {isNew ? (
            <Banner kind="warn" isNews>
              {t('withdraw.rateChanged')}
            </Banner>
          ) : null}
          <AskedFigures asked={asked} />
          <HoldNote method={asked.method} />
          <p className={cx(typographyStyles.small, typographyStyles.secondary)}>
            {sentences(asked.method.type === 1 ? t('withdraw.noteCoin') : t('withdraw.noteBank'), usualText(clock))}
          </p>
        </div>
      </Sheet>
      {stepUp.asked === null ? null : (
        <StepUpSheet asked={stepUp.asked} about={aboutText(asked)} onProved={stepUp.proved} onClose={stepUp.giveUp} />
      )}
    </>
  );
}

/** Subject of the proof: this amount, to this address or account. */
function aboutText({ figures, method }: Asked): string {
  const amount = `${paymentText(figures.number, 'USD')} USD`;
  return `${t('withdraw.detail', { amount })} · ${methodName(method)}`;
}

/** Time from which a recently bound method is paid to. */
function HoldNote({ method: { usableAtMs } }: Pick<Asked, 'method'>) {
  if (usableAtMs <= useNow(30_000)) return null;
  const time = zonedTimeText(usableAtMs);
  return <Banner icon="clock">{t('withdraw.onHold', { time })}</Banner>;
}

function AskedFigures({ asked: { figures, currency, method, memo } }: { asked: Asked }) {
  const rows: readonly (readonly [label: string, value: string, isStrong?: true])[] = [
    [t('withdraw.youWithdraw'), `${paymentText(figures.number, 'USD')} USD`],
    [feeLabel(currency), `${exactMoneyText(figures.fee)} USD`],
    [t('funds.rateOf', { code: currency.code }), rateText(currency.perUsd)],
    [t('withdraw.youReceive'), `${paymentText(figures.received, currency.code)} ${currency.code}`, true],
    [t('withdraw.to'), methodName(method)],
    [method.type === 1 ? t('bind.network') : t('funds.payeeName'), methodAbout(method)],
    ...(memo === '' ? [] : [[t('withdraw.memo'), memo] as const]),
  ];
  return (
    <dl className={keyValueStyles.well} data-part="well">
      {rows.map(([label, value, isStrong]) => (
        <div
          key={label}
          className={cx(keyValueStyles.row, keyValueStyles.large, isStrong === true && keyValueStyles.strong)}
        >
          <dt>{label}</dt>
          <dd className={label === t('withdraw.memo') ? undefined : figuresStyles.number}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
