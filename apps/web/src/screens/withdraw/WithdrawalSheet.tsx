import type { ReactNode } from 'react';
import { useState } from 'react';
import { cancelWithdrawal } from '../../data/funds.ts';
import type { PayoutClock, Withdrawal } from '../../data/funds-records.ts';
import { creditedText, paymentText, spanText, withCode } from '../../format/funds-text.ts';
import { idText } from '../../format/number-text.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { copyText } from '../../platform/share.ts';
import { shownZone } from '../../session/shown-zone.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { Banner } from '../../ui/Banner.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import keyValueStyles from '../../ui/KeyValue.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { isUnknownOutcome } from '../../widgets/funds/lost-answer.ts';
import { MoneySteps } from '../../widgets/funds/MoneySteps.tsx';
import { useNow } from '../../widgets/funds/use-now.ts';
import { toastError } from '../../widgets/toast-error.ts';
import styles from './WithdrawalSheet.module.css';
import { isLate, isUnderWay, lookOf, stateText, targetOf, usualText } from './withdrawal-state.ts';

interface WithdrawalSheetProps {
  readonly row: Withdrawal;
  readonly clock: PayoutClock;
  readonly onClose: () => void;
}

/** One withdrawal: status and since when, reason, and the usual duration at this company (R-FND-88). */
export function WithdrawalSheet({ row, clock, onClose }: WithdrawalSheetProps) {
  const [isAsking, setAsking] = useState(false);

  async function cancel(): Promise<void> {
    try {
      await cancelWithdrawal(row.id);
      showToast('ok', t('withdraw.cancelled'));
    } catch (error) {
      if (!isUnknownOutcome(error)) toastError(error);
    }
  }

  const look = lookOf(row);
  const amount = withCode(paymentText(row.number, 'USD'), 'USD', localeTag());
  return (
    <>
      <Sheet
        title={amount}
        label={t('withdraw.detail', { amount })}
        badge={
          <span className={cx(badgeStyles.badge, badgeStyles[look.badge])} data-part="badge">
            <Icon name={look.icon} />
            {stateText(row)}
          </span>
        }
        onClose={onClose}
        {...(row.canCancel
          ? {
              renderFooter: () => (
                <button
                  type="button"
                  className={cx(buttonStyles.button, buttonStyles.dangerSoft, buttonStyles.wide)}
                  onClick={() => setAsking(true)}
                >
                  {t('withdraw.cancel')}
                </button>
              ),
            }
          : {})}
      >
        <div className={cx(layoutStyles.column, styles.content)}>
          {isUnderWay(row) ? <Clock row={row} clock={clock} /> : null}
          {row.remark === '' ? null : (
            <Banner kind="bad" title={t('withdraw.reason')}>
              <span className={styles.remark}>{row.remark}</span>
            </Banner>
          )}
          <Facts row={row} />
        </div>
      </Sheet>
      {isAsking ? (
        <Dialog
          title={t('withdraw.cancelTitle')}
          safeLabel={t('withdraw.keep')}
          label={t('withdraw.cancel')}
          kind="danger"
          onClose={() => setAsking(false)}
          onConfirm={cancel}
        >
          <p>{t('withdraw.cancelText', { amount })}</p>
        </Dialog>
      ) : null}
    </>
  );
}

/** Progress, waiting time so far, and the usual duration. */
function Clock({ row, clock }: { row: Withdrawal; clock: PayoutClock }) {
  const nowMs = useNow(15_000);
  const waitedMs = nowMs - row.createdAtMs;
  return (
    <section className={styles.clock} aria-label={t('withdraw.clock')}>
      <div className={layoutStyles.apart}>
        <span className={cx(typographyStyles.small, typographyStyles.secondary)}>{t('withdraw.clockSoFar')}</span>
        <b className={cx(figuresStyles.number, figuresStyles.inText, styles.waited)}>
          {spanText(waitedMs, localeTag())}
        </b>
      </div>
      <MoneySteps
        className={styles.steps}
        now={row.state === 'requested' ? 0 : 1}
        steps={[
          {
            label: t('withdraw.stepReview'),
            by: t('withdraw.approvals', { given: row.approvals.given, needed: row.approvals.needed }),
          },
          { label: t('withdraw.stepPay') },
          { label: t('withdraw.stepPaid') },
        ]}
      />
      <p className={cx(typographyStyles.extraSmall, typographyStyles.secondary)}>{usualText(clock)}</p>
      {isLate(waitedMs, clock) ? <Banner kind="warn">{t('withdraw.late')}</Banner> : null}
    </section>
  );
}

function Facts({ row }: { row: Withdrawal }) {
  const { code, network } = row.currency;
  const when = (timeMs: number) => dayClockText(timeMs, shownZone(), localeTag());
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('withdraw.youReceive'), `${paymentText(row.received, code)} ${code}`],
    [t('trade.fee'), `${creditedText(row.fee)} USD`],
    [t('withdraw.to'), targetOf(row)],
    ...(network === '' ? [] : [[t('bind.network'), network] as const]),
    [t('withdraw.requestedAt'), when(row.createdAtMs)],
    // The first state begins with the request.
    ...(row.state === 'requested' ? [] : [[t('withdraw.since', { state: row.stateName }), when(row.sinceMs)] as const]),
    [t('withdraw.id'), idText(row.id)],
  ];
  return (
    <dl className={keyValueStyles.well} data-part="well">
      {facts.map(([label, value]) => (
        <div key={label} className={cx(keyValueStyles.row, keyValueStyles.large)}>
          <dt>{label}</dt>
          <dd className={figuresStyles.number}>{value}</dd>
        </div>
      ))}
      {row.notes === '' ? null : (
        <div className={cx(keyValueStyles.row, keyValueStyles.large)}>
          <dt>{t('withdraw.memo')}</dt>
          <dd>{row.notes}</dd>
        </div>
      )}
      {row.tx === '' ? null : <Payment tx={row.tx} />}
    </dl>
  );
}

function Payment({ tx }: { tx: string }) {
  async function copy(): Promise<void> {
    if (await copyText(tx)) showToast('ok', t('common.copied'));
  }
  return (
    <div className={cx(keyValueStyles.row, keyValueStyles.large)}>
      <dt>{t('withdraw.tx')}</dt>
      <dd className={keyValueStyles.copied}>
        <bdi className={figuresStyles.number}>{tx}</bdi>
        <button
          type="button"
          className={cx(buttonStyles.iconButton, keyValueStyles.copy)}
          aria-label={t('funds.copyNamed', { name: t('withdraw.tx') })}
          onClick={() => void copy()}
        >
          <Icon name="copy" size={19} />
        </button>
      </dd>
    </div>
  );
}
